import type { FetchedFile } from "#ports/carrier.ts";
import { simulatedSound } from "#ports/voice/simulator/sound.ts";
import type { Voice, VoiceCallbacks } from "#ports/voice/voice.ts";

/** A voice carrier under a test's control. */
export interface ScriptedVoice extends Voice {
  /** The recording URLs that were fetched. */
  readonly fetched: string[];
  /** Returns these for the next recordings; later ones are a second of sound again. */
  fetchNext(...results: (FetchedFile | Error)[]): void;
  /** The listener that the application passed to connect(): delivers call events to it. */
  readonly listener: VoiceCallbacks;
}

export function createScriptedVoice(): ScriptedVoice {
  const results: (FetchedFile | Error)[] = [];
  const fetched: string[] = [];
  let connected: VoiceCallbacks | undefined;
  return {
    fetched,
    fetchNext: (...next) => void results.push(...next),
    get listener() {
      if (!connected) throw new Error("The application is not connected to the carrier");
      return connected;
    },
    async fetchRecording(url) {
      fetched.push(url);
      const result = results.shift() ?? { type: "audio/wav", bytes: simulatedSound("tone", 1) };
      if (result instanceof Error) throw result;
      return result;
    },
    connect: async (listener) => {
      connected = listener;
    },
    stop: async () => {},
  };
}
