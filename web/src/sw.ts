/* The service worker: serves the whole page from this browser's own store, with or without a network.
 *
 * web/build.mjs inserts the list of files and a version that changes with them. A version is stored completely
 * before it is used, and a newer one takes over only when at most one tab is open, never during a game. */
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

/* A newer version waits until a page that has not started yet asks for it (web/src/offline.ts), and while another
 * tab shows the older one. */
self.addEventListener("message", (event) => {
  if (event.data !== "take over") return;
  const decide = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = windows.filter((tab) => tab.url.startsWith(self.registration.scope));
    if (shown.length > 1) event.ports[0]?.postMessage("another tab");
    else await self.skipWaiting();
  };
  event.waitUntil(decide());
});

async function answer(request: Request): Promise<Response> {
  const store = await caches.open(STORE);
  const page = request.mode === "navigate" ? await store.match("./") : undefined;
  return page ?? (await store.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/* "Your turn" leads to the game, in an open tab or in a new one. */
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
