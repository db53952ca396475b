import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { overview } from "./contract.ts";

let house: TestHouse;
let operator: Caller;

beforeAll(async () => {
  house = await openTestHouse();
  operator = await house.signIn((await house.operator()).email);
});
afterAll(() => house.close());

const figures = async () => (await operator(overview.figures)).data;
const none = { today: 0, week: 0, month: 0 };

test("before anybody is there, everything is zero; the platform itself is not counted", async () => {
  expect(await figures()).toEqual({
    ...{ clients: { ...none, all: 0 }, texts_in: none, texts_out: none, failures: none },
    ...{ numbers: { assigned: 0, requested: 0, unsettled: 0 }, as_of: expect.stringMatching(/Z$/) },
  });
});

test("each figure counts the rows of its definition, at once", async () => {
  const dealer = await house.dealership();
  const agent = await house.signIn(dealer.agent);
  const { id: customer_id, phone } = await addCustomer(agent);
  await agent(inbox.sendToCustomer, { body: { customer_id, message: "Taken" } });
  await house.jobs.doAll();
  const reference = house.sms.sent.at(-1)?.reference ?? "";
  const sid = house.sms.sids.get(reference) ?? "";
  await house.sms.listener.status({ reference, sid, status: "delivered", refusal: undefined });
  const refusal = { code: "30005", class: "number", words: "Unknown number." } as const;
  house.sms.answerNext({ kind: "refused", refusal });
  await agent(inbox.sendToCustomer, { body: { customer_id, message: "Refused" } });
  await house.jobs.doAll();
  const text = { from: phone, to: dealer.number, media: [], carrierAnsweredOptOut: false };
  for (const body of ["One", "Two", "Three"]) await house.sms.listener.inbound({ ...text, sid: `SM${body}`, body });
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  const { data: location } = await (await house.signIn(dealer.owner))(locations.store, { body: place });
  await house.pool.query("update locations set phone_no_request = 2 where id = $1", [location.id]);
  house.sms.numbers.buyNext(async () => ({ kind: "lost", why: "no answer" }));
  const purchase = { dealerId: dealer.dealer_id, selectedNumber: "+19095550142" };
  await operator(clients.buyNumber, { body: purchase });

  const all = (count: number) => ({ today: count, week: count, month: count });
  expect(await figures()).toMatchObject({
    ...{ clients: { ...all(1), all: 1 }, texts_in: all(3), texts_out: all(1), failures: all(1) },
    numbers: { assigned: 2, requested: 1, unsettled: 1 },
  });
});

test("a day, a week and a month begin in the operator's zone", async () => {
  // A Wednesday, noon in New York; the week began on Sunday the 29th, in the month before.
  house.clock.set(new Date("2026-04-01T16:00:00Z"));
  operator = await house.signIn("operator@example.com");
  const times = ["2026-04-01T04:00Z", "2026-04-01T03:59Z", "2026-03-29T04:00Z", "2026-03-29T03:59Z"];
  const { rows } = await house.pool.query("select id from messages where is_from_customer = 1 order by id");
  await house.pool.query("update messages set datetime = '2020-01-01'");
  for (const [at, { id }] of rows.entries()) {
    await house.pool.query("update messages set datetime = $1 where id = $2", [times[at + 1], id]);
  }
  expect((await figures()).texts_in).toEqual({ today: 0, week: 2, month: 0 });
  await house.pool.query("update messages set datetime = $1 where id = $2", [times[0], rows[0].id]);
  expect((await figures()).texts_in).toEqual({ today: 1, week: 2, month: 1 });
});
