/* The page without a network: its service worker keeps every file of this version. */

/* A newer version that takes over while the page is still being loaded leaves requests of the old one
 * unanswered: the page begins again, with the newer one. `ready`: it is loaded. */
export function beginAgainWhenReplaced(ready: () => boolean): void {
  if (!("serviceWorker" in navigator) || !navigator.serviceWorker.controller) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => !ready() && location.reload(), { once: true });
}

/* Asks the browser to keep the page, once it has been shown. A browser that cannot, or an
 * address that is neither secure nor this machine's, changes nothing else. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const register = () => void navigator.serviceWorker.register("sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
