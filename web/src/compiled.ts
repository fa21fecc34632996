/* The engine's code, fetched and compiled once for all workers of this page. */

const ADDRESS = "colonnade.wasm";
let code: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${ADDRESS}: ${response.status}`);
  /* Browsers compile while they fetch, and keep what they compiled, only where the server knows the type. */
  const typed = /^application\/wasm\b/.test(response.headers.get("content-type") ?? "");
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/* What failed is tried again the next time. */
export function compiled(): Promise<WebAssembly.Module> {
  code ??= compile();
  code.catch(() => (code = undefined));
  return code;
}
