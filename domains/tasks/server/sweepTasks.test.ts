import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment, chatTags } from "#domains/inbox/list/contract.ts";
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
const answer = "Reply to Cara Moss: “Is it still there?”";

describe("a customer who waits", () => {
  test("creates one task after half an hour, due after an hour, and an answer ends it", async () => {
    const customer = await fixture.receiveText();
    const { chat_id } = customer;
    minutes(29);
    expect(await fixture.sweepAndList()).toEqual([]);
    minutes(1);
    const [task] = await fixture.sweepAndList();
    expect(task).toMatchObject({
      rule: "unreplied",
      description: answer,
      chat_id,
      customer_name: "Cara Moss",
      created_by: "",
      status: "open",
      due_at: "2026-11-18T16:00:00.000Z",
      assigned_to: null,
    });
    minutes(31);
    await fixture.receiveText("Hello?", customer);
    expect(await fixture.sweepAndList()).toMatchObject([{ id: task?.id, status: "overdue" }]);
    await fixture.talk.send(chat_id, "Yes, it is");
    expect(await fixture.sweepAndList()).toEqual([]);
    const ended = { id: task?.id, status: "done", ended_how: "answered", ended_by: "Agent Tester" };
    expect(await fixture.list("done")).toMatchObject([ended]);
  });

  test("over the weekend counts business hours only", async () => {
    await fixture.setTime("2026-11-21T22:45:00Z");
    await fixture.receiveText();
    await fixture.setTime("2026-11-23T14:14:00Z");
    expect(await fixture.sweepAndList()).toEqual([]);
    minutes(1);
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "unreplied", due_at: "2026-11-23T14:45:00.000Z" }]);
  });

  test("over a clock change uses the hours of the new time", async () => {
    await fixture.setTime("2026-10-31T21:50:00Z");
    await fixture.receiveText();
    await fixture.setTime("2026-11-02T14:19:00Z");
    expect(await fixture.sweepAndList()).toEqual([]);
    minutes(1);
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "unreplied" }]);
  });

  test("is assigned to the chat's member, who is notified", async () => {
    const { chat_id } = await fixture.receiveText();
    const { id: user_id } = (await fixture.manager(accounts.profile)).data;
    await fixture.agent(chatAssignment.assign, { body: { chat_id, user_id } });
    minutes(30);
    expect(await fixture.sweepAndList()).toMatchObject([{ assigned_to: user_id, assignee: "Manager Tester" }]);
    await fixture.sweepAndList();
    const notified = (await fixture.manager(notifications.list)).data.notifications;
    expect(notified.filter(({ kind }) => kind === "task")).toMatchObject([
      { title: "New task", text: answer, chat_id: null },
    ]);
  });

  test("ends when the chat is marked as replied", async () => {
    const { chat_id } = await fixture.receiveText();
    minutes(30);
    await fixture.sweepAndList();
    await fixture.agent(chatTags.clearUnreplied, { params: { chat_id } });
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "done", ended_how: "cleared", ended_by: "" }]);
  });

  test("is dropped while the chat is closed, and reopens with it", async () => {
    const { chat_id } = await fixture.receiveText();
    minutes(30);
    await fixture.sweepAndList();
    await fixture.agent(inbox.close, { body: { chat_id, is_closed: 1 } });
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "closed" }]);
    await fixture.agent(inbox.close, { body: { chat_id, is_closed: 0 } });
    expect(await fixture.sweepAndList()).toMatchObject([{ status: "open", ended_how: "" }]);
    expect(await fixture.list("done")).toEqual([]);
  });

  test("is dropped when the customer is deleted", async () => {
    const { id } = await fixture.receiveText();
    minutes(30);
    await fixture.sweepAndList();
    await fixture.manager(customers.remove, { params: { id } });
    expect(await fixture.sweepAndList("done")).toMatchObject([{ status: "dropped", ended_how: "gone" }]);
  });

  test("creates one task per wait, and none again after it was ended or deleted", async () => {
    const customer = await fixture.receiveText();
    minutes(30);
    const [first] = await fixture.sweepAndList();
    await fixture.agent(tasks.complete, { params: { id: first?.id ?? 0 } });
    expect(await fixture.sweepAndList()).toEqual([]);
    await fixture.manager(tasks.remove, { params: { id: first?.id ?? 0 } });
    expect(await fixture.sweepAndList()).toEqual([]);
    await fixture.talk.send(customer.chat_id, "Yes");
    await fixture.receiveText("And today?", customer);
    minutes(30);
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "unreplied" }]);
  });

  test("a reopened task ends by hand only", async () => {
    const { chat_id } = await fixture.receiveText();
    minutes(30);
    const [task] = await fixture.sweepAndList();
    const params = { id: task?.id ?? 0 };
    await fixture.agent(tasks.complete, { params });
    await fixture.agent(tasks.reopen, { params });
    await fixture.talk.send(chat_id, "Yes");
    expect(await fixture.sweepAndList()).toMatchObject([{ id: task?.id, status: "open" }]);
  });
});

