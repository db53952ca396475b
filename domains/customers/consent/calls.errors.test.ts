import { afterAll, expect, test } from "vitest";
import { openTalk } from "#domains/inbox/testing/talk.ts";
import { consent } from "./contract.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());

const say = (phone: string, body: string) => house.sms.listener.inbound(talk.inbound(phone, body));
const needed = "This customer asked not to be texted. Please write down how and when they agreed to be texted again.";

test.each(["STOP", "Please stop texting me"])(
  "after %j opting in takes evidence, and blanks are none",
  async (words) => {
    const { id, phone } = await talk.customer();
    await say(phone, words);
    for (const evidence of [undefined, "", "   "]) {
      await expect(agent(consent.opt, { body: { user_id: id, opt_type: "in", evidence } })).rejects.toMatchObject({
        ...{ status: 422, message: needed, fields: { evidence: needed } },
      });
    }
    expect((await agent(consent.history, { params: { id } })).data.events).toHaveLength(1);
  },
);

test("evidence is at most a thousand characters, and the direction is in or out", async () => {
  const { id } = await talk.customer();
  const long = agent(consent.opt, { body: { user_id: id, opt_type: "in", evidence: "x".repeat(1001) } });
  await expect(long).rejects.toMatchObject({
    status: 422,
    fields: { evidence: "Please use at most 1,000 characters" },
  });
  const odd = agent(consent.opt, { body: { user_id: id, opt_type: "maybe" as "in" } });
  await expect(odd).rejects.toMatchObject({ status: 422, fields: { opt_type: "Please choose in or out" } });
});

test("nobody is asked about a text that was no request", async () => {
  const { id, phone } = await talk.customer();
  await say(phone, "stop by Saturday");
  await say(phone, "START");
  const { events } = (await agent(consent.history, { params: { id } })).data;
  const granted = events[0]?.id ?? 0;
  const decide = agent(consent.decide, { params: { id }, body: { event_id: granted, decision: "no_request" } });
  await expect(decide).rejects.toMatchObject({ status: 404 });
});

test("a deleted customer, and another location's, has no history, no proof and no toggle", async () => {
  const stranger = await house.signIn(dealer.otherAgent);
  const { id } = await talk.customer();
  for (const call of [consent.history, consent.proof] as const) {
    await expect(stranger(call, { params: { id } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(stranger(consent.opt, { body: { user_id: id, opt_type: "out" } })).rejects.toMatchObject({
    status: 404,
  });
});
