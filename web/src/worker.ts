/* A worker that owns one engine: first its code comes in, then requests; answers go out, in order. */
import { instantiate, type Module } from "./module.js";

declare const self: DedicatedWorkerGlobalScope;

export interface Request {
  id: number;
  text: string;
}
export interface Code {
  code: WebAssembly.Module;
  knowledge: Record<string, string>; // a family's networks and openings: the address
}
export type Response = { id: number; answer: string } | { id: number; report: string } | { id: number; failed: string };

let current = 0;
const send = (message: Response) => self.postMessage(message);

/* The engine waits for it in the middle of a thought, so this worker does too. */
function fetched(address: string | undefined): Uint8Array | undefined {
  if (!address) return undefined;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    request.send();
    return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : undefined;
  } catch {
    return undefined; // no network: the engine says that it cannot think
  }
}

/* Exact values from the tables of the house that this page comes from (docs/house.md), if it is one and has them: who
 * has none for a ruleset, or is no house, is not asked again. */
const without = new Set<string>();
function probed(game: string, position: string): string | undefined {
  if (without.has(game) || !navigator.onLine) return undefined;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", `probe/${game}.txt?position=${encodeURIComponent(position)}`, false);
    request.send();
    if (request.status === 200 && request.getResponseHeader("content-type")?.startsWith("text/plain"))
      return request.responseText;
    if (request.status < 429) without.add(game);
  } catch {
    without.add(game); // the page lives without a network: until it is loaded again
  }
  return undefined;
}

let give: (parts: Code) => void;
const engine: Promise<Module> = new Promise<Code>((resolve) => (give = resolve)).then(({ code, knowledge }) =>
  instantiate(
    code,
    (report) => send({ id: current, report }),
    (family) => fetched(knowledge[family]),
    probed,
  ),
);

self.onmessage = async (event: MessageEvent<Request | Code>) => {
  if ("code" in event.data) {
    give(event.data);
    return;
  }
  const { id, text } = event.data;
  try {
    const module = await engine;
    current = id;
    send({ id, answer: module.call(text) });
  } catch (error) {
    send({ id, failed: String(error) });
  }
};
