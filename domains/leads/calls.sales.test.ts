/* What a lead was sold for, tried over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { timeline } from "#domains/timeline/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadBoard } from "./board/contract.ts";
import { leadBulk } from "./bulk/contract.ts";
import { leads } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let stages: Map<string, number>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs people in.
  dealer = await app.dealership();
  [agent, manager] = [await app.signIn(dealer.agent), await app.signIn(dealer.manager)];
  stages = new Map((await agent(leads.options)).data.stages.map(({ name, id }) => [name, id]));
});

const stageId = (name: string) => stages.get(name) ?? 0;
const add = async (price = "$26,500") => {
  const vehicles = [{ interest: "buy" as const, year: "2021", make: "Honda", model: "Accord", price }];
  return (await agent(leads.add, { body: { first_name: "Rita", phone: freshPhone(), vehicles } })).data.id;
};
const one = async (id: number) => (await agent(leads.one, { params: { id } })).data;
const move = (id: number, name: string, more: object = {}, call = agent) =>
  call(leads.move, { params: { id }, body: { stage_id: stageId(name), ...more } });
const soldColumn = async () => {
  const { columns } = (await agent(leadBoard.columns, { body: {} })).data;
  return columns.find(({ stage_id }) => stage_id === stageId("Sold"));
};

test("a sold lead is worth its price: alone, in the list, on the board, in its history and in the file", async () => {
  const [id, other] = [await add(), await add("$10,000")];
  await move(id, "Sold", { sale_price: "24,900.50" });
  await move(other, "Sold");
  const lead = await one(id);
  expect(lead).toMatchObject({ outcome: "sold", sale_price: 24_900.5, value: 24_900.5 });
  expect(lead.history[0]).toMatchObject({ to_stage: "Sold", sale_price: 24_900.5 });
  expect(await one(other)).toMatchObject({ sale_price: null, value: 10_000, history: [{ sale_price: null }, {}] });
  const { data: rows } = await agent(leads.table, { body: { show: "closed" } });
  const worth = rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
  expect(await soldColumn()).toMatchObject({ count: 2, value: worth });
  expect(worth).toBe(34_900.5);
  const { data } = await agent(timeline.entries, { params: { customer_id: lead.customer_id ?? 0 }, body: {} });
  const moves = data.entries.flatMap((entry) => (entry.lead ? [entry.lead.move.sale_price] : []));
  expect(moves).toContain(24_900.5);
  const { csv } = (await manager(leads.export, { body: { show: "closed" } })).data;
  const [header, ...lines] = csv.trim().split("\r\n");
  expect(header).toMatch(/Sold for"?$/);
  expect(lines.map((line) => line.split(",").at(-1)?.replaceAll('"', "")).sort()).toEqual(["", "24900.5"]);
});

test("undo puts back stage and price, and a price can be put right", async () => {
  const id = await add();
  await move(id, "Negotiating");
  await move(id, "Sold", { sale_price: 24_900 });
  await move(id, "Negotiating", { outcome: "", lost_reason: "", sale_price: null });
  expect(await one(id)).toMatchObject({ stage: "Negotiating", sale_price: null, value: 26_500, closed_at: null });
  await move(id, "Sold", { sale_price: 24_900 });
  await move(id, "Lost", { lost_reason: "Changed their mind" });
  expect(await one(id)).toMatchObject({ outcome: "lost", sale_price: null, value: 26_500 });
  await move(id, "Sold", { sale_price: "$24,900" });
  await move(id, "Sold");
  const before = await one(id);
  expect(before).toMatchObject({ sale_price: 24_900 });
  await move(id, "Sold", { sale_price: "25000" });
  const after = await one(id);
  expect(after).toMatchObject({ sale_price: 25_000, closed_at: before.closed_at });
  expect(after.history).toHaveLength(before.history.length + 1);
  await move(id, "Sold", { sale_price: "" });
  expect(await one(id)).toMatchObject({ outcome: "sold", sale_price: null, value: 26_500 });
});

test("only a won stage takes a price, and a bulk move out of it clears it", async () => {
  const id = await add();
  await move(id, "Negotiating", { sale_price: 100 });
  await move(id, "Lost", { lost_reason: "Too far", sale_price: 100 });
  expect(await one(id)).toMatchObject({ sale_price: null, value: 26_500 });
  await move(id, "Sold", { sale_price: 0 });
  expect(await one(id)).toMatchObject({ sale_price: 0, value: 0 });
  await agent(leadBulk.move, { body: { lead_ids: [id], to_stage_id: stageId("New") } });
  await app.jobs.runAll();
  expect(await one(id)).toMatchObject({ stage: "New", sale_price: null, value: 26_500 });
});

test.each([
  "-1",
  "-0.01",
  "24,9",
  "1e5",
  "Infinity",
  "NaN",
  "24900.505",
  "100000000.01",
  "100,000,001",
  "9".repeat(20_000),
  "24 900 USD",
  "'; drop table leads",
  "٢٤٩٠٠",
  Number.NaN,
  1e21,
  [24_900],
  { price: 24_900 },
  true,
])("%j is no price, and the lead stays where it is", async (sale_price) => {
  const id = await add();
  const body = { stage_id: stageId("Sold"), sale_price: sale_price as string };
  const request = agent(leads.move, { params: { id }, body });
  if (Number.isNaN(sale_price)) return void (await request); // JSON has no such number: null, an empty field.
  const fields = { sale_price: "Enter a price such as 24,900 or 24,900.50, up to 100 million" };
  await expect(request).rejects.toMatchObject({ status: 422, fields });
  expect(await one(id)).toMatchObject({ stage: "New", sale_price: null });
});

test("strangers and the team of another location sell nothing, and two presses are one sale", async () => {
  const id = await add();
  const stranger = await app.signIn((await app.dealership()).owner);
  const elsewhere = await app.signIn(dealer.otherAgent, dealer.otherLocation_id);
  await expect(move(id, "Sold", { sale_price: 1 }, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(move(id, "Sold", { sale_price: 1 }, elsewhere)).rejects.toMatchObject({ status: 404 });
  expect(await one(id)).toMatchObject({ stage: "New", sale_price: null });
  await Promise.all([move(id, "Sold", { sale_price: 24_900 }), move(id, "Sold", { sale_price: 24_900 })]);
  const { history } = await one(id);
  expect(history.filter(({ to_stage }) => to_stage === "Sold")).toHaveLength(1);
});
