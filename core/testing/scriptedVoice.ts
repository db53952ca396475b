import { simulatedSound } from "#ports/voice/simulatedSound.ts";
import type { FetchedRecording, Voice, VoiceListener } from "#ports/voice/voice.ts";

/** A carrier of calls that does what a test tells it. */
export interface ScriptedVoice extends Voice {
  /** The addresses that were fetched. */
  readonly fetched: string[];
  /** The next recordings are fetched like this; afterwards each is a second of sound again. */
  fetchNext(...results: (FetchedRecording | Error)[]): void;
  /** What the application made of connect(): tells it things as a carrier would. */
  readonly listener: VoiceListener;
}

export function createScriptedVoice(): ScriptedVoice {
  const results: (FetchedRecording | Error)[] = [];
  const fetched: string[] = [];
  let connected: VoiceListener | undefined;
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
