import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let owner: Caller;
let customer_id: number;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  owner = await app.signIn(dealership.owner);
  customer_id = (await addCustomer(agent)).id;
});
afterAll(() => app.close());

const validDraft = {
  title: "Test drive",
  type: "0",
  timeType: "custom" as "custom" | "now",
  appointment_date: "2026-05-04",
  customTimeHours: "09",
  customTimeMinutes: "15",
  customTimeAmPm: "AM",
  notes: "",
};
const draft = (more: Partial<typeof validDraft> & { customer_id?: number } = {}) => ({
  body: { ...validDraft, customer_id, ...more },
});
const absent = { status: 404, message: "We couldn't find this. It may have been deleted." };

const count = async () => (await app.pool.query("select count(*)::int as n from appointments")).rows[0].n;

describe("a wrong field gets its message", () => {
  const day = "Select a day from January 1, 1997 to December 31, 2030";
  const invalidFields = [
    ["title", "", "Title is required"],
    ["type", "3", "Select In-Person or Virtual"],
    ["customer_id", "", "Please select a customer"],
    ["timeType", "later", "Select Now or Custom"],
    ["appointment_date", "1996-12-31", day],
    ["appointment_date", "2031-01-01", day],
    ["appointment_date", "", day],
    ["customTimeHours", "13", "Select an hour from 01 to 12"],
    ["customTimeMinutes", "10", "Select 00, 15, 30 or 45 minutes"],
    ["customTimeAmPm", "", "Select AM or PM"],
  ] as const;
  const cases = everyEncoding.flatMap((encoding) => invalidFields.map((one) => [encoding, ...one] as const));

  test.each(cases)("%s: %s %j", async (encoding, field, value, text) => {
    const token = await app.token(dealership.agent);
    const before = await count();
    const fields = { ...validDraft, customer_id: String(customer_id), [field]: value };
    const answer = await postEncoded(app.http, token, "/appointments/add", fields, encoding);
    expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
    expect(Object.keys(answer.data)).toEqual([field]);
    expect(await count()).toBe(before);
  });

  test("several at once", async () => {
    const { customer_id: _, ...rest } = draft({ title: "", customTimeAmPm: "" }).body;
    await expect(agent(appointments.add, { body: rest })).rejects.toMatchObject({
      fields: {
        title: "Title is required",
        customer_id: "Please select a customer",
        customTimeAmPm: "Select AM or PM",
      },
    });
  });

  test("a title that is too long", async () => {
    const text = "Use at most 255 characters";
    const long = agent(appointments.add, draft({ title: "x".repeat(256) }));
    await expect(long).rejects.toMatchObject({ status: 422, fields: { title: text } });
  });

  test("a time skipped by daylight saving", async () => {
    const skipped = draft({ appointment_date: "2026-03-08", customTimeHours: "02", customTimeMinutes: "30" });
    const text = "This time is skipped that day because the clocks change. Select another.";
    await expect(agent(appointments.add, skipped)).rejects.toMatchObject({
      status: 422,
      fields: { customTimeHours: text },
    });
  });
});

