import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { catchUpWithAnswers } from "../server/followLeads.ts";
import { type BoardOrder, cardsAtOnce, leadBoard } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let stages: Map<string, number>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
  stages = new Map((await agent(leads.options)).data.stages.map(({ name, id }) => [name, id]));
});

const stageId = (name: string) => stages.get(name) ?? 0;
const wanted = (price = "") => [{ interest: "buy" as const, make: "Honda", model: "Accord", price }];
async function add(price = "", more: object = {}): Promise<number> {
  app.clock.advance(60_000);
  return (await agent(leads.add, { body: { phone: freshPhone(), vehicles: wanted(price), ...more } })).data.id;
}
const move = (id: number, name: string, more: object = {}) =>
  agent(leads.move, { params: { id }, body: { stage_id: stageId(name), ...more } });
async function column(name: string, body: object = {}, call = agent) {
  const { columns } = (await call(leadBoard.columns, { body })).data;
  const found = columns.find(({ stage_id }) => stage_id === stageId(name));
  return { ...found, ids: found?.leads.map(({ id }) => id) };
}
const text = (from: string, body: string) =>
  app.sms.listener.onInboundText({
    sid: `SM${freshPhone().slice(1)}`,
    from,
    to: dealer.number,
    body,
    media: [],
    carrierAnsweredOptOut: false,
  });

test("a column says how many leads it has and what they are worth, in each order", async () => {
  const [first, second, third] = [await add("$30,000"), await add("call us"), await add("45000")];
  expect(await column("New")).toMatchObject({ count: 3, value: 75_000, ids: [first, second, third], next: "" });
  expect((await column("New", { order: "newest" })).ids).toEqual([third, second, first]);
  expect((await column("New", { order: "value" })).ids).toEqual([third, first, second]);
  expect((await column("New")).leads?.map(({ value }) => value)).toEqual([30_000, null, 45_000]);
  await agent(leads.update, {
    params: { id: second },
    body: { kind: "sales", source: "", vehicles: wanted("$10,000") },
  });
  await move(first, "Contacted");
  expect(await column("New")).toMatchObject({ count: 2, value: 55_000 });
  expect(await column("Contacted")).toMatchObject({ count: 1, value: 30_000, ids: [first] });
});

test("its filters, search and views narrow the columns, and a stage leaves one", async () => {
  const me = (await agent(accounts.profile)).data.id;
  const [mine, other] = [
    await add("$1,000", { owner_id: me, source: "Radio" }),
    await add("$2,000", { first_name: "Zoë" }),
  ];
  expect((await column("New", { show: "mine" })).ids).toEqual([mine]);
  expect((await column("New", { show: "unassigned" })).ids).toEqual([other]);
  await move(mine, "Sold");
  expect(await column("Sold", { show: "mine" })).toMatchObject({ count: 1, value: 1_000 });
  expect(await column("Sold", { show: "unassigned" })).toMatchObject({ count: 0 });
  await move(mine, "New");
  expect(await column("New", { source: "Radio" })).toMatchObject({ count: 1, value: 1_000, ids: [mine] });
  expect((await column("New", { search: "zoe" })).ids).toEqual([other]);
  const { columns } = (await agent(leadBoard.columns, { body: { stage_id: stageId("Shown") } })).data;
  expect(columns).toMatchObject([{ stage_id: stageId("Shown"), count: 0, value: 0, leads: [] }]);
});

test("closed leads are this month's, by the location's clock", async () => {
  const [sold, lost] = [await add("$9,000"), await add()];
  await move(sold, "Sold");
  await move(lost, "Lost", { lost_reason: "Too far" });
  expect(await column("Sold")).toMatchObject({ count: 1, value: 9_000, leads: [] });
  const cards = await agent(leadBoard.cards, { body: { stage_id: stageId("Sold") } });
  expect(cards.data).toMatchObject({ leads: [{ id: sold, outcome: "sold" }], next: "" });
  await app.pool.query("update leads set closed_at = closed_at - interval '40 days' where id = $1", [sold]);
  expect(await column("Sold")).toMatchObject({ count: 0, value: 0 });
  expect((await agent(leadBoard.cards, { body: { stage_id: stageId("Sold") } })).data.leads).toEqual([]);
});

test.each(["waiting", "newest", "value"] satisfies BoardOrder[])(
  "every card of a long column comes once, ordered by %s",
  async (order) => {
    const ids: number[] = [];
    for (let count = 0; count < cardsAtOnce + 5; count += 1) ids.push(await add(String(1_000 * (count % 4))));
    const first = await column("New", { order });
    expect(first.ids).toHaveLength(cardsAtOnce);
    const body = { order, stage_id: stageId("New"), after: first.next ?? "" };
    const rest = (await agent(leadBoard.cards, { body })).data;
    expect(rest.next).toBe("");
    const seen = [...(first.ids ?? []), ...rest.leads.map(({ id }) => id)];
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(ids.length);
  },
);

