import * as fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { type Desk, type StepKind, stepKinds, Timeline } from "#testing/customers/timeline.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/**
 * For random sequences of events: nothing is sent or delivered while the newest consent of one of a customer's phones is no.
 * A model that tracks only consent per phone predicts the outcome.
 */
let app: TestApp;
let dealer: Dealership;
/** A manager's rights at both locations. */
let desks: readonly Desk[];

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const { location_id, otherLocation_id, owner, number, otherNumber } = dealer;
  desks = [
    { call: await app.signIn(owner, location_id), number, location_id },
    { call: await app.signIn(owner, otherLocation_id), number: otherNumber, location_id: otherLocation_id },
  ];
});
afterAll(() => app.close());

interface TimelineStep {
  readonly kind: StepKind;
  /** Indexes of the phone it is about, and of the phone to merge with. */
  readonly phone: number;
  readonly other: number;
  readonly desk: number;
}

const steps: fc.Arbitrary<TimelineStep[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...stepKinds), phone: fc.nat(2), other: fc.nat(2), desk: fc.nat(1) }),
  { minLength: 5, maxLength: 40 },
);

/** Timelines that always run besides the random ones. */
const requiredTimelines: readonly (readonly StepKind[])[] = [
  ["create", "send later", "STOP", "work"],
  ["create", "fail", "STOP", "retry", "work"],
  ["create", "STOP", "delete", "create", "send"],
  ["create", "STOP", "import with attestation", "send", "undo import", "send"],
  ["create", "please stop texting me", "import with attestation", "opt in", "dismiss"],
  ["create", "opt out", "yes", "opt out", "opt in", "opt in with evidence", "send"],
];

test("nothing is sent and nothing queued leaves while the newest consent is no", {
  timeout: 240_000,
}, async () => {
  const property = fc.asyncProperty(steps, async (steps) => {
    app.jobs.queued.splice(0);
    // The rate limit of imports is not under test here.
    await app.pool.query("delete from rate_limits");
    const timeline = new Timeline(app, dealer, desks);
    for (const { kind, phone, other, desk } of steps) {
      await timeline.apply(kind, timeline.phones[phone] ?? "", timeline.phones[other] ?? "", desk);
    }
    await timeline.compare();
  });
  const examples = requiredTimelines.map((kinds): [TimelineStep[]] => [
    kinds.map((kind) => ({ kind, phone: 0, other: 1, desk: 0 })),
  ]);
  // A slow machine runs fewer, but at least the examples.
  await fc.assert(property, {
    numRuns: Number(process.env.TIMELINES ?? inDepth(25, 8)),
    interruptAfterTimeLimit: 180_000,
    examples,
  });
});
