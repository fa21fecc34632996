/* The sound of a piece set down on wood, and a short vibration. Silent unless asked for. */

let context: AudioContext | undefined;

export const canKnock = (): boolean => "AudioContext" in window;

/* A short burst of noise through a low filter: soft, as felt on wood. `heavy`: something was taken or won. */
export function knock(heavy = false): void {
  if (!canKnock()) return;
  context ??= new AudioContext();
  const { currentTime: now, sampleRate } = context;
  const length = Math.round(sampleRate * (heavy ? 0.16 : 0.07));
  const buffer = context.createBuffer(1, length, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / length);
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = heavy ? 420 : 780;
  gain.gain.setValueAtTime(0.5, now);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(heavy ? 25 : 10);
}
