import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointmentCalendar as calendar } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let manager: Caller;
let host: number;
let other: number;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  manager = await app.signIn(dealership.manager);
  host = (await agent(accounts.profile)).data.id;
  other = (await manager(accounts.profile)).data.id;
});
afterAll(() => app.close());

type AddInput = Partial<BodyInput<typeof appointments.add>>;
/** An appointment of a customer of its own: on a day, at an hour from 9 to 11 AM unless the draft says otherwise. */
async function add(appointment_date: string, customTimeHours: string, more: AddInput = {}, call = agent) {
  const customer = await addCustomer(call, { first_name: "Amy", last_name: "Pond" });
  const time = { timeType: "custom" as const, appointment_date, customTimeHours, customTimeMinutes: "00" };
  const body = { title: "Visit", type: 0 as const, customer_id: customer.id, notes: "", ...time, customTimeAmPm: "AM" };
  return (await call(appointments.add, { body: { ...body, ...more } })).data.id;
}

async function view(day: string, days = 1, more: object = {}) {
  return (await agent(calendar.view, { body: { day, days, ...more } })).data;
}
async function rowOf(day: string, id: number, days = 2) {
  return (await view(day, days)).appointments.find((row) => row.id === id) ?? expect.fail("no such row");
}

type MoveInput = Partial<BodyInput<typeof calendar.move>>;
const move = (id: number, starts: string, ends: string, more: MoveInput = {}) =>
  agent(calendar.move, { params: { id }, body: { starts, ends, version: 1, ...more } });

describe("the view", () => {
  test("has the days' appointments from midnight to midnight, with those that began before, hours and filters", async () => {
    const night = await add("2027-02-01", "11", { customTimeAmPm: "PM", duration: 120, host_id: host, place: "Bay 2" });
    const morning = await add("2027-02-02", "09", { type: 1 });
    await add("2027-02-03", "12", { customTimeAmPm: "AM" });
    const { appointments: shown, hours } = await view("2027-02-02");
    expect(shown.map(({ id }) => id)).toEqual([night, morning]);
    expect(shown[0]).toMatchObject({
      datetime: "2027-02-02T04:00:00.000Z",
      ends_at: "2027-02-02T06:00:00.000Z",
      duration: 120,
      host_id: host,
      place: "Bay 2",
      customer_name: "Amy Pond",
    });
    expect(shown[1]).toMatchObject({ duration: 30, host_id: null, host_name: "", place: "" });
    expect(hours).toEqual([{ opens: 540, closes: 1080 }]);
    expect((await view("2027-02-02", 1, { host_id: host })).appointments.map(({ id }) => id)).toEqual([night]);
    expect((await view("2027-02-02", 1, { type: 1 })).appointments.map(({ id }) => id)).toEqual([morning]);
    expect((await view("2027-02-05", 7)).hours.map(Boolean)).toEqual([true, true, false, true, true, true, true]);
  });

  test("of a day with 23 hours ends with it", async () => {
    const last = await add("2027-03-14", "11", { customTimeAmPm: "PM" });
    await add("2027-03-15", "12", { customTimeAmPm: "AM" });
    expect((await view("2027-03-14")).appointments.map(({ id }) => id)).toEqual([last]);
  });

  test("of a day with 25 hours ends with it", async () => {
    const last = await add("2027-11-07", "11", { customTimeAmPm: "PM", duration: 15 });
    await add("2027-11-08", "12", { customTimeAmPm: "AM" });
    const { appointments: shown } = await view("2027-11-07");
    expect(shown.map(({ id, datetime }) => [id, datetime])).toEqual([[last, "2027-11-08T04:00:00.000Z"]]);
  });
});

