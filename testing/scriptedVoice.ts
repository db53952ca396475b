import type { FetchedFile } from "#ports/carrier.ts";
import { simulatedSound } from "#ports/voice/simulator/sound.ts";
import type { OutgoingCall, PlaceResult, Voice, VoiceCallbacks } from "#ports/voice/voice.ts";

/** A voice carrier under a test's control. */
export interface ScriptedVoice extends Voice {
  /** The recording URLs that were fetched. */
  readonly fetched: string[];
  /** The calls that the application placed. */
  readonly placed: OutgoingCall[];
  /** Returns this for the next call that is placed; later ones ring again. */
  placeNext(result: PlaceResult): void;
  /** Returns these for the next recordings; later ones are a second of sound again. */
  fetchNext(...results: (FetchedFile | Error)[]): void;
  /** The listener that the application passed to connect(): delivers call events to it. */
  readonly listener: VoiceCallbacks;
}

export function createScriptedVoice(): ScriptedVoice {
  const results: (FetchedFile | Error)[] = [];
  const fetched: string[] = [];
  const placed: OutgoingCall[] = [];
  const placeResults: PlaceResult[] = [];
  let connected: VoiceCallbacks | undefined;
  return {
    fetched,
    placed,
    placeNext: (result) => void placeResults.push(result),
    async placeCall(call, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "refused", class: "later", why: "too late" };
      placed.push(call);
      return placeResults.shift() ?? { kind: "placed", sid: `CA${call.reference.replaceAll("-", "")}` };
    },
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
