/* Runs a test of the page, and once more if it fails: on a busy machine a browser does not always start at the
 * first try. The output of both runs is shown, with a line between them. With COLONNADE_ONCE in the environment the
 * first failure is final: for runs that look for tests that do not always pass.
 *
 * usage: twice.mjs SCRIPT [ARGUMENT…] */
import { spawnSync } from "node:child_process";

const [script, ...words] = process.argv.slice(2);
const once = () => spawnSync(process.execPath, [script, ...words], { stdio: "inherit" }).status;

if (once() !== 0) {
  console.log(`FAILED AT FIRST: ${script} ${words.join(" ")}`);
  process.exitCode = !process.env.COLONNADE_ONCE && once() === 0 ? 0 : 1;
}
