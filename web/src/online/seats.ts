/* The seats that this browser holds, so that people can return to them from a list as well as by a link. Storage
 * may be full or forbidden: then the links still lead there. */
import { keep, storageTrouble } from "../store.js";

export interface HeldSeat {
  token: string;
  game: string;
  made: number; // ms since 1970
  links: { seat: string; token: string }[]; // links to send for seats that were still empty
}

const DATABASE = "colonnade-seats";
const STORE = "seats";

const done = <V>(request: IDBRequest<V>): Promise<V> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });

let opened: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> =>
  (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "token" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  }));

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/* The latest first. */
export async function heldSeats(): Promise<HeldSeat[]> {
  try {
    const all = (await done((await store("readonly")).getAll())) as HeldSeat[];
    return all.sort((a, b) => b.made - a.made);
  } catch {
    storageTrouble();
    return [];
  }
}

/* A person's name in the house, or the same guest number as before. */
export async function called(name: string): Promise<{ name?: string; as?: string }> {
  if (name) return { name };
  const [last] = await heldSeats();
  return last ? { as: last.token } : {};
}

/* Keeps what is already known about the seat, above all the links. */
export async function holdSeat(seat: HeldSeat): Promise<void> {
  try {
    const seats = await store("readwrite");
    const there = (await done(seats.get(seat.token))) as HeldSeat | undefined;
    if (!there) await done(seats.put(seat));
    keep("online", 1); // so that the page looks for news when it is opened
  } catch {
    storageTrouble();
  }
}

export async function dropSeat(token: string): Promise<void> {
  try {
    await done((await store("readwrite")).delete(token));
  } catch {
    storageTrouble();
  }
}

export async function heldSeat(token: string): Promise<HeldSeat | undefined> {
  try {
    return (await done((await store("readonly")).get(token))) as HeldSeat | undefined;
  } catch {
    return undefined;
  }
}
