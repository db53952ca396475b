import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointmentCalendar as calendar } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let id: number;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  const customer_id = (await addCustomer(agent)).id;
  const day = { timeType: "custom" as const, appointment_date: "2027-02-01", customTimeHours: "09" };
  const time = { ...day, customTimeMinutes: "00", customTimeAmPm: "AM" };
  id = (await agent(appointments.add, { body: { title: "Visit", type: 0, customer_id, notes: "", ...time } })).data.id;
});
afterAll(() => app.close());

const rows = async () => (await app.pool.query("select * from appointments order by id")).rows;
const length = "Select a length from 5 minutes to 24 hours";
const [time, order] = ["Select a day and a time", "Select an end time after the start"];
const hostText = "This person is no longer on the team here. Select someone else.";
const skipped = "This time is skipped that day because the clocks change. Select another.";

const wrong = [
  ["starts", { starts: "" }, time],
  ["starts", { starts: "tomorrow" }, time],
  ["starts", { starts: "2027-02-01 09:00" }, time],
  ["starts", { starts: "2027-02-30T09:00" }, time],
  ["starts", { starts: "2027-02-01T24:00" }, time],
  ["starts", { starts: "2031-01-01T09:00" }, time],
  ["starts", { starts: "2027-02-01T09:00Z" }, time],
  ["starts", { starts: "2027-02-01T09:00\u0000" }, time],
  ["ends", { ends: "1996-12-31T09:00" }, time],
  ["ends", { ends: "2027-02-02T09:00" }, order],
  ["ends", { ends: "2027-02-02T09:04", starts: "2027-02-02T09:00" }, length],
  ["ends", { ends: "2027-02-03T09:01" }, length],
  ["starts", { starts: "2027-03-14T02:30", ends: "2027-03-14T03:30" }, skipped],
  ["host_id", { host_id: "Sam" }, hostText],
  ["host_id", { host_id: "-1" }, hostText],
  ["host_id", { host_id: "987654" }, hostText],
  ["version", { version: "0" }, "Reload the appointment"],
] as const;
const cases = everyEncoding.flatMap((encoding) => wrong.map((one) => [encoding, ...one] as const));

test.each(cases)("a move in %s: %s %j", async (encoding, field, change, text) => {
  const token = await app.token(dealership.agent);
  const before = await rows();
  const fields = { starts: "2027-02-02T09:00", ends: "2027-02-02T09:30", version: "1", ...change };
  const answer = await postEncoded(app.http, token, `/appointments/move/${id}`, fields, encoding);
  expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
  expect(await rows()).toEqual(before);
});

test.each([
  ["day", { day: "2027-02-31" }, "Select a day from 1997-01-01 to 2030-12-31"],
  ["day", { day: "' or 1=1 --" }, "Select a day from 1997-01-01 to 2030-12-31"],
  ["days", { days: "8" }, "Select 1 to 7 days"],
  ["days", { days: "0" }, "Select 1 to 7 days"],
  ["status", { status: "7" }, "Select one of the options"],
])("a view: %s %j", async (field, change, text) => {
  const token = await app.token(dealership.agent);
  const fields = { day: "2027-02-01", days: "1", ...change };
  const answer = await postEncoded(app.http, token, "/appointments/calendar", fields, "json");
  expect(answer).toMatchObject({ status: "error", data: { [field]: text } });
});

test("a host of another location or another business is nobody that can be selected", async () => {
  const strangers = [await app.signIn(dealership.otherAgent), await app.signIn((await app.dealership()).agent)];
  for (const stranger of strangers) {
    const host_id = (await stranger(accounts.profile)).data.id;
    const body = { starts: "2027-02-02T09:00", ends: "2027-02-02T09:30", version: 1, host_id };
    const refused = { status: 422, fields: { host_id: expect.any(String) } };
    await expect(agent(calendar.move, { params: { id }, body })).rejects.toMatchObject(refused);
  }
});

test("a stranger's appointment is nowhere to be found", async () => {
  const strangers = [await app.signIn(dealership.otherAgent), await app.signIn((await app.dealership()).agent)];
  for (const stranger of strangers) {
    const body = { starts: "2027-02-02T09:00", ends: "2027-02-02T09:30", version: 1 };
    await expect(stranger(calendar.move, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
    await expect(stranger(calendar.undoMove, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
    const { appointments: shown } = (await stranger(calendar.view, { body: { day: "2027-02-01", days: 1 } })).data;
    expect(shown).toEqual([]);
  }
});
