import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { chatAssignment } from "#domains/inbox/list/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { createTaskFixture, type TaskFixture } from "#testing/tasks/taskFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { tasks } from "../contract.ts";

let app: TestApp;
let fixture: TaskFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createTaskFixture(app);
  await fixture.setTime("2026-11-18T15:00:00Z");
});

const minutes = (count: number) => app.clock.advance(count * 60_000);

/** A customer who missed yesterday's appointment. */
async function noShow() {
  const customer = await fixture.talk.chat();
  const id = await fixture.addAppointment(customer.id, "2026-11-17 11:00 AM");
  await fixture.agent(appointments.update, { params: { id, status: 2 } });
  return customer;
}

test("customers who wait make no tasks: they are in Next", async () => {
  await fixture.receiveText();
  await fixture.missedCall();
  minutes(120);
  expect(await fixture.sweepAndList()).toEqual([]);
});

test("the member who has the conversation gets the task, and hears of it once", async () => {
  const { chat_id } = await noShow();
  const user_id = (await fixture.agent(accounts.profile)).data.id;
  await fixture.manager(chatAssignment.assign, { body: { chat_id, user_id } });
  expect(await fixture.sweepAndList("mine")).toMatchObject([{ assigned_to: user_id, assignee: "Agent Tester" }]);
  await fixture.sweepAndList();
  const { data } = await fixture.agent(notifications.list);
  expect(data.notifications.filter(({ kind }) => kind === "task")).toHaveLength(1);
});

test("a reopened task ends by hand only", async () => {
  const customer = await noShow();
  const [task] = await fixture.sweepAndList();
  const params = { id: task?.id ?? 0 };
  await fixture.agent(tasks.complete, { params });
  await fixture.agent(tasks.reopen, { params });
  await fixture.addAppointment(customer.id, "2026-11-20 11:00 AM");
  expect(await fixture.sweepAndList()).toMatchObject([{ id: task?.id, status: "open" }]);
});

test("a rule's task isn't made again after it was ended or deleted", async () => {
  await noShow();
  const [task] = await fixture.sweepAndList();
  const params = { id: task?.id ?? 0 };
  await fixture.agent(tasks.complete, { params });
  expect(await fixture.sweepAndList()).toEqual([]);
  await fixture.manager(tasks.remove, { params });
  expect(await fixture.sweepAndList()).toEqual([]);
});

test("is dropped when the customer is deleted", async () => {
  const { id } = await noShow();
  await fixture.sweepAndList();
  await fixture.manager(customers.remove, { params: { id }, body: {} });
  expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "gone" }]);
});

test("concurrent sweeps create and publish it once", async () => {
  await noShow();
  app.events.published.splice(0);
  await Promise.all([fixture.sweepAndList(), fixture.sweepAndList(), fixture.sweepAndList()]);
  expect(await fixture.list()).toHaveLength(1);
  expect(app.events.published.filter(({ event }) => event === "task-changed")).toHaveLength(1);
});

test("a rule creates nothing while off, and resumes when on", async () => {
  const off = { no_show: 0, unconfirmed: 0, reschedule: 0, outcome: 0, review: 0 } as const;
  await fixture.manager(tasks.changeRules, { body: off });
  await noShow();
  expect(await fixture.sweepAndList()).toEqual([]);
  await fixture.manager(tasks.changeRules, { body: { ...off, no_show: 1 } });
  expect(await fixture.sweepAndList()).toMatchObject([{ rule: "no_show" }]);
});

test("a browser's settle call ends fulfilled tasks at its own location", async () => {
  const { id } = await noShow();
  await fixture.sweepAndList();
  minutes(1);
  await fixture.addAppointment(id, "2026-11-20 11:00 AM");
  const elsewhere = await app.signIn(fixture.dealer.owner, fixture.dealer.otherLocation_id);
  expect((await elsewhere(tasks.settle)).data).toEqual({ ended: 0 });
  app.events.published.splice(0);
  expect((await fixture.agent(tasks.settle)).data).toEqual({ ended: 1 });
  expect(app.events.published.map(({ event }) => event)).toEqual(["task-changed"]);
  expect(await fixture.list()).toEqual([]);
});
