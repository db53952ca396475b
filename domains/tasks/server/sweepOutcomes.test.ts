import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { dashboard } from "#domains/dashboard/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { createTaskFixture, type TaskFixture } from "#testing/tasks/taskFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { tasks } from "../contract.ts";

let app: TestApp;
let fixture: TaskFixture;
let id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createTaskFixture(app);
  await fixture.setTime("2026-11-18T13:00:00Z");
  const { id: customer_id } = await addCustomer(fixture.agent, { first_name: "Ann", last_name: "Lee" });
  id = await fixture.addAppointment(customer_id, "2026-11-18 09:30 AM");
});

const answer = (status: 0 | 1 | 2) => fixture.agent(appointments.update, { params: { id, status } });
const asked = async () => (await fixture.sweepAndList()).filter(({ rule }) => rule === "outcome");

test("who made an appointment without a host is asked once, an hour after its end", async () => {
  await fixture.setTime("2026-11-18T15:59:00Z");
  expect(await asked()).toEqual([]);
  await fixture.setTime("2026-11-18T16:00:00Z");
  const [task] = await asked();
  expect(task).toMatchObject({
    description: "Did Ann Lee show up for “Test drive”?",
    appointment_id: id,
    customer_name: "Ann Lee",
    assignee: "Agent Tester",
    due_at: "2026-11-19T16:00:00.000Z",
  });
  expect(await asked()).toEqual([task]);
  const { rows } = await app.pool.query("select text from notifications where dealer_id = $1 and kind = 'task'", [
    fixture.dealer.dealer_id,
  ]);
  expect(rows).toEqual([{ text: "Did Ann Lee show up for “Test drive”?" }]);
});

test("the host is asked, unless they have left", async () => {
  const host_id = (await fixture.manager(accounts.profile)).data.id;
  await app.pool.query("update appointments set host_id = $2 where id = $1", [id, host_id]);
  await fixture.setTime("2026-11-18T16:00:00Z");
  expect(await asked()).toMatchObject([{ assignee: "Manager Tester" }]);
  await app.pool.query("delete from tasks where dealer_id = $1", [fixture.dealer.dealer_id]);
  await app.pool.query("update users set is_active = false where id = $1", [host_id]);
  expect(await asked()).toMatchObject([{ assignee: "Agent Tester" }]);
});

test.each([
  ["showed up", 1],
  ["didn't show up", 2],
] as const)(
  "the answer that they %s ends the question for good, and the dashboard counts it",
  async (_name, status) => {
    await fixture.setTime("2026-11-18T16:00:00Z");
    await asked();
    const figures = async () => (await fixture.agent(dashboard.figures, { body: { period: "today" } })).data;
    const before = await figures();
    await answer(status);
    expect((await fixture.agent(tasks.settle)).data).toEqual({ ended: 1 });
    expect((await fixture.list("done")).find(({ rule }) => rule === "outcome")).toMatchObject({
      status: "done",
      ended_how: "outcome",
    });
    const after = await figures();
    expect(after.parts.appointments_no_show - before.parts.appointments_no_show).toBe(status === 2 ? 1 : 0);
    expect(after.apps_shown - before.apps_shown).toBe(status === 1 ? 1 : 0);
    expect(after.parts.appointments_pending - before.parts.appointments_pending).toBe(-1);
    await answer(0);
    expect(await asked()).toEqual([]);
  },
);

test("nobody is asked about one that is recorded, canceled or long past, or while the rule is off", async () => {
  await answer(1);
  await fixture.setTime("2026-11-18T16:00:00Z");
  expect(await asked()).toEqual([]);
  const other = await fixture.addAppointment((await addCustomer(fixture.agent)).id, "2026-11-10 09:30 AM");
  expect(other).toBeGreaterThan(id);
  expect(await asked()).toEqual([]);
  await answer(0);
  await fixture.manager(tasks.changeRules, {
    body: { no_show: 1, unconfirmed: 1, reschedule: 1, outcome: 0, review: 1 },
  });
  expect(await asked()).toEqual([]);
});

test("one that is moved to a later time is asked about again after that", async () => {
  await fixture.setTime("2026-11-18T16:00:00Z");
  await asked();
  const body = { starts: "2026-11-19T10:00", ends: "2026-11-19T10:30", version: 1, confirmed: 1 } as const;
  await fixture.agent(appointmentCalendar.move, { params: { id }, body });
  expect(await asked()).toEqual([]);
  const done = (await fixture.list("done")).find(({ rule }) => rule === "outcome");
  expect(done).toMatchObject({ ended_how: "rescheduled" });
  await fixture.setTime("2026-11-19T16:30:00Z");
  expect(await asked()).toHaveLength(1);
});
