/* The page without a network: its service worker keeps every file of this version. */

/* Asks the browser to keep the page, once it has been shown. A browser that cannot, or an
 * address that is neither secure nor this machine's, changes nothing else. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const register = () => void navigator.serviceWorker.register("sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
