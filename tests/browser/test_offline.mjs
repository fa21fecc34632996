/* The page without a network: after one visit the server is stopped, and the page still
 * loads, plays and analyses; a newer version arrives when the server is back.
 *
 * usage: test_offline.mjs PROGRAM      colonnade, with the page in it */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { CHROMIUM, DIST, ROOT, check, newGame, run, settled } from "./page.mjs";

const { chromium } = createRequire(path.join(ROOT, "web/package.json"))("playwright-core");
const program = path.resolve(process.argv[2] ?? "build/release/colonnade");

const servers = [];

/* Starts the server; `stop` ends it and waits. */
function start(...args) {
  const child = spawn(program, ["serve", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LC_ALL: "C" },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    const status = await ended;
    check(status === 0, `the server ends with 0, not ${status}`);
  };
  servers.push(child);
  return new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the server did not start")));
    child.stdout.once("data", (line) => resolve({ url: String(line).match(/http:\S+/)[0], stop }));
  });
}

const controlled = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });

run(async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "colonnade-offline-"));
  const copy = path.join(profile, "dist");
  const browser = await chromium.launchPersistentContext(path.join(profile, "profile"), {
    ...CHROMIUM,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const errors = [];
  try {
    let server = await start("--port", "0");
    const page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(30000);
    page.on("pageerror", (e) => errors.push(e.message));
    await page.goto(`${server.url}#/table`);
    await page.waitForSelector("html[data-ready]");
    await controlled(page);
    check(await page.evaluate(() => crossOriginIsolated), "the page is isolated from other origins");
    const manifest = await page.evaluate(async () =>
      (await fetch(document.querySelector("link[rel=manifest]").href)).json(),
    );
    check(manifest.icons.length >= 3 && manifest.start_url === "./", "the manifest");

    await server.stop();
    check(
      await page.evaluate(() =>
        fetch("nothing-here").then(
          () => false,
          () => true,
        ),
      ),
      "the server is gone",
    );
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    /* A level moves first, with a neural network that nothing asked for while the server was there. */
    await newGame(page, "pilea", [3, 0]);
    await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "1");
    check((await settled(page)).turn === "person", "a person can choose");
    for (const name of ["icon.svg", "icon-192.png", "manifest.webmanifest"])
      check(await page.evaluate((file) => fetch(file).then((r) => r.ok), name), `${name} is kept`);

    /* Another tab, by a link with something after #, and a third by a plain address. */
    const second = await browser.newPage();
    await second.goto(`${server.url}#/learn`);
    await second.waitForSelector("html[data-ready]");
    await second.close();

    /* The page changes at the same address: the new one is fetched in the background, and shown at the next load. */
    fs.cpSync(DIST, copy, { recursive: true });
    for (const name of fs.readdirSync(copy))
      if (/^(index.html|sw.js)\.(gz|br)$/.test(name)) fs.rmSync(path.join(copy, name));
    const edit = (name, from, to) => {
      const text = fs.readFileSync(path.join(copy, name), "utf8");
      check(text.includes(from), `${name} has ${from}`);
      fs.writeFileSync(path.join(copy, name), text.replace(from, to));
    };
    edit("index.html", "<title>", '<meta name="test" content="newer" /><title>');
    const version = fs.readFileSync(path.join(copy, "sw.js"), "utf8").match(/"([0-9a-f]{12})"/)[1];
    edit("sw.js", `"${version}"`, '"ffffffffffff"');
    server = await start("--port", new URL(server.url).port, "--root", copy);
    check((await page.locator("meta[name=test]").count()) === 0, "still the first version");
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      for (let i = 0; i < 1200 && !registration.waiting; i++) await new Promise((done) => setTimeout(done, 50));
      if (!registration.waiting) throw new Error("no newer version is waiting");
    });
    /* But not while another tab shows the old version. */
    const other = await browser.newPage();
    await other.goto(`${server.url}#/learn`);
    await other.waitForSelector("html[data-ready]");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    check((await page.locator("meta[name=test]").count()) === 0, "two tabs: still the first version");
    await other.close();
    /* A tab that was just closed may still count, so this may take more than one load. */
    for (let i = 0; i < 40 && (await page.locator("meta[name=test]").count()) === 0; i++) {
      await page.reload();
      await page.waitForSelector("html[data-ready]");
    }
    check((await page.locator("meta[name=test]").count()) === 1, "the newer version is shown");
    await server.stop();
    await page.reload();
    await page.waitForSelector("meta[name=test]", { state: "attached" });
    await page.waitForSelector("html[data-ready]");
    const stores = await page.evaluate(() => caches.keys());
    check(stores.length === 1 && stores[0].endsWith("ffffffffffff"), `one version is kept: ${stores}`);
    check(errors.length === 0, `no error on the page: ${errors.join(" | ")}`);
  } finally {
    for (const child of servers) child.kill("SIGKILL");
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
});
