import { createObservable } from "#core/observable.ts";
import { useObservable } from "../useStore.ts";

/** Where this browser stores that it is muted; a preference, so it survives a logout. */
const key = "sound";

const isMuted = createObservable(() => localStorage.getItem(key) === "off");

/** Mutes or unmutes this browser. */
export function setMuted(muted: boolean): void {
  if (muted) localStorage.setItem(key, "off");
  else localStorage.removeItem(key);
  isMuted.notify();
}

/** Whether this browser is muted; updates wherever the switch is. */
export function useMuted(): boolean {
  return useObservable(isMuted);
}

/** The bell's tones: a struck note and the fifth above it. */
const tones = [
  { hertz: 880, loudness: 0.12, seconds: 0.9 },
  { hertz: 1320, loudness: 0.06, seconds: 0.6 },
] as const;

/** A burst of messages rings once. */
const minGapMs = 1500;

let audio: AudioContext | undefined;
let lastRing = Number.NEGATIVE_INFINITY;

/** Rings a short bell. Browsers block sound before the first click or key, so it stays silent until then. */
export function ring(now: number = performance.now()): void {
  if (isMuted.get() || now - lastRing < minGapMs || !navigator.userActivation?.hasBeenActive) return;
  lastRing = now;
  audio ??= new AudioContext();
  void audio.resume().then(strike, () => undefined);
}

function strike(): void {
  if (!audio) return;
  const start = audio.currentTime;
  for (const { hertz, loudness, seconds } of tones) {
    const oscillator = new OscillatorNode(audio, { frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
  }
}
