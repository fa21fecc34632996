/* The engine as the page sees it: ask, and get a promise. docs/page-protocol.md describes the answers, and
 * protocol.ts types them. */
import { compiled, knowledge } from "./compiled.js";
import type { Code, Request, Response } from "./worker.js";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  report?: ((so_far: unknown) => void) | undefined;
}

export class Engine {
  private worker: Worker;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  ondeath: (() => void) | undefined; // the worker ended by itself

  constructor(private readonly url: string) {
    this.worker = this.start();
  }

  /* Sends one request; `report` receives progress, if the request has any. */
  ask<T>(text: string, report?: (so_far: T) => void): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, {
        resolve: resolve as (answer: unknown) => void,
        reject,
        report: report as ((so_far: unknown) => void) | undefined,
      });
      this.worker.postMessage({ id, text } satisfies Request);
    });
  }

  /* Starts a new worker; pending requests are rejected. */
  restart(): void {
    this.worker.terminate();
    this.fail(new Error("stopped"));
    this.worker = this.start();
  }

  /* Ends the worker for good; pending requests are rejected. */
  end(): void {
    this.worker.terminate();
    this.fail(new Error("stopped"));
  }

  private start(): Worker {
    const worker = new Worker(this.url, { type: "module" });
    const died = (why: string): void => {
      if (worker !== this.worker) return;
      this.fail(new Error(why));
      this.ondeath?.();
    };
    worker.onmessage = (event: MessageEvent<Response>) => this.hear(event.data);
    worker.onerror = (event) => died(event.message || "the engine died");
    compiled().then(
      (code) => worker.postMessage({ code, knowledge } satisfies Code),
      (error: unknown) => died(String(error)),
    );
    return worker;
  }

  private hear(message: Response): void {
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    if ("report" in message) {
      asked.report?.(JSON.parse(message.report));
      return;
    }
    this.waiting.delete(message.id);
    if ("failed" in message) {
      asked.reject(new Error(message.failed));
      this.fail(new Error(message.failed));
      this.ondeath?.();
    } else asked.resolve(JSON.parse(message.answer));
  }

  private fail(error: Error): void {
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of asked) one.reject(error);
  }
}
