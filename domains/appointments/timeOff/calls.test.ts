import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { timeOff } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let manager: Caller;
let own: number;
let theirs: number;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  manager = await app.signIn(dealership.manager);
  own = (await agent(accounts.profile)).data.id;
  theirs = (await manager(accounts.profile)).data.id;
});
afterAll(() => app.close());

const days = (from: string, to: string) => ({ starts: `${from}T00:00`, ends: `${to}T00:00`, reason: "Vacation" });

test("whole days off are those of the location, over the change of the clocks too, until they are removed", async () => {
  const body = { user_id: own, ...days("2027-03-13", "2027-03-15") };
  const { id } = (await agent(timeOff.add, { body })).data;
  const entry = { id, user_id: own, name: "Agent Tester", reason: "Vacation" };
  const times = { starts_at: "2027-03-13T05:00:00.000Z", ends_at: "2027-03-15T04:00:00.000Z" };
  expect((await manager(timeOff.list)).data).toEqual([{ ...entry, ...times }]);
  await agent(timeOff.remove, { params: { id } });
  expect((await agent(timeOff.list)).data).toEqual([]);
  const trail = "select action from audit_log where subject = 'time off' and subject_id = $1 order by id";
  expect((await app.pool.query(trail, [id])).rows).toEqual([{ action: "added" }, { action: "removed" }]);
});

const nineOn = (appointment_date: string) => ({
  timeType: "custom" as const,
  appointment_date,
  customTimeHours: "09",
  customTimeMinutes: "00",
  customTimeAmPm: "AM",
});

async function book(day: string, host_id: number | null, call = agent) {
  const customer_id = (await addCustomer(call, { first_name: "Amy", last_name: "Pond" })).id;
  const body = { title: "Visit", type: 0 as const, customer_id, notes: "", ...nineOn(day), host_id };
  return (await call(appointments.add, { body })).data.id;
}

describe("appointments in that time", () => {
  test("are listed and have to be moved first", async () => {
    const id = await book("2027-05-03", own);
    const body = { user_id: own, ...days("2027-05-03", "2027-05-04") };
    await expect(agent(timeOff.add, { body })).rejects.toMatchObject({
      status: 409,
      message: "Agent Tester has an appointment then. Move or reassign it first.",
      data: { reason: "appointments", appointments: [{ id, title: "Visit", customer_name: "Amy Pond", version: 1 }] },
    });
    const moved = { starts: "2027-05-03T09:00", ends: "2027-05-03T09:30", host_id: theirs, version: 1 };
    await agent(appointmentCalendar.move, { params: { id }, body: moved });
    expect((await agent(timeOff.add, { body })).message).toBe("Time off added");
  });

  test("that are over or nobody's don't matter", async () => {
    await book("2027-05-10", null);
    const done = await book("2027-05-10", own);
    await agent(appointments.update, { params: { id: done, status: 1 } });
    await agent(timeOff.add, { body: { user_id: own, ...days("2027-05-10", "2027-05-11") } });
    await expect(agent(appointments.update, { params: { id: done, status: 0 } })).rejects.toMatchObject({
      status: 409,
      message: "Agent Tester is off then: Vacation. Select another time or person.",
    });
  });

  test("at another location refuse it, too, without a word about what", async () => {
    const owner = await app.signIn(dealership.owner);
    const owner_id = (await owner(accounts.profile)).data.id;
    await book("2027-05-17", owner_id, await app.signIn(dealership.otherAgent));
    const body = { user_id: owner_id, ...days("2027-05-17", "2027-05-18") };
    await expect(owner(timeOff.add, { body })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/has an appointment at another location then\. Move it first\.$/),
      data: { reason: "appointments", appointments: [] },
    });
  });
});

