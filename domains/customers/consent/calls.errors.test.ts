import { afterAll, expect, test } from "vitest";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { consent } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const receiveText = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));
const evidenceNeeded = "This customer asked not to be texted. Enter how and when they agreed to be texted again.";

test.each(["STOP", "Please stop texting me"])("after %j opting in requires non-blank evidence", async (words) => {
  const { id, phone } = await fixture.customer();
  await receiveText(phone, words);
  for (const evidence of [undefined, "", "   "]) {
    await expect(agent(consent.opt, { body: { user_id: id, opt_type: "in", evidence } })).rejects.toMatchObject({
      status: 422,
      message: evidenceNeeded,
      fields: { evidence: evidenceNeeded },
    });
  }
  expect((await agent(consent.history, { params: { id } })).data.events).toHaveLength(1);
});

test("limits evidence to a thousand characters and the direction to in or out", async () => {
  const { id } = await fixture.customer();
  const tooLong = agent(consent.opt, { body: { user_id: id, opt_type: "in", evidence: "x".repeat(1001) } });
  await expect(tooLong).rejects.toMatchObject({
    status: 422,
    fields: { evidence: "Use at most 1,000 characters" },
  });
  const invalid = agent(consent.opt, { body: { user_id: id, opt_type: "maybe" as "in" } });
  await expect(invalid).rejects.toMatchObject({ status: 422, fields: { opt_type: "Select in or out" } });
});

test("a text that was no request can't be decided", async () => {
  const { id, phone } = await fixture.customer();
  await receiveText(phone, "stop by Saturday");
  await receiveText(phone, "START");
  const { events } = (await agent(consent.history, { params: { id } })).data;
  const granted = events[0]?.id ?? 0;
  const decide = agent(consent.decide, { params: { id }, body: { event_id: granted, decision: "no_request" } });
  await expect(decide).rejects.toMatchObject({ status: 404 });
});

test("another location's customer has no history, no proof and no toggle", async () => {
  const stranger = await app.signIn(dealer.otherAgent);
  const { id } = await fixture.customer();
  for (const call of [consent.history, consent.proof] as const) {
    await expect(stranger(call, { params: { id } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(stranger(consent.opt, { body: { user_id: id, opt_type: "out" } })).rejects.toMatchObject({
    status: 404,
  });
});
