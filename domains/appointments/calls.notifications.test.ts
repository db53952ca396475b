import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;
let agent: Caller;
let [agent_id, manager_id] = [0, 0];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
  agent_id = (await agent(accounts.profile)).data.id;
  manager_id = (await manager(accounts.profile)).data.id;
});

async function book(host_id: number | null, appointment_date = "2027-04-05", hour = "09") {
  const customer_id = (await addCustomer(manager)).id;
  const time = { timeType: "custom" as const, appointment_date, customTimeMinutes: "00", customTimeAmPm: "AM" };
  const body = { title: "Visit", type: 0 as const, customer_id, notes: "", ...time, customTimeHours: hour, host_id };
  return (await manager(appointments.add, { body })).data.id;
}

const move = (id: number, version: number, hour: string, more: object = {}) => {
  const time = { starts: `2027-04-05T${hour}:00`, ends: `2027-04-05T${hour}:30` };
  return manager(appointmentCalendar.move, { params: { id }, body: { ...time, version, confirmed: 1, ...more } });
};

async function notificationsOf(call: Caller) {
  const { data } = await call(notifications.list);
  return data.notifications.map(({ kind, title, text }) => `${kind}: ${title}: ${text}`).reverse();
}

test("a host is told of an appointment that a colleague gives them, moves or takes away", async () => {
  const id = await book(agent_id);
  await move(id, 1, "11");
  await move(id, 2, "11", { host_id: manager_id });
  await move(id, 3, "11", { host_id: agent_id });
  await move(id, 4, "11", { host_id: "" });
  expect(await notificationsOf(agent)).toEqual([
    "appointment: Manager Tester assigned you an appointment: “Visit” on Mon, Apr 5, 9:00 AM",
    "appointment: Manager Tester moved your appointment: “Visit” to Mon, Apr 5, 11:00 AM",
    "appointment: Manager Tester reassigned your appointment to Manager Tester: “Visit” on Mon, Apr 5, 11:00 AM",
    "appointment: Manager Tester assigned you an appointment: “Visit” on Mon, Apr 5, 11:00 AM",
    "appointment: Manager Tester removed you as host: “Visit” on Mon, Apr 5, 11:00 AM",
  ]);
  expect(await notificationsOf(manager)).toEqual([]);
});

test("nobody is told of what is over, has no host, or only got other notes", async () => {
  await book(agent_id, "2020-04-06");
  const unhosted = await book(null);
  await move(unhosted, 1, "11");
  // Appointments without a host may overlap.
  await move(await book(null), 1, "11");
  const own = await book(manager_id);
  await move(own, 1, "12");
  expect([await notificationsOf(agent), await notificationsOf(manager)]).toEqual([[], []]);
});

test("who takes a departing colleague's appointments is told how many", async () => {
  await book(agent_id);
  await book(agent_id, "2027-04-06");
  const owner = await app.signIn(dealership.owner);
  await owner(team.remove, { params: { id: agent_id }, body: { is_active: 0, host_id: manager_id } });
  expect(await notificationsOf(manager)).toEqual([
    "appointment: You now host Agent Tester's appointments: 2 appointments",
  ]);
});
