/* Runs before the program is there: a table needs the engine as soon as possible. The first screen does without
 * it, and its own files come first (first.ts). */
import { isFirstScreen } from "./first.js";

if (!isFirstScreen(location.hash)) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: "colonnade.wasm" });
  document.head.append(link);
}
