import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment } from "#domains/inbox/list/contract.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type ReportFigure, report, reportFigures } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let other: Caller;

/** Noon in New York on a Wednesday, in the middle of a month. */
const start = new Date("2026-07-15T16:00:00Z");
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(start);
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
  other = await app.signIn(dealership.otherAgent);
});
afterAll(() => app.close());

const idOf = async (email: string) =>
  (await app.pool.query<{ id: string }>("select id from users where email = $1", [email])).rows.map(({ id }) =>
    Number(id),
  )[0] ?? 0;

/** A customer writes, `call` answers twice, and the chat is assigned. */
async function conversation(call: Caller, to: string, member: string | null): Promise<number> {
  const talk = createInboxFixture(app, dealership, call);
  const { chat_id, phone } = await talk.chat();
  await app.sms.listener.onInboundText(talk.inbound(phone, "=HYPERLINK(1)", to));
  await app.sms.listener.onInboundText(talk.inbound(phone, "And another one", to));
  app.clock.advance(5 * 60_000);
  await talk.send(chat_id, "One");
  await talk.send(chat_id, "Two");
  if (member) await call(chatAssignment.assign, { body: { chat_id, user_id: await idOf(member) } });
  return chat_id;
}

async function appoint(call: Caller): Promise<void> {
  const customer_id = (await addCustomer(call)).id;
  const time = { timeType: "now", customTimeHours: "", customTimeMinutes: "", customTimeAmPm: "" } as const;
  const body = { title: "Test drive", type: 0, customer_id, notes: "", appointment_date: "", ...time } as const;
  await call(appointments.add, { body });
}

const rows = async (call: Caller, period?: BoardPeriod) =>
  (await call(report.table, { body: { length: 100, ...(period && { period }) } })).data;

/** `Agent Tester, Downtown 1/2/3/1 5m 0` */
const lines = async (call: Caller, period?: BoardPeriod) =>
  (await rows(call, period)).map((row) => {
    const { assign_to, message_received, message_sent, messages_answered, median_first_response: wait } = row;
    const numbers = [assign_to, message_received, message_sent, messages_answered].join("/");
    return `${row.user_name}, ${row.location} ${numbers} ${wait ?? "–"} ${row.appointments_set}`;
  });

