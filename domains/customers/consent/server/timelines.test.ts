import * as fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { type Desk, type Kind, kinds, Timeline } from "../testing/timeline.ts";

/**
 * Whatever happens to phones, customers and lists in whatever order: nothing can be sent, and nothing that waits is handed
 * over, while the newest thing said for one of a customer's phones is no. What should hold is kept by a model that knows
 * only what was said for which phone.
 */
let house: TestHouse;
let dealer: Dealership;
/** A manager's rights at both locations. */
let at: readonly Desk[];

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  const { location_id, otherLocation_id, owner, number, otherNumber } = dealer;
  at = [
    { call: await house.signIn(owner, location_id), number, location_id },
    { call: await house.signIn(owner, otherLocation_id), number: otherNumber, location_id: otherLocation_id },
  ];
});
afterAll(() => house.close());

interface Step {
  readonly kind: Kind;
  /** Which of the three phones it is about, and with which of the others they are merged. */
  readonly phone: number;
  readonly other: number;
  readonly place: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), phone: fc.nat(2), other: fc.nat(2), place: fc.nat(1) }),
  { minLength: 5, maxLength: 40 },
);

/** What must be among the timelines, whatever chance brings. */
const told: readonly (readonly Kind[])[] = [
  ["create", "send later", "STOP", "work"],
  ["create", "fail", "STOP", "retry", "work"],
  ["create", "STOP", "delete", "create", "send"],
  ["create", "STOP", "import with attestation", "send", "undo import", "send"],
  ["create", "please stop texting me", "import with attestation", "opt in", "dismiss"],
  ["create", "opt out", "yes", "opt out", "opt in", "opt in with evidence", "send"],
];

test("nothing is sent, and nothing that waits leaves, while the newest thing said is no", {
  timeout: 240_000,
}, async () => {
  const property = fc.asyncProperty(steps, async (taken) => {
    house.jobs.kept.splice(0);
    // How often one person may import is not what is tried here.
    await house.pool.query("delete from rate_limits");
    const timeline = new Timeline(house, dealer, at);
    for (const { kind, phone, other, place } of taken) {
      await timeline.take(kind, timeline.phones[phone] ?? "", timeline.phones[other] ?? "", place);
    }
    await timeline.compare();
  });
  const examples = told.map((kinds): [Step[]] => [kinds.map((kind) => ({ kind, phone: 0, other: 1, place: 0 }))]);
  // A slow machine tries fewer of them, but never none.
  await fc.assert(property, {
    numRuns: Number(process.env.TIMELINES ?? 25),
    interruptAfterTimeLimit: 180_000,
    examples,
  });
});
