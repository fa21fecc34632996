/* The connection to the house: a WebSocket that reconnects by itself, and requests with answers (docs/house.md).
 * Listeners repeat what has to be said again after a break. */

export interface Heard {
  is: string;
  re?: string;
  round?: string;
  [field: string]: unknown;
}

export interface Ear {
  up?(): void; // for the first time or again
  down?(): void;
  heard?(message: Heard): void;
}

/* The house did not do what was asked: one of the words of docs/house.md. */
export class Refused extends Error {
  constructor(
    readonly why: string,
    readonly says: string[],
  ) {
    super(why);
  }
}

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number => (typeof value === "number" ? value : 0);
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];

const SOONEST = 400; // ms before the next try; doubled each time, up to …
const LATEST = 20000;
const QUIET = 20000; // ms of silence after which the house is pinged …
const PATIENCE = 8000; // … and how long it may take to answer

interface Asked {
  message: Record<string, unknown>;
  resolve(answer: Heard): void;
  reject(error: Error): void;
}

export class House {
  isUp = false;
  met = false; // it has answered at least once
  phrases: string[] = [];
  accounts = false; // this house has accounts …
  passkeys = false; // … with passkeys
  account = ""; // the name that we are signed in with
  private ears = new Set<Ear>();
  private socket: WebSocket | undefined;
  private asked = new Map<string, Asked>();
  private ids = 0;
  private tries = 0;
  private timer = 0;
  private lastHeard = 0;
  private ahead = 0; // ms: the house's clock less ours

  constructor(private readonly address: string) {
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.check(PATIENCE / 2));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => performance.now() - this.lastHeard > QUIET && this.check(PATIENCE), QUIET / 4);
  }

  listen(ear: Ear): void {
    this.ears.add(ear);
    if (this.isUp) ear.up?.();
    else if (this.met || this.tries > 0) ear.down?.();
    this.connect();
  }

  unlisten(ear: Ear): void {
    this.ears.delete(ear);
  }

  /* Ms on the house's clock. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /* --- speaking --- */

  /* False: there is no connection at the moment. */
  send(message: Record<string, unknown>): boolean {
    if (!this.isUp || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /* The answer, however long it takes to connect. Only for requests that may be repeated. */
  ask(message: Record<string, unknown>): Promise<Heard> {
    const id = String(++this.ids);
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message: { ...message, id }, resolve, reject });
      this.send({ ...message, id });
      this.connect();
    });
  }

  /* The same, but fails when the connection breaks: for what must not be done twice. */
  async askOnce(message: Record<string, unknown>): Promise<Heard> {
    if (!this.isUp) throw new Refused("trouble", []);
    const id = String(++this.ids);
    return new Promise((resolve, reject) => {
      const gone: Ear = { down: () => end(() => reject(new Refused("trouble", []))) };
      const end = (then: () => void) => {
        this.ears.delete(gone);
        this.asked.delete(id);
        then();
      };
      this.ears.add(gone);
      this.asked.set(id, {
        message: {},
        resolve: (answer) => end(() => resolve(answer)),
        reject: (error) => end(() => reject(error)),
      });
      if (!this.send({ ...message, id })) gone.down?.();
    });
  }

  /* --- the line --- */

  private connect(): void {
    if (this.socket || this.timer) return;
    const socket = (this.socket = new WebSocket(this.address));
    socket.onmessage = (event) => this.hear(socket, String(event.data));
    socket.onclose = () => this.broke(socket);
  }

  /* Reconnects now, without waiting for the timer. */
  private hurry(): void {
    if (this.isUp) return this.check(PATIENCE / 2);
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.connect();
  }

  private broke(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = undefined;
    const wasUp = this.isUp;
    this.isUp = false;
    const wait = Math.min(LATEST, SOONEST * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.connect();
    }, wait) as unknown as number;
    if (wasUp || this.tries === 1) for (const ear of [...this.ears]) ear.down?.();
  }

  /* A connection may look alive for minutes after it was cut: if the house does not answer, it is gone. */
  private check(patience: number): void {
    const { socket } = this;
    if (!socket || !this.isUp) return;
    const asked = performance.now();
    this.send({ do: "ping" });
    setTimeout(() => {
      if (socket !== this.socket || this.lastHeard > asked) return;
      socket.onclose = null;
      socket.close();
      this.broke(socket);
    }, patience);
  }

  private hear(socket: WebSocket, line: string): void {
    if (socket !== this.socket) return;
    this.lastHeard = performance.now();
    const message = JSON.parse(line) as Heard;
    if (typeof message.now === "number") this.ahead = message.now - Date.now();
    if (message.is === "signed-in") this.account = text(message.name);
    if (message.is === "signed-out" && message.session === undefined) this.account = "";
    if (message.is === "welcome") this.welcome(message);
    const asked = message.re === undefined ? undefined : this.asked.get(message.re);
    if (message.re !== undefined) this.asked.delete(message.re);
    if (message.is === "refused") asked?.reject(new Refused(text(message.why), texts(message.says)));
    else asked?.resolve(message);
    for (const ear of [...this.ears]) ear.heard?.(message);
  }

  private welcome(message: Heard): void {
    this.isUp = true;
    this.met = true;
    this.tries = 0;
    this.phrases = texts(message.phrases);
    this.accounts = message.accounts === true;
    this.passkeys = message.passkeys === true;
    this.account = "";
    for (const ear of [...this.ears]) ear.up?.();
    for (const [, { message: again }] of this.asked) if (again.do) this.send(again);
  }
}
