import { afterAll, beforeEach, expect, test } from "vitest";
import { customFields } from "#domains/customers/custom/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textCampaigns } from "../../text/contract.ts";
import { sendTexts } from "./sendDue.ts";
import { settleOverdue } from "./settle.ts";
import { startDue } from "./start.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
let owner = await app.signIn(dealer.owner);
const { server } = app;

/** Noon in Albany on a weekday, so that everybody may be texted. */
beforeEach(async () => {
  const now = app.clock.now();
  const next = new Date(now.getTime() + 86_400_000);
  next.setUTCHours(17, 0, 0, 0);
  while ([0, 6].includes(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  app.clock.advance(next.getTime() - now.getTime());
  owner = await app.signIn(dealer.owner);
  app.sms.sent.splice(0);
});

const customer = () => addCustomer(owner, { first_name: "Cara", address: "1 Elm St, Albany, NY 12207" });

let count = 0;
async function campaign(size: number, template?: string) {
  const people = [];
  for (let person = 0; person < size; person += 1) people.push(await customer());
  return campaignTo(people, template);
}

async function campaignTo(
  people: readonly Awaited<ReturnType<typeof customer>>[],
  template = "Hi %first_name%, our sale starts today.",
  excludeDays = 0,
) {
  count += 1;
  const { list_id } = (await owner(lists.add, { body: { title: `Audience ${count}` } })).data;
  const customer_ids = people.map(({ id }) => id);
  await owner(lists.addCustomers, { params: { id: list_id }, body: { customer_ids } });
  const body = {
    title: `Sale ${count}`,
    campaign_template: template,
    campaign_customers_list: [list_id],
    campaign_exclude_days: excludeDays,
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
    consent: 1,
    consent_collected: 1,
  };
  const { id } = (await owner(textCampaigns.add, { body })).data;
  return { id, people };
}

const detail = async (id: number) => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;
const sentTo = (phone: string) => app.sms.sent.filter(({ to }) => to === phone);

async function runToEnd(id: number) {
  await startDue(server);
  for (let round = 0; round < 60; round += 1) {
    await sendTexts(server);
    await settleOverdue(server);
    if ((await detail(id)).campaign_status === "Sent") return;
    app.clock.advance(60_000);
  }
}

test("a business's own fields are filled in, empty where nobody knows", async () => {
  await owner(customFields.add, { body: { name: "Lease end", kind: "date" } });
  const leasing = await addCustomer(owner, {
    address: "1 Elm St, Albany, NY 12207",
    custom: { lease_end: "2027-03-04" },
  });
  const { id, people } = await campaignTo(
    [leasing, await customer()],
    "Your lease ends %custom.lease_end|soon%. %custom.lease_end% ok",
  );
  await runToEnd(id);
  const texts = people.map(({ phone }) => sentTo(phone)[0]?.body.split(" Reply STOP")[0]);
  expect(texts).toEqual(["Your lease ends 3/4/2027. 3/4/2027 ok", "Your lease ends soon.  ok"]);
  await expect(campaignTo([leasing], "Hi %custom.lease_and%")).rejects.toMatchObject({
    fields: { campaign_template: "There is no variable %custom.lease_and%. Correct or remove it" },
  });
});

test("everybody gets it once, filled in and with the footer, and the sum is the audience", async () => {
  const { id, people } = await campaign(12);
  await runToEnd(id);
  for (const { phone } of people) {
    expect(sentTo(phone).map(({ body }) => body)).toEqual([
      "Hi Cara, our sale starts today. Reply STOP to unsubscribe from marketing messages.",
    ]);
  }
  expect(await detail(id)).toMatchObject({
    campaign_status: "Sent",
    stats: { audience: 12, handed: 12, skipped: 0, waiting: 0 },
  });
});

test("busy answers are tried again, lost ones looked up, and nobody gets it twice", async () => {
  const { id, people } = await campaign(9);
  const busy = { kind: "busy", retryAfterSeconds: 1 } as const;
  const lost = { kind: "lost", why: "reset" } as const;
  app.sms.answerNext(busy, lost, busy, lost);
  // The carrier took one lost text of two.
  let lookups = 0;
  app.sms.answerFind(() => {
    lookups += 1;
    return lookups === 1 ? { kind: "found", sid: "SMfound", status: "sent" } : { kind: "absent", surely: true };
  });
  await runToEnd(id);
  // Two were refused as busy, one was never taken: those three were handed over again.
  expect(app.sms.sent).toHaveLength(people.length + 3);
  expect(await detail(id)).toMatchObject({ stats: { audience: 9, handed: 9, skipped: 0, waiting: 0 } });
});

test("a STOP after the preparation ends with its reason, and nothing leaves", async () => {
  const { id, people } = await campaign(3);
  await startDue(server);
  const [first] = people;
  const text = {
    sid: `SM${crypto.randomUUID()}`,
    from: first?.phone ?? "",
    to: dealer.number,
    body: "STOP",
    media: [],
  };
  await app.sms.listener.onInboundText({ ...text, carrierAnsweredOptOut: true });
  await runToEnd(id);
  expect(sentTo(first?.phone ?? "").filter(({ body }) => body.includes("sale"))).toEqual([]);
  expect((await detail(id)).reasons).toEqual([{ reason: "opted_out", text: "Opted out", count: 1 }]);
});

test.each([
  [0, ["first", "second"]],
  [10, ["first"]],
])(
  "somebody due in two campaigns gets the second a minute later, unless it leaves out who got one (%s days)",
  async (excludeDays, expected) => {
    const people = [await customer()];
    const first = await campaignTo(people, "The first.");
    const second = await campaignTo(people, "The second.", excludeDays);
    await startDue(server);
    await sendTexts(server);
    const bodies = () => sentTo(people[0]?.phone ?? "").map(({ body }) => body.match(/first|second/)?.[0]);
    expect(bodies()).toEqual(["first"]);
    await runToEnd(first.id);
    await runToEnd(second.id);
    expect(bodies()).toEqual(expected);
  },
);

test("two processes at once hand over each text once", async () => {
  const { id, people } = await campaign(20);
  await startDue(server);
  await Promise.all([sendTexts(server), sendTexts(server)]);
  await runToEnd(id);
  expect(app.sms.sent.filter(({ to }) => people.some(({ phone }) => phone === to))).toHaveLength(20);
});

test("a process that dies while it hands over leaves nothing twice and nothing behind", async () => {
  const { id, people } = await campaign(6);
  await startDue(server);
  const taken = new Set<string>();
  // It dies after the carrier took half of them: no answer is ever saved.
  let calls = 0;
  const dying = {
    ...server,
    ports: {
      ...server.ports,
      sms: {
        ...server.ports.sms,
        send: async (text: Parameters<typeof server.ports.sms.send>[0]) => {
          calls += 1;
          if (calls % 2 === 0) taken.add(text.to);
          throw new Error("killed");
        },
      },
    },
  };
  await expect(sendTexts(dying)).rejects.toThrow("killed");
  app.sms.answerFind(({ to }) =>
    taken.has(to) ? { kind: "found", sid: `SM${to}`, status: "sent" } : { kind: "absent", surely: true },
  );
  await runToEnd(id);
  for (const { phone } of people) expect(sentTo(phone)).toHaveLength(taken.has(phone) ? 0 : 1);
  expect(await detail(id)).toMatchObject({ stats: { audience: 6, handed: 6, skipped: 0, waiting: 0 } });
});

test("a paused campaign sends nothing, a canceled one ends everybody", async () => {
  const { id } = await campaign(4);
  await startDue(server);
  await owner(textCampaigns.pause, { params: { id } });
  await sendTexts(server);
  expect(app.sms.sent).toEqual([]);
  await owner(textCampaigns.cancel, { params: { id } });
  expect(await detail(id)).toMatchObject({
    campaign_status: "Canceled",
    stats: { audience: 4, skipped: 4, waiting: 0 },
  });
});

test("who wasn't reached becomes a list with one click, without those who opted out", async () => {
  const { id, people } = await campaign(4);
  await startDue(server);
  const [out] = people;
  const stop = { sid: `SM${crypto.randomUUID()}`, from: out?.phone ?? "", to: dealer.number, body: "STOP", media: [] };
  await app.sms.listener.onInboundText({ ...stop, carrierAnsweredOptOut: true });
  app.sms.answerNext({ kind: "refused", refusal: { code: "30003", class: "number", words: "Not reachable." } });
  await runToEnd(id);
  const failed = (await detail(id)).stats.failed;
  expect(failed).toBe(1);
  const first = await owner(textCampaigns.listNotReached, { params: { id } });
  expect(first).toMatchObject({ message: "List created", data: { people: 1 } });
  const second = await owner(textCampaigns.listNotReached, { params: { id } });
  const { rows } = await app.pool.query(
    "select l.title, m.customer_id from customer_lists l join list_members m on m.list_id = l.id where l.id = any($1) order by l.id",
    [[first.data.list_id, second.data.list_id]],
  );
  expect(rows.map(({ title }) => title.replace(/\d+/, "N"))).toEqual([
    "Not reached: Sale N",
    "Not reached: Sale N (2)",
  ]);
  expect(rows.map(({ customer_id }) => Number(customer_id))).not.toContain(out?.id);
  const reached = await campaign(1);
  await runToEnd(reached.id);
  const nobody = await owner(textCampaigns.listNotReached, { params: { id: reached.id } });
  expect(nobody).toMatchObject({ status: "info", data: { list_id: null, people: 0 } });
});
