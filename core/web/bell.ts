import { useStore } from "./useStore.ts";

/** Where this browser remembers that it shall be silent; a preference, so it outlives a logout. */
const key = "sound";

const listeners = new Set<() => void>();

const isMuted = () => localStorage.getItem(key) === "off";

/** Has this browser ring, or be silent. */
export function setMuted(muted: boolean): void {
  if (muted) localStorage.setItem(key, "off");
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** Whether this browser is silent; follows the switch, wherever it is. */
export function useMuted(): boolean {
  return useStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isMuted);
}

/** The bell's tones: a struck note and the fifth over it. */
const tones = [
  { hertz: 880, loudness: 0.12, seconds: 0.9 },
  { hertz: 1320, loudness: 0.06, seconds: 0.6 },
] as const;

/** One sound for a burst of messages. */
const quietFor = 1500;

let audio: AudioContext | undefined;
let lastRing = Number.NEGATIVE_INFINITY;

/** Rings a short bell. Browsers allow no sound before the first click or key; until then it stays silent. */
export function ring(now: number = performance.now()): void {
  if (isMuted() || now - lastRing < quietFor || !navigator.userActivation?.hasBeenActive) return;
  lastRing = now;
  audio ??= new AudioContext();
  void audio.resume().then(strike, () => undefined);
}

function strike(): void {
  if (!audio) return;
  const start = audio.currentTime;
  for (const { hertz, loudness, seconds } of tones) {
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const fading = new GainNode(audio, { gain: 0 });
    fading.gain.linearRampToValueAtTime(loudness, start + 0.01);
    fading.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(fading).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