describe("nobody gets an appointment in their time off", () => {
  const off = "Agent Tester is off then: Vacation. Select another time or person.";
  const refusal = { status: 409, message: off, data: { reason: "busy", in_the_way: [] } };

  test("neither by a form, nor by a move, and not even when that is confirmed", async () => {
    await agent(timeOff.add, { body: { user_id: own, ...days("2027-08-02", "2027-08-03") } });
    await expect(book("2027-08-02", own)).rejects.toMatchObject(refusal);
    const id = await book("2027-08-03", own);
    const body = { starts: "2027-08-02T23:45", ends: "2027-08-03T00:15", version: 1, confirmed: 1 } as const;
    await expect(agent(appointmentCalendar.move, { params: { id }, body })).rejects.toMatchObject(refusal);
    const until = { starts: "2027-08-03T00:00", ends: "2027-08-03T00:30", version: 1, confirmed: 1 } as const;
    await agent(appointmentCalendar.move, { params: { id }, body: until });
  });

  test("nor by bringing one back: then nobody in particular receives the customer", async () => {
    const id = await book("2027-08-09", own);
    await manager(appointments.remove, { params: { id } });
    await agent(timeOff.add, { body: { user_id: own, ...days("2027-08-09", "2027-08-10") } });
    await manager(appointments.restore, { params: { id } });
    const { rows } = await app.pool.query("select host_id from appointments where id = $1", [id]);
    expect(rows).toEqual([{ host_id: null }]);
  });

  test("nor at the same moment: whoever comes first has it", async () => {
    const host_id = (await (await app.signIn(dealership.owner))(accounts.profile)).data.id;
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => book(`2027-09-${10 + index}`, null)));
    const body = { user_id: host_id, ...days("2027-10-04", "2027-10-05") };
    const owner = await app.signIn(dealership.owner);
    const moves = ids.map((id, index) => {
      const hour = String(9 + index).padStart(2, "0");
      const time = { starts: `2027-10-04T${hour}:00`, ends: `2027-10-04T${hour}:30` };
      return agent(appointmentCalendar.move, { params: { id }, body: { ...time, host_id, version: 1, confirmed: 1 } });
    });
    await Promise.allSettled([...moves.slice(0, 6), owner(timeOff.add, { body }), ...moves.slice(6)]);
    const { rows } = await app.pool.query(
      `select count(*)::int as n from time_off t join appointments a on a.dealer_id = t.dealer_id
         and a.host_id = t.user_id and a.status = 0 and a.datetime < t.ends_at
         and appointment_end(a.datetime, a.duration) > t.starts_at
       where t.user_id = $1`,
      [host_id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe("a change", () => {
  test("of time and reason is stored, with its entry in the trail", async () => {
    const { id } = (await agent(timeOff.add, { body: { user_id: own, ...days("2027-11-01", "2027-11-02") } })).data;
    const body = { ...days("2027-11-06", "2027-11-08"), reason: "Training" };
    expect((await agent(timeOff.update, { params: { id }, body })).message).toBe("Time off saved");
    expect((await agent(timeOff.list)).data.find((one) => one.id === id)).toMatchObject({
      starts_at: "2027-11-06T04:00:00.000Z",
      ends_at: "2027-11-08T05:00:00.000Z",
      reason: "Training",
    });
    await book("2027-11-01", own);
    await expect(book("2027-11-07", own)).rejects.toMatchObject({ status: 409 });
    const back = agent(timeOff.update, { params: { id }, body: days("2027-11-01", "2027-11-02") });
    await expect(back).rejects.toMatchObject({ status: 409, data: { reason: "appointments", appointments: [{}] } });
    await agent(timeOff.remove, { params: { id } });
    await book("2027-11-07", own);
  });

  test("is an agent's for their own only, and nobody's elsewhere", async () => {
    const { id } = (await manager(timeOff.add, { body: { user_id: theirs, ...days("2027-12-01", "2027-12-02") } }))
      .data;
    const change = { params: { id }, body: days("2027-12-01", "2027-12-03") };
    await expect(agent(timeOff.update, change)).rejects.toMatchObject({ status: 404 });
    const stranger = await app.signIn((await app.dealership()).manager);
    await expect(stranger(timeOff.update, change)).rejects.toMatchObject({ status: 404 });
    await manager(timeOff.update, change);
  });
});

describe("agents", () => {
  test("add and remove their own, not a colleague's; managers do for all", async () => {
    const body = { user_id: theirs, ...days("2027-06-01", "2027-06-02") };
    await expect(agent(timeOff.add, { body })).rejects.toMatchObject({ status: 403 });
    const { id } = (await manager(timeOff.add, { body })).data;
    await expect(agent(timeOff.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await manager(timeOff.remove, { params: { id } });
  });
});

test("nobody sees or changes that of another location or business", async () => {
  const { id } = (await agent(timeOff.add, { body: { user_id: own, ...days("2027-07-01", "2027-07-02") } })).data;
  const strangers = [await app.signIn(dealership.otherAgent), await app.signIn((await app.dealership()).manager)];
  for (const stranger of strangers) {
    expect((await stranger(timeOff.list)).data).toEqual([]);
    await expect(stranger(timeOff.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
    const body = { user_id: own, ...days("2027-07-01", "2027-07-02") };
    await expect(stranger(timeOff.add, { body })).rejects.toMatchObject({ status: 422 });
  }
});

test.each([
  ["user_id", { user_id: "" }, "Select someone from the team"],
  ["starts", { starts: "2027-02-31T00:00" }, "Select a day and a time"],
  [
    "starts",
    { starts: "2027-03-14T02:30" },
    "This time is skipped that day because the clocks change. Select another.",
  ],
  ["ends", { ends: "2027-01-01T00:00" }, "Select an end time after the start"],
  ["ends", { ends: "2029-01-01T00:00" }, "Select up to a year"],
  ["reason", { reason: "x".repeat(101) }, "Use at most 100 characters"],
])("%s %j is refused", async (field, change, text) => {
  const fields = { user_id: String(own), starts: "2027-02-01T00:00", ends: "2027-04-02T00:00", reason: "", ...change };
  const answer = await postEncoded(app.http, await app.token(dealership.agent), "/timeOff/add", fields, "json");
  expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
});
