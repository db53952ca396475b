import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";
import { customTimeOf, dayAfter, dayOf } from "./rules.ts";

const zone = "America/New_York";
let app: TestApp;
let agent: Caller;
let manager: Caller;
let agent_id: number;
let today: string;

type Filter = BodyInput<typeof appointments.table>;
const titlesOf = async (body: Filter) =>
  (await agent(appointments.table, { body: { length: 500, ...body } })).data.map(({ title }) => title);
const byTime = (dir: "asc" | "desc"): Filter => ({ columns: [{ data: "datetime" }], order: [{ column: 0, dir }] });

beforeAll(async () => {
  app = await startTestApp();
  const dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  manager = await app.signIn(dealership.manager);
  today = dayOf(app.clock.now(), zone);
  const midnight = {
    timeType: "custom",
    customTimeHours: "12",
    customTimeMinutes: "00",
    customTimeAmPm: "AM",
  } as const;
  const draft = { notes: "", ...midnight };
  const customer = await addCustomer(agent, { first_name: "Ana", last_name: "Diaz" });
  const add = async (call: Caller, title: string, appointment_date: string, more: object = {}) => {
    const body = { ...draft, title, type: 0, customer_id: customer.id, appointment_date, ...more };
    return (await call(appointments.add, { body })).data.id;
  };
  await add(agent, "last year's", `${Number(today.slice(0, 4)) - 1}-01-31`);
  await add(agent, "yesterday, last", dayAfter(today, -1), {
    customTimeHours: "11",
    customTimeMinutes: "45",
    customTimeAmPm: "PM",
  });
  await add(agent, "today, first", today, { type: 1 });
  const done = await add(manager, "today, second", today, { customTimeMinutes: "15", notes: "Silver one on hold" });
  await add(agent, "today, last", today, { customTimeHours: "11", customTimeMinutes: "45", customTimeAmPm: "PM" });
  await add(manager, "tomorrow, first", dayAfter(today));
  await agent(appointments.update, { params: { id: done, status: 1 } });
  agent_id =
    (await agent(appointments.table, { body: {} })).data.find(({ title }) => title === "today, first")?.user_id ?? 0;
});
afterAll(() => app.close());

const past = ["last year's", "yesterday, last"];
const ofToday = ["today, first", "today, second", "today, last"];

describe("the table", () => {
  test.each([
    ["coming", [...ofToday, "tomorrow, first"]],
    ["today", ofToday],
    ["upcoming", ["tomorrow, first"]],
    ["past", past],
    ["", [...past, ...ofToday, "tomorrow, first"]],
  ] as const)("of the period %j", async (period, titles) => {
    expect(await titlesOf({ period, ...byTime("asc") })).toEqual(titles);
    expect(await titlesOf({ period, ...byTime("desc") })).toEqual(titles.toReversed());
  });

  test("of a status, a type, a member, and all of them", async () => {
    expect(await titlesOf({ status: 1 })).toEqual(["today, second"]);
    expect(await titlesOf({ status: "2" })).toEqual([]);
    expect(await titlesOf({ type: 1 })).toEqual(["today, first"]);
    expect(await titlesOf({ user_id: agent_id, period: "coming", ...byTime("asc") })).toEqual([
      "today, first",
      "today, last",
    ]);
    expect(await titlesOf({ user_id: agent_id, status: 1 })).toEqual([]);
    expect(await titlesOf({ status: "", type: "", user_id: "" })).toHaveLength(6);
  });

  test("a search for a day finds that day's in any period", async () => {
    expect(await titlesOf({ period: "coming", search: { value: "yesterday" } })).toEqual(["yesterday, last"]);
    expect(await titlesOf({ period: "past", search: { value: today }, ...byTime("asc") })).toEqual(ofToday);
  });

  test("a search finds words of title, customer, notes, type and status together", async () => {
    expect(await titlesOf({ search: { value: "diaz silver completed" } })).toEqual(["today, second"]);
    expect(await titlesOf({ search: { value: "ana virtual" }, period: "coming" })).toEqual(["today, first"]);
  });

  test("pages by cursor in every order, forth and back, without losing or repeating a row", async () => {
    const keys = ["id", "title", "datetime", "customer_name", "type", "created_by", "created", "status"];
    for (const [data, dir] of keys.flatMap((key) => [[key, "asc"] as const, [key, "desc"] as const])) {
      const order = { columns: [{ data }], order: [{ column: 0, dir }] };
      const all = await titlesOf(order);
      const walked: string[] = [];
      let cursor: string | undefined;
      let last: string | null = null;
      do {
        const page = await agent(appointments.table, { body: { ...order, length: 2, ...(cursor && { cursor }) } });
        walked.push(...page.data.map(({ title }) => title));
        last = page.cursors?.previous ?? null;
        cursor = page.cursors?.next ?? undefined;
      } while (cursor);
      expect(walked, `${data} ${dir}`).toEqual(all);
      expect(await titlesOf({ ...order, length: 2, cursor: last ?? "" })).toEqual(all.slice(2, 4));
    }
  });

  test.each([
    ["period", "someday", "Select a period from the list"],
    ["status", 3, "Select one of the options"],
    ["type", "2", "Select one of the options"],
  ])("refuses the %s %j", async (field, value, text) => {
    await expect(titlesOf({ [field]: value })).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  });
});

test("counts what each period has, under the filters", async () => {
  const counts = async (body: BodyInput<typeof appointments.counts>) =>
    (await agent(appointments.counts, { body })).data;
  const none = { total: 0, completed: 0, due: 0 };
  const wall = customTimeOf(app.clock.now(), zone);
  const isLate = wall.customTimeHours === "11" && wall.customTimeMinutes >= "45" && wall.customTimeAmPm === "PM";
  expect(await counts({})).toEqual({
    today: { total: 3, completed: 1, due: isLate ? 2 : 1 },
    upcoming: 1,
    past: 2,
    past_is_more: false,
  });
  expect(await counts({ status: 1 })).toMatchObject({
    today: { total: 1, completed: 1, due: 0 },
    upcoming: 0,
    past: 0,
  });
  expect(await counts({ search_param: "yesterday" })).toMatchObject({ today: none, upcoming: 0, past: 1 });
  expect(await counts({ search_param: "silver" })).toMatchObject({ today: { total: 1 }, upcoming: 0, past: 0 });
  expect(await counts({ user_id: agent_id })).toMatchObject({ today: { total: 2 }, upcoming: 0, past: 2 });
});
