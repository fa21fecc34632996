/* Kept games in the browser: the engine decides what is kept and under which name; this stores it, for all tabs
 * together. Nobody's game is overwritten: a tab overwrites only what it has itself read or written. Storage may be
 * full or forbidden: then the page says so once. */

export interface KeptGame {
  id: string;
  record: string;
  stamp: number; // ms since 1970
}

const DATABASE = "colonnade";
const STORE = "games";

function done<V>(request: IDBRequest<V>): Promise<V> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

export class KeptGames {
  private opened: Promise<IDBDatabase> | undefined;
  private seen = new Map<string, string>(); // records as this tab last read or wrote them
  private holds = ""; // the game that this tab holds …
  private release: (() => void) | undefined; // … and how it lets go of it
  ontrouble: (() => void) | undefined;

  private open(): Promise<IDBDatabase> {
    this.opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("storage"));
      request.onblocked = () => reject(new Error("storage"));
    });
    return this.opened;
  }

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    return (await this.open()).transaction(STORE, mode).objectStore(STORE);
  }

  /* All games, the latest first; none if the store cannot be read. */
  async all(): Promise<KeptGame[]> {
    try {
      const games = (await done((await this.store("readonly")).getAll())) as KeptGame[];
      const good = games.filter((g) => typeof g.id === "string" && typeof g.record === "string");
      for (const g of good) this.seen.set(g.id, g.record);
      return good.sort((a, b) => b.stamp - a.stamp);
    } catch {
      this.ontrouble?.();
      return [];
    }
  }

  /* Whether this tab has seen it in the store. */
  knew(id: string): boolean {
    return this.seen.has(id);
  }

  async get(id: string): Promise<KeptGame | undefined> {
    return (await done((await this.store("readonly")).get(id))) as KeptGame | undefined;
  }

  /* "changed": another tab wrote this game meanwhile; nothing is written. */
  async put(game: KeptGame): Promise<"done" | "changed" | "failed"> {
    try {
      const store = await this.store("readwrite");
      const there = (await done(store.get(game.id))) as KeptGame | undefined;
      if (there && there.record !== this.seen.get(game.id)) return "changed";
      await done(store.put(game));
      this.seen.set(game.id, game.record);
      return "done";
    } catch {
      this.ontrouble?.();
      return "failed";
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await done((await this.store("readwrite")).delete(id));
    } catch {
      this.ontrouble?.();
    }
  }

  /* --- which tab has which game --- */

  /* From now on this tab holds the game, and releases the previous one. */
  hold(id: string): void {
    if (id === this.holds) return;
    this.holds = id;
    this.release?.();
    this.release = undefined;
    if (!id || !navigator.locks) return;
    void navigator.locks.request(`${DATABASE}-${id}`, { ifAvailable: true }, (lock) =>
      lock ? new Promise<void>((resolve) => (this.release = resolve)) : undefined,
    );
  }

  async held(): Promise<Set<string>> {
    if (!navigator.locks) return new Set();
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map((lock) => (lock.name ?? "").slice(DATABASE.length + 1)));
  }
}
