/* The page without a network: its service worker keeps every file of this version. */

/* Asks the browser to store the page, once it has been shown. Without a service worker, or at an insecure address,
 * everything else works the same. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const register = () => void navigator.serviceWorker.register("sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/* How many milliseconds a page waits for the newer version before it starts without. */
const PATIENCE = 10000;

/* A newer version that was stored since the last visit takes over before this page starts, so that no old page
 * meets a new engine: the page reloads, and this one does not go on. While another tab shows the older version,
 * the newer one waits. */
export async function letNewerVersionIn(): Promise<void> {
  if (!("serviceWorker" in navigator) || !navigator.serviceWorker.controller) return;
  const waiting = (await navigator.serviceWorker.getRegistration().catch(() => undefined))?.waiting;
  if (!waiting) return;
  const taken = new Promise<"taken">((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => done("taken"), { once: true });
  });
  const refused = new Promise<"refused">((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done("refused");
    waiting.postMessage("take over", [channel.port2]);
  });
  const late = new Promise<"late">((done) => setTimeout(() => done("late"), PATIENCE));
  const outcome = await Promise.race([taken, refused, late]);
  if (outcome === "refused") return;
  const again = taken.then(() => {
    location.reload();
    return new Promise<void>(() => undefined);
  });
  if (outcome === "taken") await again;
}