describe("a call that nobody took", () => {
  test("creates a task at once; another call adds none, an answer ends it", async () => {
    const { call, chat } = await fixture.missedCall();
    expect(await fixture.sweepAndList()).toMatchObject([
      { rule: "missed_call", description: "Call back: missed call", due_at: "2026-11-18T15:30:00.000Z" },
    ]);
    minutes(40);
    await fixture.missedCall(call.from);
    expect(await fixture.sweepAndList()).toHaveLength(1);
    await fixture.talk.send(chat?.id ?? 0, "Sorry, we were out");
    expect(await fixture.sweepAndList()).toEqual([]);
    expect(await fixture.list("done")).toMatchObject([{ ended_how: "answered", ended_by: "Agent Tester" }]);
  });

  test("a caller who hung up within 15 seconds is no task", async () => {
    await fixture.missedCall(undefined, 14);
    expect(await fixture.sweepAndList()).toEqual([]);
    await fixture.missedCall(undefined, 15);
    expect(await fixture.sweepAndList()).toHaveLength(1);
  });

  test("a call after the task was done makes another", async () => {
    const { call } = await fixture.missedCall();
    const [first] = await fixture.sweepAndList();
    await fixture.agent(tasks.complete, { params: { id: first?.id ?? 0 } });
    expect(await fixture.sweepAndList()).toEqual([]);
    minutes(5);
    await fixture.missedCall(call.from);
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "missed_call" }]);
  });

  test("an automatic text is no answer", async () => {
    await fixture.missedCall();
    await app.jobs.runAll();
    expect(await fixture.sweepAndList()).toMatchObject([{ rule: "missed_call" }]);
  });
});

test("concurrent sweeps create and publish it once", async () => {
  await fixture.missedCall();
  app.events.published.splice(0);
  await Promise.all([fixture.sweepAndList(), fixture.sweepAndList(), fixture.sweepAndList()]);
  expect(await fixture.list()).toHaveLength(1);
  expect(app.events.published.filter(({ event }) => event === "task-changed")).toHaveLength(1);
});

test("a rule creates nothing while off, and resumes when on", async () => {
  const off = {
    unreplied: 0,
    missed_call: 0,
    no_show: 0,
    unconfirmed: 0,
    reschedule: 0,
    outcome: 0,
    review: 0,
  } as const;
  await fixture.manager(tasks.changeRules, { body: off });
  await fixture.missedCall();
  await fixture.receiveText();
  minutes(30);
  expect(await fixture.sweepAndList()).toEqual([]);
  await fixture.manager(tasks.changeRules, { body: { ...off, missed_call: 1 } });
  expect(await fixture.sweepAndList()).toMatchObject([{ rule: "missed_call" }]);
});

test("a browser's settle call ends fulfilled tasks at its own location", async () => {
  const { chat_id } = await fixture.receiveText();
  minutes(30);
  await fixture.sweepAndList();
  await fixture.talk.send(chat_id, "Yes");
  const elsewhere = await app.signIn(fixture.dealer.owner, fixture.dealer.otherLocation_id);
  expect((await elsewhere(tasks.settle)).data).toEqual({ ended: 0 });
  app.events.published.splice(0);
  expect((await fixture.agent(tasks.settle)).data).toEqual({ ended: 1 });
  expect(app.events.published.map(({ event }) => event)).toEqual(["task-changed"]);
  expect(await fixture.list()).toEqual([]);
});
