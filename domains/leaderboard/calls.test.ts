import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type BoardFigure, type BoardPeriod, boardFigures, leaderboard } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;

/** Noon in New York on a Wednesday, in the middle of a month. */
const start = new Date("2026-07-15T16:00:00Z");
const minute = 60_000;
const day = 24 * 60 * minute;
const days = (count: number) => new Date(start.getTime() + count * day);

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(start);
  dealership = await app.dealership();
  [owner, manager, agent] = (await Promise.all(
    [dealership.owner, dealership.manager, dealership.agent].map((email) => app.signIn(email)),
  )) as [Caller, Caller, Caller];
});
afterAll(() => app.close());

const blank = {
  customTimeHours: "",
  customTimeMinutes: "",
  customTimeAmPm: "",
  appointment_date: "",
  notes: "",
};

/** Adds an appointment at 9:30 AM of a day in the location's calendar. */
async function appoint(call: Caller, appointment_date: string): Promise<number> {
  const customer_id = (await addCustomer(call)).id;
  const time = { customTimeHours: "09", customTimeMinutes: "30", customTimeAmPm: "AM" };
  const draft = { ...blank, title: "Test drive", type: 0, customer_id, timeType: "custom", appointment_date, ...time };
  return (await call(appointments.add, { body: draft as never })).data.id;
}

