/* The service worker: the whole page from this browser's own store, network or not.
 *
 * web/build.mjs puts in which files there are and a version that changes when one of them
 * does. One version is kept whole: it is stored completely before it is used, and a newer
 * one takes over only when no more than one tab would notice, never under a game. */
export {};
declare const self: ServiceWorkerGlobalScope;
declare const PAGE_VERSION: string;
declare const PAGE_FILES: readonly string[];

/* Two pages of one host, in different folders, do not share a store. */
const PREFIX = `colonnade ${new URL(self.registration.scope).pathname} `;
const STORE = PREFIX + PAGE_VERSION;

self.addEventListener("install", (event) => {
  const requests = PAGE_FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== STORE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

/* A newer version that waits is let in when this load is all there is of the page. It takes
 * over once nothing is asked of this one any more: the browser is sent to ask again. From
 * then on this version shows no page, lest an old page meet a new engine; unless the newer
 * one does not come. */
let sentAway = 0;
const MOST_SENT_AWAY = 50;

async function newerInstead(): Promise<Response | undefined> {
  const waiting = self.registration.waiting;
  if (sentAway === 0 && (!waiting || (await self.clients.matchAll({ type: "window" })).length > 1)) return undefined;
  if (++sentAway > MOST_SENT_AWAY) return undefined;
  waiting?.postMessage("take over");
  /* Not by a header: for an address with something after # that would load nothing. */
  return new Response("<!doctype html><script>location.reload()</script>", {
    headers: { "content-type": "text/html" },
  });
}

async function answer(request: Request): Promise<Response> {
  const store = await caches.open(STORE);
  if (request.mode === "navigate") {
    const newer = await newerInstead();
    if (newer) return newer;
    const page = await store.match("./");
    if (page) return page;
  }
  return (await store.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/* "Your turn": to the game, in the tab that is open or in a new one. */
self.addEventListener("notificationclick", (event) => {
  const { url } = event.notification.data as { url: string };
  event.notification.close();
  const go = async () => {
    const [tab] = await self.clients.matchAll({ type: "window" });
    if (!tab) return void (await self.clients.openWindow(url));
    await tab.focus();
    await tab.navigate(url);
  };
  event.waitUntil(go());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
