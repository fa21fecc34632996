/* Runs a test of the page, and once more when it fails: a browser on a busy machine is not always to be had at the first
 * try. Both are shown, and the first says so.
 *
 * usage: twice.mjs SCRIPT [ARGUMENT…] */
import { spawnSync } from "node:child_process";

const [script, ...words] = process.argv.slice(2);
const once = () => spawnSync(process.execPath, [script, ...words], { stdio: "inherit" }).status;

if (once() !== 0) {
  console.log(`FAILED AT FIRST: ${script} ${words.join(" ")}`);
  process.exitCode = once() === 0 ? 0 : 1;
}
