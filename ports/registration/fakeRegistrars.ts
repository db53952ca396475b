import type { OpenFakeRegistrar } from "./fakeRegistrar.ts";
import { openFakeSimulatedRegistrar } from "./simulator/fakeSimulatedRegistrar.ts";
import { openFakeTwilioRegistrar } from "./twilio/fakeTwilioRegistrar.ts";

/** Every adapter, for the conformance tests. */
export const fakeRegistrars: readonly (readonly [provider: string, OpenFakeRegistrar])[] = [
  ["twilio", openFakeTwilioRegistrar],
  ["simulator", openFakeSimulatedRegistrar],
];
