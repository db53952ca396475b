import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { teamwork } from "#domains/inbox/team/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { tasks } from "../contract.ts";
import { type Chores, choresOf } from "../testing/chores.ts";

let house: TestHouse;
let chores: Chores;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  chores = await choresOf(house);
  await chores.at("2026-11-18T15:00:00Z");
});

const minutes = (count: number) => house.clock.advance(count * 60_000);
const answer = "Answer: the customer has waited for 30 minutes";

describe("a customer who waits", () => {
  test("makes one task after half an hour, due after an hour, which the answer does", async () => {
    const customer = await chores.text();
    const { chat_id } = customer;
    minutes(29);
    expect(await chores.swept()).toEqual([]);
    minutes(1);
    const [task] = await chores.swept();
    expect(task).toMatchObject({
      ...{ rule: "unreplied", description: answer, chat_id, customer_name: "Cara Moss", created_by: "" },
      ...{ status: "open", due_at: "2026-11-18T16:00:00.000Z", assigned_to: null },
    });
    minutes(31);
    await chores.text("Hello?", customer);
    expect(await chores.swept()).toMatchObject([{ id: task?.id, status: "overdue" }]);
    await chores.talk.send(chat_id, "Yes, it is");
    expect(await chores.swept()).toEqual([]);
    const ended = { id: task?.id, status: "done", ended_how: "answered", ended_by: "Agent Tester" };
    expect(await chores.shown("done")).toMatchObject([ended]);
  });

  test("over the weekend waits for business: half an hour of it", async () => {
    await chores.at("2026-11-21T22:45:00Z");
    await chores.text();
    await chores.at("2026-11-23T14:14:00Z");
    expect(await chores.swept()).toEqual([]);
    minutes(1);
    expect(await chores.swept()).toMatchObject([{ rule: "unreplied", due_at: "2026-11-23T14:45:00.000Z" }]);
  });

  test("over the night in which the clocks go back waits for the hours of the new time", async () => {
    await chores.at("2026-10-31T21:50:00Z");
    await chores.text();
    await chores.at("2026-11-02T14:19:00Z");
    expect(await chores.swept()).toEqual([]);
    minutes(1);
    expect(await chores.swept()).toMatchObject([{ rule: "unreplied" }]);
  });

  test("falls to the chat's member, who is told", async () => {
    const { chat_id } = await chores.text();
    const { id: user_id } = (await chores.manager(accounts.profile)).data;
    await chores.agent(teamwork.assign, { body: { chat_id, user_id } });
    minutes(30);
    expect(await chores.swept()).toMatchObject([{ assigned_to: user_id, assignee: "Manager Tester" }]);
    await chores.swept();
    const told = (await chores.manager(notifications.list)).data.notifications;
    expect(told.filter(({ kind }) => kind === "task")).toMatchObject([
      { title: "There is a task for you", text: answer, chat_id: null },
    ]);
  });

  test("waits no more once the chat is marked as replied", async () => {
    const { chat_id } = await chores.text();
    minutes(30);
    await chores.swept();
    await chores.agent(chatTags.clearUnreplied, { params: { chat_id } });
    expect(await chores.swept("done")).toMatchObject([{ status: "done", ended_how: "cleared", ended_by: "" }]);
  });

  test("is needed no more while the chat is closed, and again when it is opened", async () => {
    const { chat_id } = await chores.text();
    minutes(30);
    await chores.swept();
    await chores.agent(inbox.close, { body: { chat_id, is_closed: 1 } });
    expect(await chores.swept("done")).toMatchObject([{ status: "dropped", ended_how: "closed" }]);
    await chores.agent(inbox.close, { body: { chat_id, is_closed: 0 } });
    expect(await chores.swept()).toMatchObject([{ status: "open", ended_how: "" }]);
    expect(await chores.shown("done")).toEqual([]);
  });

  test("is needed no more when the customer was deleted", async () => {
    const { id } = await chores.text();
    minutes(30);
    await chores.swept();
    await chores.manager(customers.remove, { params: { id } });
    expect(await chores.swept("done")).toMatchObject([{ status: "dropped", ended_how: "gone" }]);
  });

  test("makes a task for each wait, and none again for one that somebody ended or deleted", async () => {
    const customer = await chores.text();
    minutes(30);
    const [first] = await chores.swept();
    await chores.agent(tasks.complete, { params: { id: first?.id ?? 0 } });
    expect(await chores.swept()).toEqual([]);
    await chores.manager(tasks.remove, { params: { id: first?.id ?? 0 } });
    expect(await chores.swept()).toEqual([]);
    await chores.talk.send(customer.chat_id, "Yes");
    await chores.text("And today?", customer);
    minutes(30);
    expect(await chores.swept()).toMatchObject([{ rule: "unreplied" }]);
  });

  test("a task that was taken up again ends by hand only", async () => {
    const { chat_id } = await chores.text();
    minutes(30);
    const [task] = await chores.swept();
    const params = { id: task?.id ?? 0 };
    await chores.agent(tasks.complete, { params });
    await chores.agent(tasks.reopen, { params });
    await chores.talk.send(chat_id, "Yes");
    expect(await chores.swept()).toMatchObject([{ id: task?.id, status: "open" }]);
  });
});

