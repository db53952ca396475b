import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { voice } from "./contract.ts";

let house: TestHouse;
let dealer: Dealership;

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
});
afterAll(() => house.close());

const usual = expect.stringMatching(/^Sorry we missed your call\. .*Dealer /);

test("at first calls are recorded and announced, and a missed one is answered by text", async () => {
  const { data } = await (await house.signIn(dealer.manager))(voice.settings);
  expect(data).toEqual({ recording_consent: 1, missed_call_text: 1, missed_call_words: usual });
});

test("a location's choice is its own, is kept, and stands in the audit trail", async () => {
  const owner = await house.signIn(dealer.owner, dealer.location_id);
  const body = { recording_consent: 0, missed_call_text: 0, missed_call_words: "We'll call you back." } as const;
  const changed = await owner(voice.changeSettings, { body });
  expect(changed).toMatchObject({ message: "Saved", data: body });
  expect((await owner(voice.settings)).data).toEqual(body);
  const elsewhere = await house.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(voice.settings)).data.recording_consent).toBe(1);
  const audit = await house.pool.query("select subject_id::int as id, detail from audit_log where action = $1", [
    "changed how calls are taken",
  ]);
  expect(audit.rows).toEqual([{ id: dealer.location_id, detail: { recording_consent: 0, missed_call_text: 0 } }]);
});

test("empty words are the usual ones", async () => {
  const manager = await house.signIn(dealer.manager);
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "" } as const;
  expect((await manager(voice.changeSettings, { body })).data.missed_call_words).toEqual(usual);
});

test.each([
  [{ missed_call_words: "x".repeat(321) }, { missed_call_words: "Please use at most 320 characters" }],
  [{ recording_consent: 2 }, { recording_consent: "Please choose whether calls are recorded" }],
  [{ recording_consent: undefined }, { recording_consent: "Please choose whether calls are recorded" }],
  [{ missed_call_text: "perhaps" }, { missed_call_text: "Please choose whether a missed call is answered by text" }],
])("%j is refused with words", async (more, fields) => {
  const manager = await house.signIn(dealer.manager);
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "Hi", ...more } as never;
  await expect(manager(voice.changeSettings, { body })).rejects.toMatchObject({ status: 422, fields });
});

test("agents don't decide on it", async () => {
  const agent = await house.signIn(dealer.agent);
  await expect(agent(voice.settings)).rejects.toMatchObject({ status: 403 });
});