/** A customer writes, and after some minutes somebody answers. */
async function talk(call: Caller, waits: number, to = dealership.number): Promise<number> {
  const text = { from: freshPhone(), to, body: "Is it still there?", media: [], carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText({ ...text, sid: `SM${text.from}` });
  app.clock.advance(waits * minute);
  const { data } = await call(customers.table, { body: { search: { value: text.from.slice(-10) } } });
  const body = { customer_id: data[0]?.id ?? 0, message: `After ${waits}`, client_id: crypto.randomUUID() };
  return (await call(inbox.sendToCustomer, { body })).data.chat_id;
}

const board = async (call: Caller, period?: BoardPeriod) =>
  (await call(leaderboard.board, { body: period ? { period } : {} })).data.leaderboard_data;

/** `Owner 3/1/2 240` */
const lines = async (call: Caller, period?: BoardPeriod) =>
  (await board(call, period)).map((row) => {
    const { all_appointments: all, todays_appointments: today, messages_answered: answered } = row;
    return `${row.no} ${row.first_name} ${all}/${today}/${answered} ${row.median_first_response_text} #${row.rank}`;
  });

describe("what members did", () => {
  let chat_id: number;

  beforeAll(async () => {
    app.clock.set(days(-40));
    await appoint(agent, "2026-07-15");
    await talk(agent, 30);
    app.clock.set(days(-20));
    await appoint(manager, "2026-07-14");
    app.clock.set(start);
    await appoint(manager, "2026-07-15");
    await appoint(agent, "2026-07-16");
    for (const waits of [4, 10, 6]) chat_id = await talk(agent, waits);
    // The other location has its own board.
    const other = await app.signIn(dealership.otherAgent);
    await appoint(other, "2026-07-15");
    await talk(other, 5, dealership.otherNumber);
  });

  test("ranks everybody who works at the location, best first", async () => {
    expect(await lines(owner)).toEqual(["1 Agent 2/1/4 8m #1", "2 Manager 2/1/0  #2", "3 Owner 0/0/0  #3"]);
    const [first] = await board(owner);
    expect(first).toMatchObject({ name_initials: "AT", name: "Agent Tester", last_name: "Tester" });
    expect(first?.median_first_response).toBe(8 * 60);
  });

  test.each([
    ["today", ["1 Agent 1/1/3 6m #1", "2 Manager 1/1/0  #2", "3 Owner 0/0/0  #3"]],
    ["month", ["1 Agent 1/1/3 6m #1", "2 Manager 1/1/0  #2", "3 Owner 0/0/0  #3"]],
    ["lastMonth", ["1 Agent 1/1/1 30m #1", "2 Manager 1/1/0  #2", "3 Owner 0/0/0  #3"]],
    ["days30", ["1 Manager 2/1/0  #1", "2 Agent 1/1/3 6m #2", "3 Owner 0/0/0  #3"]],
  ] as const)("within %s", async (period, expected) => {
    expect(await lines(owner, period)).toEqual(expected);
  });

  test("each location has its own board", async () => {
    const elsewhere = await app.signIn(dealership.owner, dealership.otherLocation_id);
    expect(await lines(elsewhere)).toEqual(["1 Other 1/1/1 5m #1", "2 Owner 0/0/0  #2"]);
  });

  test("each number equals the rows that it opens, in each period", async () => {
    for (const period of ["all", "lastMonth", "month"] as const) {
      for (const row of await board(owner, period)) {
        for (const figure of boardFigures) {
          const page = await drillDown(row.id, figure, period);
          expect([period, row.name, figure, page.recordsTotal]).toEqual([period, row.name, figure, row[figure]]);
          expect(page.data).toHaveLength(row[figure]);
        }
      }
    }
  });

  test("the team's numbers are the sums of its members, and open all of their rows", async () => {
    for (const period of ["all", "lastMonth", "month"] as const) {
      const { figures, members } = (await owner(leaderboard.team, { body: { period } })).data;
      const rows = await board(owner, period);
      expect(members).toBe(rows.length);
      for (const figure of boardFigures) {
        expect(figures[figure]).toBe(rows.reduce((sum, row) => sum + row[figure], 0));
        const page = await owner(leaderboard.teamRows, { body: { figure, period, length: 500 } });
        expect([period, figure, page.recordsTotal]).toEqual([period, figure, figures[figure]]);
      }
    }
    const { data } = await owner(leaderboard.teamRows, { body: { figure: "all_appointments", period: "all" } });
    expect(new Set(data.map(({ who }) => who))).toEqual(new Set(["Agent Tester", "Manager Tester"]));
  });

  test("the team's numbers come with those of the period before", async () => {
    const { figures, previous } = (await owner(leaderboard.team, { body: { period: "month" } })).data;
    expect(figures).toMatchObject({ all_appointments: 2, todays_appointments: 2, messages_answered: 3 });
    expect(figures.median_first_response).toBe(6 * 60);
    // Until June 15; the text was answered on the 5th.
    expect(previous).toMatchObject({ all_appointments: 1, messages_answered: 1, median_first_response: 30 * 60 });
    expect((await owner(leaderboard.team, { body: { period: "all" } })).data.previous).toBeNull();
  });

  const drillDown = async (member_id: number, figure: BoardFigure, period: BoardPeriod, more: object = {}) =>
    owner(leaderboard.drillDown, { params: { member_id }, body: { figure, period, length: 500, ...more } });

  const idOf = async (name: string) => (await board(owner)).find((row) => row.first_name === name)?.id ?? 0;

  test("answers show customer, text and wait, newest first", async () => {
    const { data } = await drillDown(await idOf("Agent"), "messages_answered", "month");
    expect(data.map(({ what, seconds, status }) => [what, seconds, status]).sort()).toEqual([
      ["After 10", 600, null],
      ["After 4", 240, null],
      ["After 6", 360, null],
    ]);
    expect(data.map(({ at }) => at)).toEqual(
      data
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect(data.map((row) => row.chat_id)).toContain(chat_id);
    const sorted = { columns: [{ data: "seconds" }], order: [{ column: 0, dir: "asc" }] };
    const bySeconds = await drillDown(await idOf("Agent"), "messages_answered", "month", sorted);
    expect(bySeconds.data.map(({ seconds }) => seconds)).toEqual([240, 360, 600]);
  });

  test("appointments show their time and status", async () => {
    const { data } = await drillDown(await idOf("Manager"), "todays_appointments", "all");
    const [row] = data;
    expect(row).toMatchObject({ at: "2026-07-15T13:30:00.000Z", what: "Test drive", status: 0, seconds: null });
    await agent(appointments.update, { params: { id: row?.id ?? 0, status: 2 } });
    expect((await drillDown(await idOf("Manager"), "todays_appointments", "all")).data[0]?.status).toBe(2);
    const search = async (value: string) =>
      (await drillDown(await idOf("Manager"), "all_appointments", "all", { search: { value } })).recordsFiltered;
    expect(await Promise.all([search("test DRIVE"), search("lopez"), search("nobody")])).toEqual([2, 2, 0]);
  });

  test("a deleted customer is named without links", async () => {
    const before = (await drillDown(await idOf("Manager"), "all_appointments", "lastMonth")).data[0];
    await manager(customers.remove, { params: { id: before?.customer_id ?? 0 } });
    const [after] = (await drillDown(await idOf("Manager"), "all_appointments", "lastMonth")).data;
    expect(after).toEqual({ ...before, customer_id: null, chat_id: null });
  });

  describe("the table", () => {
    const names = async (body: object) => (await owner(leaderboard.table, { body })).data.map((row) => row.first_name);
    const by = (data: string, dir: string) => ({ columns: [{ data }], order: [{ column: 0, dir }] });

    test.each([
      ["name", "asc", ["Agent", "Manager", "Owner"]],
      ["name", "desc", ["Owner", "Manager", "Agent"]],
      ["messages_answered", "asc", ["Manager", "Owner", "Agent"]],
      ["rank", "desc", ["Owner", "Manager", "Agent"]],
      // Members without answers sort last.
      ["median_first_response", "asc", ["Agent", "Manager", "Owner"]],
      // The position is not sortable.
      ["no", "desc", ["Agent", "Manager", "Owner"]],
    ])("sorts by %s %s", async (column, dir, expected) => {
      expect(await names(by(column, dir))).toEqual(expected);
    });

    test("searches by full name, and pages", async () => {
      expect(await names({ search: { value: "manager tes" } })).toEqual(["Manager"]);
      expect(await names({ search: { value: "%" } })).toEqual([]);
      expect(await names({ start: 1, length: 1 })).toEqual(["Manager"]);
      const page = await owner(leaderboard.table, { body: { search: { value: "owner" }, draw: 3 } });
      expect(page).toMatchObject({ draw: 3, recordsTotal: 3, recordsFiltered: 1 });
      expect(page.data).toEqual((await board(owner)).filter((row) => row.first_name === "Owner"));
    });
  });
});
