/* Runs before the program is there: a table needs the engine as soon as can be. The first screen stands without it, and
 * what it shows comes first (first.ts). */
import { isFirstScreen } from "./first.js";

if (!isFirstScreen(location.hash)) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: "colonnade.wasm" });
  document.head.append(link);
}
