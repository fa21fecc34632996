/* A worker that owns one engine: first its code comes in, then requests; answers go out, in order. */
import { instantiate, type Module } from "./module.js";

declare const self: DedicatedWorkerGlobalScope;

export interface Request {
  id: number;
  text: string;
}
export interface Code {
  code: WebAssembly.Module;
}
export type Response = { id: number; answer: string } | { id: number; report: string } | { id: number; failed: string };

let current = 0;
const send = (message: Response) => self.postMessage(message);

let give: (code: WebAssembly.Module) => void;
const engine: Promise<Module> = new Promise<WebAssembly.Module>((resolve) => (give = resolve)).then((code) =>
  instantiate(code, (report) => send({ id: current, report })),
);

self.onmessage = async (event: MessageEvent<Request | Code>) => {
  if ("code" in event.data) {
    give(event.data.code);
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
