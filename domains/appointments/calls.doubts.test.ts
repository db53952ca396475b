import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";

let app: TestApp;
let agent: Caller;

beforeAll(async () => {
  app = await startTestApp();
  agent = await app.signIn((await app.dealership()).agent);
});
afterAll(() => app.close());

const at = (appointment_date: string, time = "09:30 AM") => {
  const [customTimeHours, customTimeMinutes, customTimeAmPm] = time.split(/[: ]/);
  return { timeType: "custom" as const, appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
};
const now = { timeType: "now" as const, appointment_date: "", customTimeHours: "", customTimeMinutes: "" };

async function add(call: Caller, customer_id: number, more: object = {}): Promise<number> {
  const draft = { title: "Visit", type: 0, customer_id, notes: "", ...now, customTimeAmPm: "", ...more };
  return (await call(appointments.add, { body: draft })).data.id;
}

describe("a doubtful time", () => {
  // A Thursday; business hours are 9 to 6, and Sundays are closed.
  const doubtful = [
    ["past", at("2020-11-20", "10:00 AM")],
    ["closed", at("2027-03-07", "10:00 AM")],
    ["hours", at("2027-03-08", "03:00 AM")],
    ["past", { ...now, appointment_date: "1997-01-02", customTimeAmPm: "" }],
  ] as const;

  test.each(doubtful)("%s: the documented call saves it with a warning, a dialog asks first", async (doubt, time) => {
    const customer = await addCustomer(agent);
    const draft = { title: "Visit", type: 0, customer_id: customer.id, notes: "", ...time };
    const asked = agent(appointments.add, { body: { ...draft, confirmed: 0 } });
    await expect(asked).rejects.toMatchObject({
      status: 409,
      data: { reason: "doubtful", warnings: expect.arrayContaining([expect.objectContaining({ doubt })]) },
    });
    const rows = async () => (await agent(appointments.table, { body: { customer_id: customer.id } })).data;
    expect(await rows()).toEqual([]);

    const { status, message, data } = await agent(appointments.add, { body: draft });
    expect([status, message]).toEqual(["warning", expect.stringMatching(/^Appointment created\. This /)]);
    expect((await rows()).map(({ id }) => id)).toEqual([data.id]);

    const other = { ...draft, customer_id: (await addCustomer(agent)).id, confirmed: 1 as const };
    expect(await agent(appointments.add, { body: other })).toMatchObject({
      status: "success",
      message: "Appointment created",
    });
  });

  test("an edit asks about a new time only", async () => {
    const customer = await addCustomer(agent);
    const id = await add(agent, customer.id, { ...at("2020-11-20", "10:00 AM") });
    const body = { title: "Visit", type: 0, customer_id: customer.id, notes: "", confirmed: 0 as const };
    const kept = { ...body, notes: "By phone", ...now, customTimeAmPm: "", timeType: "keep" as const, version: 1 };
    expect((await agent(appointments.edit, { params: { id }, body: kept })).status).toBe("success");
    const moved = { ...body, ...at("2027-03-07", "10:00 AM"), version: 2 };
    await expect(agent(appointments.edit, { params: { id }, body: moved })).rejects.toMatchObject({ status: 409 });
    const { confirmed: _, ...documented } = moved;
    expect(await agent(appointments.edit, { params: { id }, body: documented })).toMatchObject({
      status: "warning",
      message: "Appointment saved. This location is closed that day.",
    });
  });
});
