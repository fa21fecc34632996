/* Whole games of the sample games by mouse, on a page built around their engine: nothing in the page is written
 * for them. Flat and in three dimensions. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { SAMPLES, engine } from "./engine.mjs";
import { ROOT, check, run } from "./page.mjs";

const node = (...words) => execFileSync(process.execPath, words, { cwd: ROOT, stdio: "inherit" });

run(async () => {
  const games = (await engine(SAMPLES))("games");
  check(games.length > 1, "sample games");
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "colonnade-samples-"));
  try {
    node("web/build.mjs", "--wasm", SAMPLES, "--out", out);
    process.env.COLONNADE_DIST = out;
    for (const { id } of games) {
      node("tests/browser/test_play.mjs", id);
      node("tests/browser/test_play.mjs", id, "3d");
    }
  } finally {
    fs.rmSync(out, { recursive: true });
  }
});
