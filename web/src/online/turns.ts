/* Tells players that it is their turn, in every way that this browser supports and that they asked for. */
import { keep, recall } from "../store.js";
import { T } from "../text.js";

export interface Ways {
  notify: boolean;
  sound: boolean;
  vibrate: boolean;
}

const isWays = (value: unknown): value is Partial<Ways> => typeof value === "object" && value !== null;

export const canNotify = (): boolean => "Notification" in window;
export const canVibrate = (): boolean => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
export const canSound = (): boolean => "AudioContext" in window;

interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

export class Turns {
  readonly ways: Ways;
  private audio: AudioContext | undefined;
  private told = new Map<string, number>(); // by round: the event after which the player was told

  constructor() {
    const kept = recall("turns", isWays) ?? {};
    this.ways = {
      notify: kept.notify === true && canNotify() && Notification.permission === "granted",
      sound: kept.sound === true,
      vibrate: kept.vibrate !== false,
    };
  }

  /* False: the browser does not allow it. */
  async set(way: keyof Ways, on: boolean): Promise<boolean> {
    if (way === "notify" && on && (await Notification.requestPermission()) !== "granted") return false;
    this.ways[way] = on;
    keep("turns", this.ways);
    if (way === "sound" && on) this.sound();
    return true;
  }

  /* Once per turn; `looking`: whether they see it anyway. */
  tell(round: string, number: number, words: string, hash: string, looking: boolean): void {
    if ((this.told.get(round) ?? -1) >= number) return;
    this.told.set(round, number);
    if (this.ways.sound) this.sound();
    if (this.ways.vibrate && canVibrate()) navigator.vibrate([80, 60, 80]);
    if (this.ways.notify && !looking) void this.notify(round, words, hash);
  }

  /* On the installed page's icon, and on the tab's. */
  count(turns: number): void {
    const badging = navigator as Badging;
    void (turns > 0 ? badging.setAppBadge?.(turns) : badging.clearAppBadge?.())?.catch(() => undefined);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = turns > 0 ? "icon-turn.svg" : "icon.svg";
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  }

  /* Two short notes. */
  private sound(): void {
    if (!canSound()) return;
    this.audio ??= new AudioContext();
    const { audio } = this;
    void audio.resume().catch(() => undefined);
    for (const [i, pitch] of [523.25, 659.25].entries()) {
      const note = audio.createOscillator();
      const volume = audio.createGain();
      const from = audio.currentTime + i * 0.14;
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(0.12, from + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
      note.connect(volume).connect(audio.destination);
      note.start(from);
      note.stop(from + 0.32);
    }
  }

  private async notify(round: string, words: string, hash: string): Promise<void> {
    const url = `${location.href.split("#")[0] ?? ""}${hash}`;
    const options = { body: words, tag: round, icon: "icon-192.png", data: { url } };
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker) return await worker.showNotification(T("Your turn"), options);
      const shown = new Notification(T("Your turn"), options);
      shown.onclick = () => {
        focus();
        location.hash = hash;
      };
    } catch {
      /* some browsers only claim to support it */
    }
  }
}