describe("a call that nobody took", () => {
  test("makes a task at once, which calling does not double and an answer does", async () => {
    const { call, chat } = await chores.missedCall();
    expect(await chores.swept()).toMatchObject([
      { rule: "missed_call", description: "Call back: nobody took the call", due_at: "2026-11-18T15:30:00.000Z" },
    ]);
    minutes(40);
    await chores.missedCall(call.from);
    expect(await chores.swept()).toHaveLength(1);
    await chores.talk.send(chat?.id ?? 0, "Sorry, we were out");
    expect(await chores.swept()).toEqual([]);
    expect(await chores.shown("done")).toMatchObject([{ ended_how: "answered", ended_by: "Agent Tester" }]);
  });

  test("a call after somebody said that it is done is another task", async () => {
    const { call } = await chores.missedCall();
    const [first] = await chores.swept();
    await chores.agent(tasks.complete, { params: { id: first?.id ?? 0 } });
    expect(await chores.swept()).toEqual([]);
    minutes(5);
    await chores.missedCall(call.from);
    expect(await chores.swept()).toMatchObject([{ rule: "missed_call" }]);
  });

  test("the text that is sent by itself is no answer", async () => {
    await chores.missedCall();
    await house.jobs.doAll();
    expect(await chores.swept()).toMatchObject([{ rule: "missed_call" }]);
  });
});

test("several sweeps at once make and tell it once", async () => {
  await chores.missedCall();
  house.events.heard.splice(0);
  await Promise.all([chores.swept(), chores.swept(), chores.swept()]);
  expect(await chores.shown()).toHaveLength(1);
  expect(house.events.heard.filter(({ event }) => event === "task-changed")).toHaveLength(1);
});

test("a rule that is off makes nothing, and goes on when it is on", async () => {
  const off = { unreplied: 0, missed_call: 0, no_show: 0, unconfirmed: 0 } as const;
  await chores.manager(tasks.changeRules, { body: off });
  await chores.missedCall();
  await chores.text();
  minutes(30);
  expect(await chores.swept()).toEqual([]);
  await chores.manager(tasks.changeRules, { body: { ...off, missed_call: 1 } });
  expect(await chores.swept()).toMatchObject([{ rule: "missed_call" }]);
});

test("a browser that looks again ends what was done meanwhile, at its own location", async () => {
  const { chat_id } = await chores.text();
  minutes(30);
  await chores.swept();
  await chores.talk.send(chat_id, "Yes");
  const elsewhere = await house.signIn(chores.dealer.owner, chores.dealer.otherLocation_id);
  expect((await elsewhere(tasks.settle)).data).toEqual({ ended: 0 });
  house.events.heard.splice(0);
  expect((await chores.agent(tasks.settle)).data).toEqual({ ended: 1 });
  expect(house.events.heard.map(({ event }) => event)).toEqual(["task-changed"]);
  expect(await chores.shown()).toEqual([]);
});