test("who waits longest comes first: for the first answer, or for a reply", async () => {
  const people = [await addCustomer(agent), await addCustomer(agent), await addCustomer(agent)];
  const ids: number[] = [];
  for (const { id: customer_id } of people) ids.push(await add("", { customer_id }));
  const answer = async (at: number) => {
    app.clock.advance(60_000);
    await agent(inbox.sendToCustomer, { body: { customer_id: people[at]?.id ?? 0, message: "Yes, it's here." } });
    await catchUpWithAnswers(app.jobServer);
  };
  for (const at of [0, 1, 2]) await answer(at);
  const contacted = async () => (await column("Contacted")).leads?.map(({ id, waiting_since }) => [id, waiting_since]);
  expect(await contacted()).toEqual(ids.map((id) => [id, null]));
  app.clock.advance(60_000);
  await text(people[2]?.phone ?? "", "Can I come today?");
  const since = app.clock.now();
  const [first] = (await contacted()) ?? [];
  expect(first?.[0]).toBe(ids[2]);
  expect(Math.abs(Date.parse(String(first?.[1])) - since.getTime())).toBeLessThan(5_000);
  const rows = (await agent(leads.table, { body: {} })).data;
  expect(rows.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
  expect(rows[0]?.contact).toMatchObject({ kind: "wrote" });
  expect(rows[1]?.contact).toMatchObject({ kind: "texted" });
  await answer(2);
  expect(await contacted()).toEqual(ids.map((id) => [id, null]));
});

test("a merge takes the wait along, and a new lead of somebody who waits has it at once", async () => {
  const [kept, merged] = [await addCustomer(agent), await addCustomer(agent)];
  const id = await add("", { customer_id: merged.id });
  await agent(inbox.sendToCustomer, { body: { customer_id: merged.id, message: "Hello" } });
  await catchUpWithAnswers(app.jobServer);
  await text(kept.phone, "Is it still here?");
  const waits = async () => (await agent(leads.one, { params: { id } })).data.waiting_since !== null;
  expect(await waits()).toBe(false);
  await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
  expect(await waits()).toBe(true);
  const other = await add("", { customer_id: kept.id, vehicles: [{ interest: "buy", make: "Kia", model: "Soul" }] });
  const { rows } = await app.pool.query("select asked_at from leads where id = $1", [other]);
  expect(rows[0].asked_at).toBeInstanceOf(Date);
});

test("the next step is the customer's earliest task or appointment", async () => {
  const { id: customer_id } = await addCustomer(agent);
  const id = await add("", { customer_id });
  const next = async () => (await agent(leads.one, { params: { id } })).data.next_step;
  expect(await next()).toBeNull();
  const day = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const time = { timeType: "custom" as const, appointment_date: day, customTimeHours: "10", customTimeMinutes: "00" };
  const draft = { title: "Test drive", type: 0 as const, customer_id, notes: "", ...time, customTimeAmPm: "AM" };
  await agent(appointments.add, { body: { ...draft, confirmed: 1 } });
  expect(await next()).toMatchObject({ kind: "appointment", title: "Test drive" });
  await app.pool.query(
    `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, created_at)
     values ($1, $2, 'hand', 'Send the quote', $3, $4, $4)`,
    [dealer.dealer_id, dealer.location_id, customer_id, app.clock.now()],
  );
  expect(await next()).toMatchObject({ kind: "task", title: "Send the quote" });
});

test("other locations and businesses see none of it", async () => {
  await add("$5,000");
  const elsewhere = await app.signIn(dealer.otherAgent);
  expect(await column("New", {}, elsewhere)).toMatchObject({ count: 0, value: 0, ids: [] });
  const other = await app.dealership();
  const stranger = await app.signIn(other.agent);
  const { columns } = (await stranger(leadBoard.columns, { body: {} })).data;
  expect(columns.map(({ count }) => count)).toEqual(columns.map(() => 0));
  const foreign = { body: { stage_id: stageId("New") } };
  await expect(stranger(leadBoard.cards, foreign)).rejects.toMatchObject({ status: 404 });
});

test.each([
  [{ order: "name" }, { order: "Select an order from the list" }],
  [{ show: "everything" }, { show: "Select a view from the list" }],
  [{ kind: "rental" }, { kind: "Select a kind of lead" }],
])("%o is refused at its field", async (body, fields) => {
  await expect(agent(leadBoard.columns, { body: body as object })).rejects.toMatchObject({ status: 422, fields });
});

test.each(["x", "1.2.3", "-1.1", "9999999999999999.1", "1".repeat(61)])(
  "the made-up position %s is refused",
  async (after) => {
    const request = agent(leadBoard.cards, { body: { stage_id: stageId("New"), after } });
    await expect(request).rejects.toMatchObject({ status: 422, fields: { after: expect.any(String) } });
  },
);

test("a position beyond everything shows nothing", async () => {
  await add();
  const after = "9007199254740991.9007199254740991";
  for (const order of ["waiting", "value"] satisfies BoardOrder[]) {
    const body = { stage_id: stageId("New"), after, order };
    expect((await agent(leadBoard.cards, { body })).data.leads).toHaveLength(order === "value" ? 1 : 0);
  }
});
