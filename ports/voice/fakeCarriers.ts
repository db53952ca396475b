import type { OpenFakeCalls } from "./fakeCalls.ts";
import { openFakeSimulatorCalls } from "./simulator/fakeSimulatorCalls.ts";
import { openFakeTwilioCalls } from "./twilio/fakeTwilioVoice.ts";

/** Every adapter, for the conformance test. */
export const fakeCarriers: readonly (readonly [provider: string, OpenFakeCalls])[] = [
  ["twilio", openFakeTwilioCalls],
  ["simulator", openFakeSimulatorCalls],
];
