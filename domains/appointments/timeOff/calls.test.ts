import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
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

test("says how many appointments the person has in that time", async () => {
  const customer_id = (await addCustomer(agent)).id;
  const time = { timeType: "custom" as const, appointment_date: "2027-05-03", customTimeHours: "09" };
  const at = { ...time, customTimeMinutes: "00", customTimeAmPm: "AM", host_id: own };
  await agent(appointments.add, { body: { title: "Visit", type: 0, customer_id, notes: "", ...at } });
  const added = await agent(timeOff.add, { body: { user_id: own, ...days("2027-05-03", "2027-05-04") } });
  expect(added).toMatchObject({
    message: "Time off added. 1 appointment is in that time: give it to someone else.",
    data: { appointments: 1 },
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
  ["ends", { ends: "2027-01-01T00:00" }, "Select an end after the start"],
  ["ends", { ends: "2029-01-01T00:00" }, "Select a year at most"],
  ["reason", { reason: "x".repeat(101) }, "Use at most 100 characters"],
])("%s %j is refused", async (field, change, text) => {
  const fields = { user_id: String(own), starts: "2027-02-01T00:00", ends: "2027-04-02T00:00", reason: "", ...change };
  const answer = await postEncoded(app.http, await app.token(dealership.agent), "/timeOff/add", fields, "json");
  expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
});