describe("a move", () => {
  test("changes time and length, takes back the confirmation, and says so", async () => {
    const id = await add("2027-04-05", "09");
    await agent(appointments.confirm, { params: { id } });
    app.events.published.splice(0);
    const answer = await move(id, "2027-04-06T10:15", "2027-04-06T11:00");
    expect(answer).toMatchObject({ message: "Appointment moved", data: { id, version: 2 } });
    expect(await rowOf("2027-04-06", id)).toMatchObject({
      datetime: "2027-04-06T14:15:00.000Z",
      ends_at: "2027-04-06T15:00:00.000Z",
      confirmed_at: null,
      version: 2,
    });
    expect(app.events.published.filter(({ event }) => event === "appointment-changed")).toHaveLength(1);
  });

  test("to where it is already changes nothing", async () => {
    const id = await add("2027-04-07", "09");
    expect((await move(id, "2027-04-07T09:00", "2027-04-07T09:30")).data.version).toBe(1);
  });

  test("is undone with the confirmation and status from before, once", async () => {
    const id = await add("2027-04-08", "09", { host_id: host });
    await agent(appointments.confirm, { params: { id } });
    const before = await rowOf("2027-04-08", id);
    await move(id, "2027-04-08T16:00", "2027-04-08T17:00", { host_id: other });
    const undo = (version: number) => agent(calendar.undoMove, { params: { id }, body: { version } });
    expect((await undo(2)).data).toEqual({ id, version: 3 });
    expect(await rowOf("2027-04-08", id)).toEqual({ ...before, version: 3 });
    const by = await app.pool.query("select confirmed_by from appointments where id = $1", [id]);
    expect(by.rows).toEqual([{ confirmed_by: host }]);
    await expect(undo(3)).rejects.toMatchObject({ status: 409 });
  });

  test("can't be undone after something else changed the appointment", async () => {
    const id = await add("2027-04-09", "09");
    await move(id, "2027-04-09T10:00", "2027-04-09T10:30");
    await agent(appointments.update, { params: { id, status: 1 } });
    const undo = agent(calendar.undoMove, { params: { id }, body: { version: 2 } });
    await expect(undo).rejects.toMatchObject({ status: 409 });
  });

  test("with an old version is refused", async () => {
    const id = await add("2027-04-12", "09");
    await move(id, "2027-04-12T10:00", "2027-04-12T10:30");
    await expect(move(id, "2027-04-12T11:00", "2027-04-12T11:30")).rejects.toMatchObject({ status: 409 });
  });
});

describe("a host who has another appointment then", () => {
  const busy = /has “Visit” with Amy Pond from 9:00 AM to 9:30 AM\. Select another time or person\.$/;

  test("isn't given a second one, neither by a move nor by a form, and who is in the way is said", async () => {
    const first = await add("2027-05-03", "09", { host_id: host });
    const second = await add("2027-05-03", "10", { host_id: host });
    const moved = move(second, "2027-05-03T09:15", "2027-05-03T09:45");
    const in_the_way = [expect.objectContaining({ id: first, title: "Visit", customer_name: "Amy Pond" })];
    const refusal = { status: 409, message: expect.stringMatching(busy), data: { reason: "busy", in_the_way } };
    await expect(moved).rejects.toMatchObject(refusal);
    await expect(add("2027-05-03", "09", { host_id: host })).rejects.toMatchObject(refusal);
    await expect(move(second, "2027-05-03T08:00", "2027-05-03T09:01", { confirmed: 1 })).rejects.toMatchObject(refusal);
    expect((await move(second, "2027-05-03T09:30", "2027-05-03T10:00")).data.version).toBe(2);
  });

  test("may have any number that are over, and none of them comes back on top of another", async () => {
    const done = await add("2027-05-04", "09", { host_id: host });
    await agent(appointments.update, { params: { id: done, status: 1 } });
    await add("2027-05-04", "09", { host_id: host });
    const back = agent(appointments.update, { params: { id: done, status: 0 } });
    await expect(back).rejects.toMatchObject({ status: 409, message: expect.stringMatching(busy) });
  });

  test("doesn't receive a restored one that another took the place of", async () => {
    const id = await add("2027-05-05", "09", { host_id: host });
    await manager(appointments.remove, { params: { id } });
    await add("2027-05-05", "09", { host_id: host });
    await manager(appointments.restore, { params: { id } });
    expect(await rowOf("2027-05-05", id)).toMatchObject({ host_id: null });
  });

  test("at another location is busy too, without a word about what", async () => {
    const owner = await app.signIn(dealership.owner);
    const owner_id = (await owner(accounts.profile)).data.id;
    const away = await app.signIn(dealership.otherAgent);
    await add("2027-05-06", "09", { host_id: owner_id }, away);
    const zones = await app.pool.query("select datetime from appointments order by id desc limit 1");
    const id = await add("2027-05-06", "07", { customTimeAmPm: "PM" });
    const at = new Date(zones.rows[0].datetime).toLocaleString("sv", { timeZone: "America/New_York" });
    const starts = at.replace(" ", "T").slice(0, 16);
    const moved = move(id, starts, `${starts.slice(0, 14)}45`, { host_id: owner_id, confirmed: 1 });
    const message = expect.stringContaining("has an appointment at another location then");
    await expect(moved).rejects.toMatchObject({ status: 409, message, data: { reason: "busy", in_the_way: [] } });
  });

  test("gets one of fifty that are moved there at once, and the others see which", async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => add("2027-05-10", String(1 + (index % 11)).padStart(2, "0"))),
    );
    const moves = ids.map((id) => move(id, "2027-05-11T09:00", "2027-05-11T09:30", { host_id: host }));
    const outcomes = await Promise.allSettled(moves);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const won = (await view("2027-05-11")).appointments.map(({ id }) => id);
    expect(won).toHaveLength(1);
    const lost = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    for (const { status, data } of lost)
      expect({ status, data }).toMatchObject({ status: 409, data: { reason: "busy", in_the_way: [{ id: won[0] }] } });
  });
});

