/* For programs under node that use the page's engine: its TypeScript sources, and a clock. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const SOURCES = path.join(path.dirname(fileURLToPath(import.meta.url)), "src");

/* Loads a module of the page's sources. */
export async function source(name) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(SOURCES, name)],
    bundle: true,
    format: "esm",
    write: false,
    loader: { ".tsv": "text" },
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/* From now on the engine measures this process's processor time: a busy machine does not matter. */
export function countWork() {
  globalThis.performance = { now: () => ((used) => (used.user + used.system) / 1e3)(process.cpuUsage()) };
}