describe("the same customer at the same time", () => {
  const text = "This customer already has an appointment at this time";

  test("is refused at the time", async () => {
    const twice = draft({ appointment_date: "2026-06-01" });
    await agent(appointments.add, twice);
    await expect(agent(appointments.add, twice)).rejects.toMatchObject({ fields: { customTimeHours: text } });
  });

  test("is refused within the current minute", async () => {
    await agent(appointments.add, draft({ timeType: "now" }));
    await expect(agent(appointments.add, draft({ timeType: "now" }))).rejects.toMatchObject({
      status: 422,
      fields: { timeType: text },
    });
  });

  test("is added once when sent five times at once", async () => {
    const five = Array.from({ length: 5 }, () => agent(appointments.add, draft({ appointment_date: "2026-06-02" })));
    const outcomes = await Promise.allSettled(five);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a missing customer", () => {
  const text = "Customer not found. They may have been deleted.";
  const refused = { status: 422, fields: { customer_id: text } };

  test.each([987_654, -1, "Maria", "1.5"])("id %s", async (none) => {
    const body = { ...draft().body, customer_id: none };
    await expect(agent(appointments.add, { body })).rejects.toMatchObject(refused);
  });

  test("deleted", async () => {
    const { id } = await addCustomer(agent);
    await owner(customers.remove, { params: { id } });
    await expect(agent(appointments.add, draft({ customer_id: id }))).rejects.toMatchObject(refused);
  });

  test("of another location", async () => {
    const other = await app.signIn(dealership.otherAgent);
    const { id } = await addCustomer(other);
    await expect(agent(appointments.add, draft({ customer_id: id }))).rejects.toMatchObject(refused);
  });

  test("of another dealer", async () => {
    const stranger = await app.signIn((await app.dealership()).agent);
    const { id } = await addCustomer(stranger);
    await expect(agent(appointments.add, draft({ customer_id: id }))).rejects.toMatchObject(refused);
  });
});

describe("a missing or foreign appointment", () => {
  let id: number;

  beforeAll(async () => {
    id = (await agent(appointments.add, draft({ appointment_date: "2026-06-03" }))).data.id;
  });

  test.each(["0", "-1", "abc", "1.5", "99999999999999999999", "987654"])("id %s", async (none) => {
    await expect(agent(appointments.update, { params: { id: none, status: 1 } })).rejects.toMatchObject(absent);
    await expect(owner(appointments.remove, { params: { id: none } })).rejects.toMatchObject(absent);
  });

  test.each(["another dealer", "another location"])("of %s", async (whose) => {
    const theirs = whose === "another dealer" ? (await app.dealership()).owner : dealership.owner;
    const stranger = await app.signIn(theirs, whose === "another location" ? dealership.otherLocation_id : undefined);
    await expect(stranger(appointments.update, { params: { id, status: 1 } })).rejects.toMatchObject(absent);
    await expect(stranger(appointments.remove, { params: { id } })).rejects.toMatchObject(absent);
    expect((await stranger(appointments.table, { body: {} })).recordsTotal).toBe(0);
    const { rows } = await app.pool.query("select status from appointments where id = $1", [id]);
    expect(rows).toEqual([{ status: 0 }]);
  });

  test.each(["3", "-1", "done", ""])("there is no status %j", async (status) => {
    const moved = agent(appointments.update, { params: { id, status } });
    await expect(moved).rejects.toMatchObject({ status: 422, fields: { status: "Select a valid status" } });
  });
});

describe("permissions", () => {
  test("an agent can't delete", async () => {
    const { data } = await agent(appointments.add, draft({ appointment_date: "2026-06-04" }));
    await expect(agent(appointments.remove, { params: { id: data.id } })).rejects.toMatchObject({ status: 403 });
    const { rowCount } = await app.pool.query("select from appointments where id = $1", [data.id]);
    expect(rowCount).toBe(1);
  });

  test("neither signed-out visitors nor the operator have access", async () => {
    const operator = await app.signIn((await app.operator()).email);
    for (const [call, status] of [[app.anyone, 401] as const, [operator, 403] as const]) {
      await expect(call(appointments.table, { body: {} })).rejects.toMatchObject({ status });
      await expect(call(appointments.add, draft())).rejects.toMatchObject({ status });
      await expect(call(appointments.update, { params: { id: 1, status: 1 } })).rejects.toMatchObject({ status });
      await expect(call(appointments.remove, { params: { id: 1 } })).rejects.toMatchObject({ status });
    }
  });

  test("a browser's prefetch changes nothing", async () => {
    const { data } = await agent(appointments.add, draft({ appointment_date: "2026-06-05" }));
    const answer = await app.http.inject({
      url: `/api/appointments/update/${data.id}/1`,
      headers: { authorization: `Bearer ${await app.token(dealership.agent)}`, "sec-purpose": "prefetch" },
    });
    expect(answer.statusCode).toBe(403);
    const { rows } = await app.pool.query("select status from appointments where id = $1", [data.id]);
    expect(rows).toEqual([{ status: 0 }]);
  });
});
