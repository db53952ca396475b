import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { voice } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
});
afterAll(() => app.close());

const defaultText = expect.stringMatching(/^Sorry we missed your call\. .*Dealer /);

test("by default calls are recorded, and missed ones are answered by text", async () => {
  const { data } = await (await app.signIn(dealer.manager))(voice.settings);
  expect(data).toEqual({ recording_consent: 1, send_email: 1, missed_call_text: 1, missed_call_words: defaultText });
});

test("a location's settings are its own, are stored, and appear in the audit trail", async () => {
  const owner = await app.signIn(dealer.owner, dealer.location_id);
  const body = { recording_consent: 0, missed_call_text: 0, missed_call_words: "We'll call you back." } as const;
  const changed = await owner(voice.changeSettings, { body });
  expect(changed).toMatchObject({ message: "Saved", data: body });
  expect((await owner(voice.settings)).data).toEqual({ ...body, send_email: 1 });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(voice.settings)).data.recording_consent).toBe(1);
  const audit = await app.pool.query("select subject_id::int as id, detail from audit_log where action = $1", [
    "changed how calls are taken",
  ]);
  expect(audit.rows).toEqual([{ id: dealer.location_id, detail: { recording_consent: 0, missed_call_text: 0 } }]);
});

test("an empty text means the default one", async () => {
  const manager = await app.signIn(dealer.manager);
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "" } as const;
  expect((await manager(voice.changeSettings, { body })).data.missed_call_words).toEqual(defaultText);
});

test.each([
  [{ missed_call_words: "x".repeat(321) }, { missed_call_words: "Use at most 320 characters" }],
  [{ recording_consent: 2 }, { recording_consent: "Select whether calls are recorded" }],
  [{ recording_consent: undefined }, { recording_consent: "Select whether calls are recorded" }],
  [{ missed_call_text: "perhaps" }, { missed_call_text: "Select whether a missed call is answered by text" }],
])("%j fails validation with a message", async (more, fields) => {
  const manager = await app.signIn(dealer.manager);
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "Hi", ...more } as never;
  await expect(manager(voice.changeSettings, { body })).rejects.toMatchObject({ status: 422, fields });
});

test("agents can't see the settings", async () => {
  const agent = await app.signIn(dealer.agent);
  await expect(agent(voice.settings)).rejects.toMatchObject({ status: 403 });
});
