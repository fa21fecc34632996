/* The engine's code, fetched and compiled once for all workers of this page, and the addresses of the rest. */
declare const KNOWLEDGE_FILES: Record<string, string>; // web/build.mjs puts it in

/* The smallest module with a 128-bit instruction: the engine needs SIMD. */
const WIDE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/* Whether this browser can run it at all. */
export const runnable = (): boolean => typeof WebAssembly === "object" && WebAssembly.validate(WIDE);

const ADDRESS = "colonnade.wasm";
let turn: Promise<unknown> = Promise.resolve();
let code: Promise<WebAssembly.Module> | undefined;

/* Nothing is fetched before that promise: the first screen has priority. */
export const holdEngine = (before: Promise<unknown>): void => {
  turn = before;
};

async function compile(): Promise<WebAssembly.Module> {
  await turn;
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${ADDRESS}: ${response.status}`);
  /* Browsers compile while they fetch, and cache the result, only if the server sends the right type. */
  const typed = /^application\/wasm\b/.test(response.headers.get("content-type") ?? "");
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/* A failure is tried again the next time. */
export function compiled(): Promise<WebAssembly.Module> {
  code ??= compile();
  code.catch(() => (code = undefined));
  return code;
}

/* Addresses of the data for families of games, and of languages; a worker fetches one when it first needs it. */
export const knowledge: Record<string, string> = Object.fromEntries(
  Object.entries(KNOWLEDGE_FILES).map(([family, file]) => [family, new URL(file, document.baseURI).href]),
);

/* Prefetches a file, so that it is there when it is needed. */
export function expect(name: string): void {
  const address = knowledge[name];
  if (address) void turn.then(() => fetch(address)).catch(() => undefined);
}