describe("a time against which something speaks", () => {
  test.each([
    ["before opening", "2027-06-01T08:00", "2027-06-01T08:30", "hours"],
    ["past closing", "2027-06-01T17:45", "2027-06-01T18:15", "hours"],
    ["on a closed day", "2027-06-06T10:00", "2027-06-06T10:30", "closed"],
    ["over midnight", "2027-06-01T17:00", "2027-06-02T02:00", "hours"],
  ])("%s is taken only when that is confirmed", async (_name, starts, ends, doubt) => {
    const id = await add("2027-06-01", "09");
    const data = { reason: "doubtful", warnings: [{ doubt }] };
    await expect(move(id, starts, ends)).rejects.toMatchObject({ status: 409, data });
    expect(await rowOf("2027-06-01", id)).toMatchObject({ version: 1, datetime: "2027-06-01T13:00:00.000Z" });
    expect((await move(id, starts, ends, { confirmed: 1 })).data.version).toBe(2);
  });

  test("names the customer's other appointment, and refuses the host's time off outright", async () => {
    const id = await add("2027-06-08", "09");
    const customer = (await rowOf("2027-06-08", id)).customer_id;
    await add("2027-06-08", "11", { customer_id: customer, title: "Service" });
    const off = { starts: "2027-06-08T00:00", ends: "2027-06-09T00:00", reason: "Vacation" };
    await manager(timeOff.add, { body: { user_id: other, ...off } });
    const away = { status: 409, message: expect.stringContaining("is off then: Vacation."), data: { reason: "busy" } };
    await expect(move(id, "2027-06-08T10:45", "2027-06-08T11:15", { host_id: other })).rejects.toMatchObject(away);
    const warnings = [{ doubt: "customer", text: "Amy Pond has “Service” at 11:00 AM." }];
    const data = { reason: "doubtful", warnings };
    await expect(move(id, "2027-06-08T10:45", "2027-06-08T11:15")).rejects.toMatchObject({ status: 409, data });
    expect((await view("2027-06-08")).time_off).toMatchObject([{ user_id: other, reason: "Vacation" }]);
  });
});

test("a day's hours are those of the location", async () => {
  const week = Array.from({ length: 7 }, () => ({ opens: 480, closes: 720 }));
  const body = { week, closed: ["2027-07-05"] };
  await manager(businessHours.change, { params: { id: dealership.location_id }, body });
  expect((await view("2027-07-05", 2)).hours).toEqual([null, { opens: 480, closes: 720 }]);
});
