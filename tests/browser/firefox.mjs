/* Debian's Firefox, driven over Marionette, its built-in protocol: a length, a colon and JSON, both ways. A page
 * here offers the part of Playwright's interface that whole.mjs needs. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { check, serve } from "./page.mjs";

const PROGRAM = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const PATIENCE = 300000; // milliseconds: more than a busy machine needs

/* Firefox fetches, updates, measures and asks nothing; port 0 means any free port. */
const PREFERENCES = {
  "marionette.port": 0,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "intl.accept_languages": "en-GB",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "http://127.0.0.1:1/",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* A connection to a browser: send(name, parameters) resolves to its answer. */
class Line {
  constructor(port) {
    this.waiting = new Map();
    this.number = 0;
    this.read = Buffer.alloc(0);
    this.socket = net.connect(port, "127.0.0.1");
    this.socket.on("data", (data) => this.hear(data));
    this.socket.on("error", (error) => this.end(error));
    this.socket.on("close", () => this.end(new Error("Firefox hung up")));
  }

  end(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  hear(data) {
    this.read = Buffer.concat([this.read, data]);
    for (;;) {
      const colon = this.read.indexOf(":");
      const end = colon + 1 + Number(this.read.subarray(0, colon));
      if (colon < 0 || this.read.length < end) return;
      const message = JSON.parse(this.read.subarray(colon + 1, end));
      this.read = this.read.subarray(end);
      if (!Array.isArray(message)) continue; // its greeting
      const [, number, error, result] = message;
      const { resolve, reject, name } = this.waiting.get(number);
      this.waiting.delete(number);
      if (error) reject(new Error(`${name}: ${error.message}`));
      else resolve(result);
    }
  }

  send(name, parameters = {}) {
    const text = JSON.stringify([0, ++this.number, name, parameters]);
    return new Promise((resolve, reject) => {
      this.waiting.set(this.number, { resolve, reject, name });
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }
}

/* Keys by their WebDriver names; every other key stands for itself. */
const KEYS = {
  Tab: "\uE004",
  Enter: "\uE006",
  Shift: "\uE008",
  Escape: "\uE00C",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

export class FirefoxPage {
  constructor(line) {
    this.line = line;
    const down = { type: "pointerDown", button: 0 };
    const up = { type: "pointerUp", button: 0 };
    const to = (x, y) => ({ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) });
    this.mouse = {
      move: (x, y) => this.act("pointer", "mouse", [to(x, y)]),
      click: (x, y) => this.act("pointer", "mouse", [to(x, y), down, up]),
    };
    this.touchscreen = { tap: (x, y) => this.act("pointer", "touch", [to(x, y), down, up]) };
    this.keyboard = {
      press: (names) => {
        const keys = names.split("+").map((name) => KEYS[name] ?? name);
        const act = (type) => (value) => ({ type, value });
        return this.act("key", "keys", [...keys.map(act("keyDown")), ...keys.reverse().map(act("keyUp"))]);
      },
    };
  }

  act(type, id, actions) {
    const parameters = type === "pointer" ? { pointerType: id } : undefined;
    return this.line.send("WebDriver:PerformActions", { actions: [{ type, id, parameters, actions }] });
  }

  async evaluate(what, argument) {
    const script = `return (${what})(...arguments)`;
    return (await this.line.send("WebDriver:ExecuteScript", { script, args: [argument ?? null] })).value;
  }

  /* Polled in the page, once per frame. */
  async waitForFunction(what, argument) {
    const script = `
      const [argument, done] = arguments;
      const ask = () => ((${what})(argument) ? done(true) : setTimeout(ask, 30));
      ask();`;
    await this.line.send("WebDriver:ExecuteAsyncScript", { script, args: [argument ?? null] });
  }

  goto = (url) => this.line.send("WebDriver:Navigate", { url });
  resize = (width, height) => this.line.send("WebDriver:SetWindowRect", { width, height });

  async screenshot() {
    const { value } = await this.line.send("WebDriver:TakeScreenshot", { full: false });
    return Buffer.from(value, "base64");
  }

  /* The errors on pages of `base`, from the browser's own console. */
  async errors(base) {
    await this.line.send("Marionette:SetContext", { value: "chrome" });
    const script = `
      return Services.console.getMessageArray()
        .filter((m) => m instanceof Ci.nsIScriptError && m.sourceName.startsWith(arguments[0]) && !(m.flags & m.warningFlag))
        .map((m) => m.sourceName + ":" + m.lineNumber + " " + m.errorMessage);`;
    const { value } = await this.line.send("WebDriver:ExecuteScript", { script, args: [base] });
    await this.line.send("Marionette:SetContext", { value: "content" });
    return value;
  }
}

async function port(folder, browser) {
  const file = path.join(folder, "MarionetteActivePort");
  for (const until = Date.now() + PATIENCE; Date.now() < until; await pause(50)) {
    check(browser.exitCode === null, "Firefox starts");
    const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
    if (text) return Number(text);
  }
  throw new Error("Firefox does not listen");
}

/* Runs `test` with a page in Firefox; any error of the page fails it. */
export async function withFirefox(test) {
  check(fs.existsSync(PROGRAM), `Firefox is installed (${PROGRAM})`);
  const server = await serve();
  const base = `http://127.0.0.1:${server.address().port}/`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "colonnade-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  fs.writeFileSync(path.join(folder, "user.js"), lines.join(""));
  const browser = spawn(
    PROGRAM,
    ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder],
    { stdio: "ignore", env: { ...process.env, HOME: folder } },
  );
  const ended = new Promise((resolve) => browser.on("exit", resolve));
  try {
    const line = new Line(await port(folder, browser));
    await line.send("WebDriver:NewSession", { capabilities: {} });
    await line.send("WebDriver:SetTimeouts", { script: PATIENCE, pageLoad: PATIENCE });
    const page = new FirefoxPage(line);
    await test(page, base);
    const errors = await page.errors(base);
    check(errors.length === 0, `no error on the page: ${errors.join(" | ")}`);
  } finally {
    browser.kill();
    await ended;
    server.close();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
