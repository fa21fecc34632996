/* A worker that owns one engine: requests in, answers out, in order. */
import { instantiate, type Module } from "./module.js";

declare const self: DedicatedWorkerGlobalScope;

export interface Request {
  id: number;
  text: string;
}
export type Response = { id: number; answer: string } | { id: number; report: string } | { id: number; failed: string };

let current = 0;
const send = (message: Response) => self.postMessage(message);

const engine: Promise<Module> = fetch(new URL("colonnade.wasm", self.location.href))
  .then((response) => response.arrayBuffer())
  .then((bytes) => instantiate(bytes, (report) => send({ id: current, report })));

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id, text } = event.data;
  try {
    const module = await engine;
    current = id;
    send({ id, answer: module.call(text) });
  } catch (error) {
    send({ id, failed: String(error) });
  }
};