describe("what members did", () => {
  let closed: number;

  beforeAll(async () => {
    app.clock.set(days(-20));
    await conversation(agent, dealership.number, dealership.agent);
    app.clock.set(start);
    closed = await conversation(agent, dealership.number, dealership.agent);
    await conversation(agent, dealership.number, dealership.manager);
    await conversation(manager, dealership.number, null);
    await conversation(other, dealership.otherNumber, dealership.otherAgent);
    await appoint(manager);
    await appoint(other);
  });

  const downtown = [
    "Agent Tester, Downtown 2/2/6/2 300 0",
    "Manager Tester, Downtown 1/2/3/1 300 1",
    "Owner Tester, Downtown 0/0/0/0 – 0",
  ];

  test("a manager sees the members of their locations", async () => {
    expect(await lines(manager)).toEqual(downtown);
    expect(await rows(manager)).toEqual(await rows(manager, "month"));
    const [first] = await rows(manager);
    expect(first).toMatchObject({ time_zone: "America/New_York", is_here: 1, location_id: dealership.location_id });
  });

  test("the owner sees all locations, whichever is acting", async () => {
    const all = [
      "Agent Tester, Downtown 2/2/6/2 300 0",
      "Manager Tester, Downtown 1/2/3/1 300 1",
      "Other Tester, Airport 1/2/3/1 300 1",
      "Owner Tester, Airport 0/0/0/0 – 0",
      "Owner Tester, Downtown 0/0/0/0 – 0",
    ];
    expect(await lines(owner)).toEqual(all);
    expect(await lines(await app.signIn(dealership.owner, dealership.otherLocation_id))).toEqual(all);
  });

  test("the totals are the sums of the rows, with those of the period before", async () => {
    for (const [call, period] of [
      [manager, "month"],
      [owner, "all"],
    ] as const) {
      const { figures, previous } = (await call(report.totals, { body: { period } })).data;
      const shown = await rows(call, period);
      for (const [key, value] of Object.entries(figures)) {
        expect([key, value]).toEqual([key, shown.reduce((sum, row) => sum + row[key as keyof typeof figures], 0)]);
      }
      expect(previous === null).toBe(period === "all");
    }
    const now = app.clock.now();
    app.clock.set(days(11));
    const later = await app.signIn(dealership.manager);
    const { previous } = (await later(report.totals, { body: { period: "month" } })).data;
    app.clock.set(now);
    expect(previous).toEqual({ message_received: 2, message_sent: 3, messages_answered: 1, appointments_set: 0 });
  });

  test("filters by last month and all time", async () => {
    expect((await lines(manager, "lastMonth"))[0]).toBe("Agent Tester, Downtown 2/2/3/1 300 0");
    expect((await lines(manager, "all"))[0]).toBe("Agent Tester, Downtown 2/4/9/3 300 0");
  });

  test("support access sees its own location only, and can't export", async () => {
    const operator = await app.signIn((await app.operator()).email);
    const draft = { location_id: dealership.location_id, reason: "The owner asked for help" };
    await operator(supportAccess.begin, { params: { id: dealership.dealer_id }, body: { ...draft, minutes: 15 } });
    expect(await lines(operator)).toEqual(downtown);
    const [first] = await rows(operator);
    const one = { params: { member_id: first?.id ?? 0 }, body: { figure: "message_sent" } } as const;
    expect((await operator(report.drillDown, one)).recordsTotal).toBe(first?.message_sent);
    const elsewhere = { ...one, body: { ...one.body, at_location_id: dealership.otherLocation_id } };
    await expect(operator(report.drillDown, elsewhere)).rejects.toMatchObject({ status: 404 });
    await expect(operator(report.export, { body: {} })).rejects.toMatchObject({ status: 403 });
  });

  const drillDown = async (call: Caller, member_id: number, figure: ReportFigure, period: BoardPeriod, at?: number) =>
    call(report.drillDown, { params: { member_id }, body: { figure, period, length: 500, at_location_id: at } });

  test("each number equals the rows that it opens, in each period and location", async () => {
    for (const period of ["all", "lastMonth", "month"] as const) {
      for (const row of await rows(owner, period)) {
        for (const figure of reportFigures) {
          const page = await drillDown(owner, row.id, figure, period, row.location_id);
          const label = [period, row.user_name, row.location, figure];
          expect([...label, page.recordsTotal, page.data.length]).toEqual([...label, row[figure], row[figure]]);
        }
      }
    }
  });

  test("the rows show customer, time and text, newest first", async () => {
    const { data } = await drillDown(manager, await idOf(dealership.agent), "message_sent", "month");
    expect(data.map(({ what }) => what)).toEqual(["Two", "One", "Hello", "Two", "One", "Hello"]);
    expect(data[0]).toMatchObject({ customer_name: "Cara Moss", status: null, seconds: null });
    expect(data.map(({ chat_id }) => chat_id)).toContain(closed);
  });

  test("closed conversations and those of deleted customers are not assigned work", async () => {
    await agent(inbox.close, { body: { chat_id: closed, is_closed: 1 } });
    expect((await lines(manager))[0]).toBe("Agent Tester, Downtown 1/2/6/2 300 0");
    await agent(inbox.close, { body: { chat_id: closed, is_closed: 0 } });
    const [assigned] = (await drillDown(manager, await idOf(dealership.manager), "assign_to", "month")).data;
    await manager(customers.remove, { params: { id: assigned?.customer_id ?? 0 } });
    expect((await lines(manager))[1]).toBe("Manager Tester, Downtown 0/2/3/1 300 1");
    const { data } = await drillDown(manager, await idOf(dealership.manager), "message_received", "month");
    expect(data.map((row) => [row.customer_name, row.customer_id, row.chat_id])).toEqual([
      ["Cara Moss", null, null],
      ["Cara Moss", null, null],
    ]);
  });

  test("the table searches by name and location, and sorts", async () => {
    const find = async (value: string) =>
      (await owner(report.table, { body: { search: { value } } })).data.map(
        (row) => `${row.user_name}, ${row.location}`,
      );
    expect(await find("airport")).toEqual(["Other Tester, Airport", "Owner Tester, Airport"]);
    expect(await find("agent tes")).toEqual(["Agent Tester, Downtown"]);
    const order = { columns: [{ data: "message_sent" }], order: [{ column: 0, dir: "desc" as const }], length: 1 };
    const sorted = await owner(report.table, { body: order });
    expect(sorted.data[0]?.user_name).toBe("Agent Tester");
    expect(sorted).toMatchObject({ recordsTotal: 5, recordsFiltered: 5 });
  });

  test("former members stay listed only where they have activity", async () => {
    const id = await idOf(dealership.otherAgent);
    await app.pool.query("update users set is_active = false where id = $1", [id]);
    const [left] = (await rows(owner)).filter((row) => row.id === id);
    expect(left).toMatchObject({ user_name: "Other Tester", is_here: 0, message_sent: 3 });
    expect((await rows(owner, "lastMonth")).map((row) => row.id)).toContain(id);
    await app.pool.query("update chats set assigned_to = null where assigned_to = $1", [id]);
    expect((await rows(owner, "lastMonth")).map((row) => row.id)).not.toContain(id);
    expect((await drillDown(owner, id, "message_sent", "month", dealership.otherLocation_id)).recordsTotal).toBe(3);
    await app.pool.query("update users set is_active = true where id = $1", [id]);
  });

  test("exports a CSV file with formulas escaped, and is audited", async () => {
    await app.pool.query("update users set first_name = '=Agent' where email = $1", [dealership.agent]);
    const { data } = await manager(report.export, { body: { period: "month", search: "agent" } });
    expect(data.file_name).toBe("report-month-2026-07-15.csv");
    const head = "User Name,Location,Assign To,Message Received,Message Sent,Messages Answered";
    const leadHead = "Leads,Leads Contacted,Leads Set,Leads Shown,Leads Sold,Speed to Lead (Seconds)";
    expect(data.csv).toBe(
      `\uFEFF${head},Median First Response (Seconds),Appointments Set,${leadHead}\r\n'=Agent Tester,Downtown,2,2,6,2,300,0,0,0,0,0,0,\r\n`,
    );
    expect((await manager(report.export, { body: {} })).data.csv.split("\r\n")).toHaveLength(5);
    const trail = await app.pool.query(
      "select email, detail from audit_log join users on users.id = user_id where action = 'exported' and subject = 'report' order by audit_log.id",
    );
    expect(trail.rows).toEqual([
      { email: dealership.manager, detail: { period: "month", search: "agent", rows: 1 } },
      { email: dealership.manager, detail: { period: "month", search: "", rows: 3 } },
    ]);
  });
});
