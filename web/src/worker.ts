/* A worker that owns one engine: it receives the code, then requests, and sends answers in order. */
import { instantiate, type Module } from "./module.js";

declare const self: DedicatedWorkerGlobalScope;

export interface Request {
  id: number;
  text: string;
}
export interface Code {
  code: WebAssembly.Module;
  knowledge: Record<string, string>; // family → address of its networks and openings
}
export type Response = { id: number; answer: string } | { id: number; report: string } | { id: number; failed: string };

let current = 0;
const send = (message: Response) => self.postMessage(message);

/* The engine waits for the data in the middle of a search, so this worker fetches synchronously. */
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

const REST = 200; // milliseconds, after which a house that has been asked too often answers one question more
const TRIES = 10; // others may ask from the same address

/* The answer of a house. The engine waits for it and this worker can do nothing else, so it rests in a loop: what the
 * engine would do instead, a search, takes as much and only estimates. */
function asked(address: string): XMLHttpRequest {
  for (let i = 1; ; i++) {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    if (request.status !== 429 || i === TRIES) return request;
    for (const end = performance.now() + REST; performance.now() < end;);
  }
}

/* Exact values from the tables of the house that this page comes from (docs/house.md); empty: it ran out of time. A
 * server that has none for a ruleset, or is not a house, is not asked again. */
const without = new Set<string>();
function probed(game: string, position: string): string | undefined {
  if (without.has(game) || !navigator.onLine) return undefined;
  try {
    const request = asked(`probe/${game}.txt?position=${encodeURIComponent(position)}`);
    if (request.status === 200 && request.getResponseHeader("content-type")?.startsWith("text/plain"))
      return request.responseText;
    if (request.status === 503) return "";
    if (request.status < 429) without.add(game);
  } catch {
    without.add(game); // no network: not asked again until the page is reloaded
  }
  return undefined;
}

/* Bytes of a table beside the page, tables/GAME.table, on any server that supports ranges. One that does not would
 * send the whole file, and is not asked. The file must stay the same: its tag is checked each time. */
const tags = new Map<string, string>();
function ranged(game: string, at: number, size: number): Uint8Array | undefined {
  if (without.has(`${game}.table`) || !navigator.onLine) return undefined;
  const ask = (method: string): XMLHttpRequest => {
    const request = new XMLHttpRequest();
    request.open(method, `tables/${game}.table`, false);
    return request;
  };
  const tag = (request: XMLHttpRequest): string =>
    request.getResponseHeader("etag") ?? request.getResponseHeader("last-modified") ?? "";
  try {
    if (!tags.has(game)) {
      const head = ask("HEAD");
      head.send();
      if (head.status !== 200 || head.getResponseHeader("accept-ranges") !== "bytes") throw new Error("no ranges");
      tags.set(game, tag(head));
    }
    const request = ask("GET");
    request.setRequestHeader("range", `bytes=${at}-${at + size - 1}`);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status === 206 && tag(request) === tags.get(game))
      return new Uint8Array(request.response as ArrayBuffer);
  } catch {
    // no such table, or no network
  }
  without.add(`${game}.table`);
  return undefined;
}

let give: (parts: Code) => void;
const engine: Promise<Module> = new Promise<Code>((resolve) => (give = resolve)).then(({ code, knowledge }) =>
  instantiate(
    code,
    (report) => send({ id: current, report }),
    (family) => fetched(knowledge[family]),
    probed,
    ranged,
    (text) => console.warn(text),
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
