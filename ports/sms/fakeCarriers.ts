import type { OpenFakeCarrier } from "./fakeCarrier.ts";
import { openFakeSimulator } from "./simulator/fakeSimulatorCarrier.ts";
import { openFakeTwilio } from "./twilio/fakeTwilioCarrier.ts";

/** Every adapter, for the conformance tests. */
export const fakeCarriers: readonly (readonly [provider: string, OpenFakeCarrier])[] = [
  ["twilio", openFakeTwilio],
  ["simulator", openFakeSimulator],
];
