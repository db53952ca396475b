import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  manager = await app.signIn(dealership.manager);
});
afterAll(() => app.close());

const at = (appointment_date: string, time = "09:30 AM") => {
  const [customTimeHours, customTimeMinutes, customTimeAmPm] = time.split(/[: ]/);
  return { timeType: "custom" as const, appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
};
const unchanged = {
  timeType: "keep" as const,
  appointment_date: "",
  customTimeHours: "",
  customTimeMinutes: "",
  customTimeAmPm: "",
};

async function make(more: object = {}) {
  const customer_id = (await addCustomer(agent)).id;
  const draft = { title: "Test drive", type: 0, customer_id, notes: "", ...at("2027-03-01"), ...more };
  const { id } = (await agent(appointments.add, { body: draft as BodyInput<typeof appointments.add> })).data;
  return { id, customer_id };
}

async function rowOf(id: number) {
  const { data } = await agent(appointments.table, { body: { length: 500 } });
  return data.find((row) => row.id === id) ?? expect.fail("no such row");
}

type Edit = Partial<BodyInput<typeof appointments.edit>>;
async function edit(id: number, change: Edit = {}, call = agent) {
  const { title, type, customer_id, notes, version } = await rowOf(id);
  const body = { title, type, customer_id, notes, version, ...unchanged, ...change };
  return call(appointments.edit, { params: { id }, body });
}

async function audited(id: number) {
  const text = "select action, detail from audit_log where subject = 'appointment' and subject_id = $1 order by id";
  return (await app.pool.query(text, [id])).rows;
}

describe("editing", () => {
  test("changes title, type, customer and notes, keeps the minute, and says so to browsers and the audit trail", async () => {
    const { id } = await make({ ...unchanged, timeType: "now" });
    const before = await rowOf(id);
    const other = (await addCustomer(agent, { first_name: "Bo", last_name: "Ng" })).id;
    app.events.published.splice(0);
    const answer = await edit(id, { title: "Trade-in", type: 1, customer_id: other, notes: "Bring both keys" });
    expect(answer).toMatchObject({ message: "Appointment saved", data: { id, version: 2 } });
    expect(await rowOf(id)).toEqual({
      ...before,
      title: "Trade-in",
      type: 1,
      customer_id: other,
      customer_name: "Bo Ng",
      notes: "Bring both keys",
      version: 2,
    });
    expect(app.events.published.filter(({ event }) => event === "appointment-changed")).toHaveLength(1);
    const people = { customer_id_from: before.customer_id, customer_id_to: other };
    const detail = { title: true, notes: true, type_from: 0, type_to: 1, ...people };
    expect(await audited(id)).toEqual([{ action: "edited", detail }]);
  });

  test("with nothing changed stores nothing", async () => {
    const { id } = await make();
    expect((await edit(id)).data.version).toBe(1);
    expect(await audited(id)).toEqual([]);
  });

  test.each([
    ["summer", "2026-07-04", "09:30 AM", "2026-07-04T13:30:00.000Z"],
    ["winter", "2027-01-15", "09:30 AM", "2027-01-15T14:30:00.000Z"],
    ["after the clocks went forward", "2027-03-14", "03:00 AM", "2027-03-14T07:00:00.000Z"],
    ["the hour that comes twice: its first time", "2026-11-01", "01:30 AM", "2026-11-01T05:30:00.000Z"],
  ])("reschedules to the location's wall time: %s", async (_name, day, time, instant) => {
    const { id } = await make();
    await edit(id, at(day, time));
    expect((await rowOf(id)).datetime).toBe(instant);
  });

  test("a wall time that the clocks skip is refused at the hour", async () => {
    const { id } = await make();
    const fields = { customTimeHours: "This time is skipped that day because the clocks change. Select another." };
    await expect(edit(id, at("2027-03-14", "02:30 AM"))).rejects.toMatchObject({ status: 422, fields });
  });

  test("a new time to come makes it pending, takes back the confirmation, and is logged as a move", async () => {
    const { id } = await make();
    await agent(appointments.confirm, { params: { id } });
    await agent(appointments.update, { params: { id, status: 2 } });
    await edit(id, at("2027-03-02"));
    expect(await rowOf(id)).toMatchObject({ status: 0, confirmed_at: null });
    expect((await audited(id)).map(({ action }) => action)).toEqual(["confirmed", "moved", "edited", "moved"]);
  });

  test("a time in the past keeps the status", async () => {
    const { id } = await make();
    await agent(appointments.update, { params: { id, status: 1 } });
    await edit(id, at("2020-03-02"));
    expect((await rowOf(id)).status).toBe(1);
  });

  test("works after the customer was deleted, unless another deleted one is chosen", async () => {
    const { id, customer_id } = await make();
    const other = (await addCustomer(agent)).id;
    for (const one of [customer_id, other]) await manager(customers.remove, { params: { id: one } });
    await edit(id, { title: "Still on" });
    await expect(edit(id, { customer_id: other })).rejects.toMatchObject({ status: 422, fields: { customer_id: /./ } });
  });
});

describe("what is refused", () => {
  test("an edit that began before somebody else's, with nothing overwritten", async () => {
    const { id } = await make();
    await edit(id, { title: "First" });
    const late = edit(id, { title: "Second", version: 1 }, manager);
    const message = "Someone else changed this appointment. Close this and open it again to see their changes.";
    await expect(late).rejects.toMatchObject({ status: 409, message });
    expect((await rowOf(id)).title).toBe("First");
  });

  test("all but one of five edits at once", async () => {
    const { id } = await make();
    const five = Array.from({ length: 5 }, (_, index) => edit(id, { title: `Edit ${index}`, version: 1 }));
    const outcomes = await Promise.allSettled(five);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await rowOf(id)).version).toBe(2);
  });

  test("a time at which the customer has another appointment, at the field that chose it", async () => {
    const { id, customer_id } = await make();
    await make({ ...at("2027-03-05"), customer_id });
    const text = "This customer already has an appointment at this time";
    await expect(edit(id, at("2027-03-05"))).rejects.toMatchObject({ status: 422, fields: { customTimeHours: text } });
    const elsewhere = await make(at("2027-03-05"));
    await expect(edit(elsewhere.id, { customer_id })).rejects.toMatchObject({
      status: 422,
      fields: { timeType: text },
    });
    await edit(id, at("2027-03-05", "09:45 AM"));
  });

  test.each([
    ["title", "", "Title is required"],
    ["version", 0, "Reload the appointment"],
    ["timeType", "later", "Select Now or Custom"],
  ])("a wrong %s", async (field, value, text) => {
    const { id } = await make();
    await expect(edit(id, { [field]: value })).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
  });

  test("a custom time without its parts", async () => {
    const { id } = await make();
    const fields = { customTimeAmPm: "Select AM or PM" };
    await expect(edit(id, { ...at("2027-03-05"), customTimeAmPm: "" })).rejects.toMatchObject({ status: 422, fields });
  });

  test("people of other locations and dealers, the operator, and visitors", async () => {
    const { id } = await make();
    const body = { title: "Mine now", customer_id: 1, version: 1, ...unchanged, notes: "" };
    const strangers = [
      [await app.signIn(dealership.otherAgent), 404],
      [await app.signIn((await app.dealership()).owner), 404],
      [await app.signIn((await app.operator()).email), 403],
      [app.anyone, 401],
    ] as const;
    for (const [call, status] of strangers) {
      await expect(call(appointments.edit, { params: { id }, body })).rejects.toMatchObject({ status });
    }
    expect((await rowOf(id)).title).toBe("Test drive");
  });
});
