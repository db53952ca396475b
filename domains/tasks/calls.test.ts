import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment } from "#domains/inbox/list/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type TaskView, tasks } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let agent_id: number;
let manager_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  agent_id = (await agent(accounts.profile)).data.id;
  manager_id = (await manager(accounts.profile)).data.id;
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const add = async (more: object = {}, call = agent) => {
  const body = { description: "Call about the trade-in", due_at: inDays(1), ...more };
  return (await call(tasks.add, { body })).data.id;
};
const rows = async (show: TaskView = "all", body: object = {}, call = agent) =>
  (await call(tasks.table, { body: { show, ...body } })).data;
const row = async (id: number, show: TaskView = "all") => (await rows(show)).find((one) => one.id === id);
const changes = () =>
  app.events.inRoom({ kind: "location", ...dealer }).filter(({ event }) => event === "task-changed");

describe("a task made by hand", () => {
  test("is found by its customer's phone, as it is shown or stored", async () => {
    const { id: customer_id, phone } = await addCustomer(agent);
    const id = await add({ customer_id });
    await add({ customer_id: (await addCustomer(agent)).id });
    for (const value of [phone, formatPhone(phone), phone.slice(-7)]) {
      expect((await rows("all", { search: { value } })).map((row) => row.id)).toEqual([id]);
    }
  });

  test("names its customer, the chat's member, and who wrote last", async () => {
    const customer_id = (await addCustomer(agent, { first_name: "Maria", last_name: "Lopez" })).id;
    const sent = await agent(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
    const { chat_id } = sent.data;
    await agent(chatAssignment.assign, { body: { chat_id, user_id: manager_id } });
    const id = await add({ customer_id, user_id: agent_id });
    expect(await row(id)).toEqual({
      id,
      description: "Call about the trade-in",
      due_at: inDays(1),
      customer_id,
      customer_name: "Maria Lopez",
      chat_id,
      sales_rep: "Manager Tester",
      bdc_rep: "Agent Tester",
      assigned_to: agent_id,
      assignee: "Agent Tester",
      status: "open",
      rule: "hand",
      created_at: app.clock.now().toISOString(),
      created_by: "Agent Tester",
      ended_at: null,
      ended_by: "",
      ended_how: "",
      appointment_id: null,
    });
    expect(changes()).toEqual([expect.objectContaining({ payload: { target_id: id } })]);
  });

  test("needs neither customer nor assignee", async () => {
    expect(await row(await add())).toMatchObject({
      customer_id: null,
      customer_name: "",
      chat_id: null,
      sales_rep: "",
      bdc_rep: "",
      assigned_to: null,
      assignee: "",
    });
  });

  test.each(everyEncoding)("accepts %s", async (encoding) => {
    const { id: customer_id } = await addCustomer(agent);
    const body = { description: "Write", due_at: inDays(2), customer_id: String(customer_id), user_id: "" };
    const answer = await postEncoded(app.http, await app.token(dealer.agent), "/tasks/add", body as never, encoding);
    expect(answer).toMatchObject({ status: "success", message: "Task created" });
    expect(await row(answer.data.id)).toMatchObject({ customer_id, assigned_to: null });
  });

  test("is overdue once its time has passed", async () => {
    const id = await add({ due_at: inDays(0) });
    expect(await row(id)).toMatchObject({ status: "open" });
    app.clock.advance(1000);
    expect(await row(id)).toMatchObject({ status: "overdue" });
    expect((await agent(tasks.counts)).data).toEqual({ all: 1, mine: 0, overdue: 1, mine_overdue: 0 });
  });

  test("follows its customer through a merge and its undo", async () => {
    const [kept, merged] = [
      await addCustomer(agent),
      await addCustomer(agent, { first_name: "Rita", last_name: "Moss" }),
    ];
    const id = await add({ customer_id: merged.id });
    const { data } = await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
    expect(await row(id)).toMatchObject({ customer_id: kept.id });
    await manager(duplicates.undo, { body: { merge_id: data.merge_id } });
    expect(await row(id)).toMatchObject({ customer_id: merged.id, customer_name: "Rita Moss" });
  });
});

describe("changing", () => {
  test("changes description, customer, assignee and time; an unchanged time may be past", async () => {
    const id = await add({ due_at: inDays(0) });
    const due_at = inDays(0);
    app.clock.advance(3_600_000);
    const { id: customer_id } = await addCustomer(agent);
    const body = { description: "Call again", customer_id, user_id: agent_id, due_at };
    await agent(tasks.update, { params: { id }, body });
    const changed = { description: "Call again", customer_id, assigned_to: agent_id, due_at, status: "overdue" };
    expect(await row(id)).toMatchObject(changed);
  });

  test("done, reopened, dropped: each records who did it and publishes an event", async () => {
    const id = await add();
    await agent(tasks.complete, { params: { id } });
    expect(await row(id)).toBeUndefined();
    const at = app.clock.now().toISOString();
    const byAgent = { ended_at: at, ended_by: "Agent Tester", ended_how: "hand" };
    expect(await row(id, "done")).toMatchObject({ status: "done", ...byAgent });
    await manager(tasks.reopen, { params: { id } });
    expect(await row(id)).toMatchObject({ status: "open", ended_at: null, ended_by: "", ended_how: "" });
    await manager(tasks.drop, { params: { id } });
    expect(await row(id, "done")).toMatchObject({ status: "dropped", ended_by: "Manager Tester" });
    expect(changes()).toHaveLength(4);
  });

  test("repeating a change does nothing and publishes nothing", async () => {
    const id = await add();
    await agent(tasks.complete, { params: { id } });
    await manager(tasks.complete, { params: { id } });
    expect(await row(id, "done")).toMatchObject({ ended_by: "Agent Tester" });
    await agent(tasks.reopen, { params: { id } });
    await agent(tasks.reopen, { params: { id } });
    expect(changes()).toHaveLength(3);
  });

  test("a manager deletes, with an audit entry", async () => {
    const id = await add();
    await manager(tasks.remove, { params: { id } });
    expect([...(await rows()), ...(await rows("done"))]).toEqual([]);
    const trail = await app.pool.query(
      "select action, detail from audit_log where dealer_id = $1 and subject = 'task' and subject_id = $2",
      [dealer.dealer_id, id],
    );
    expect(trail.rows).toEqual([{ action: "deleted", detail: { rule: "hand", customer_id: null } }]);
  });
});

describe("assigning", () => {
  const notificationsOf = async (call: Caller) => (await call(notifications.list)).data.notifications;

  test("notifies the assignee, from every call, but not oneself", async () => {
    const id = await add({ user_id: manager_id });
    expect(await notificationsOf(manager)).toMatchObject([
      { kind: "task", title: "Agent Tester assigned you a task", text: "Call about the trade-in", chat_id: null },
    ]);
    await agent(tasks.assign, { params: { id }, body: { user_id: agent_id } });
    expect(await notificationsOf(agent)).toEqual([]);
    await agent(tasks.assign, { params: { id }, body: { user_id: manager_id } });
    await agent(tasks.assign, { params: { id }, body: { user_id: manager_id } });
    expect(await notificationsOf(manager)).toHaveLength(2);
    await agent(tasks.assign, { params: { id }, body: { user_id: "" } });
    expect(await row(id)).toMatchObject({ assigned_to: null, assignee: "" });
    expect(await notificationsOf(manager)).toHaveLength(2);
  });

  test("shows one's own under Mine, and all under All", async () => {
    const mine = await add({ user_id: agent_id });
    const theirs = await add({ user_id: manager_id });
    const nobodys = await add();
    expect((await rows("mine")).map(({ id }) => id)).toEqual([mine]);
    expect((await rows("mine", {}, manager)).map(({ id }) => id)).toEqual([theirs]);
    expect((await rows()).map(({ id }) => id)).toEqual([mine, theirs, nobodys]);
    expect((await agent(tasks.counts)).data).toMatchObject({ all: 3, mine: 1, overdue: 0 });
  });
});

test("a leaving member's open tasks go to the owner; ended ones stay theirs", async () => {
  const [open, ended] = [await add({ user_id: agent_id }), await add({ user_id: agent_id })];
  const nobodys = await add();
  await agent(tasks.complete, { params: { id: ended } });
  const owner = await app.signIn(dealer.owner);
  const owner_id = (await owner(accounts.profile)).data.id;
  await owner(team.remove, { params: { id: agent_id } });
  const all = [...(await rows("all", {}, manager)), ...(await rows("done", {}, manager))];
  const whose = Object.fromEntries(all.map(({ id, assigned_to }) => [id, assigned_to]));
  expect(whose).toEqual({ [open]: owner_id, [ended]: agent_id, [nobodys]: null });
});

describe("the table", () => {
  beforeEach(async () => {
    for (const [index, description] of ["oil change", "Émile's visit", "Alignment"].entries()) {
      const { id } = await addCustomer(agent, { first_name: `Name${index}`, last_name: index % 2 ? "Odd" : "Even" });
      await add({
        description,
        customer_id: id,
        due_at: inDays(5 - index),
        user_id: index === 0 ? agent_id : manager_id,
      });
    }
  });
  const shown = async (body: object) => (await rows("all", body)).map(({ description }) => description);

  test("shows one customer's tasks alone, also after a merge", async () => {
    const [first, second] = await rows();
    expect(await shown({ customer_id: second?.customer_id })).toEqual([second?.description]);
    const kept_id = first?.customer_id ?? 0;
    await manager(duplicates.merge, { body: { kept_id, merged_id: second?.customer_id ?? 0 } });
    expect(await shown({ customer_id: kept_id })).toEqual([first?.description, second?.description]);
    expect(await shown({ customer_id: 999_999_999 })).toEqual([]);
  });

  test("sorts by due time, and pages", async () => {
    const answer = await agent(tasks.table, { body: { show: "all", draw: 4, length: 2 } });
    expect(answer).toMatchObject({ draw: 4, recordsTotal: 3, recordsFiltered: 3 });
    expect(await shown({ length: 2 })).toEqual(["Alignment", "Émile's visit"]);
    expect(await shown({ start: 2, length: 2 })).toEqual(["oil change"]);
  });

  test.each([
    ["what is to be done", "oil", ["oil change"]],
    ["customer", "odd", ["Émile's visit"]],
    ["whose it is", "agent tester", ["oil change"]],
    ["status", "open", ["Alignment", "Émile's visit", "oil change"]],
    ["nothing else", "%", []],
  ])("searches by %s", async (_, value, expected) => {
    expect(await shown({ search: { value } })).toEqual(expected);
  });

  test.each([
    ["id", ["oil change", "Émile's visit", "Alignment"]],
    ["description", ["Alignment", "Émile's visit", "oil change"]],
    ["customer_name", ["oil change", "Émile's visit", "Alignment"]],
    ["assignee", ["oil change", "Alignment", "Émile's visit"]],
  ])("sorts by %s", async (data, expected) => {
    expect(await shown({ columns: [{ data }], order: [{ column: 0, dir: "asc" }] })).toEqual(expected);
  });
});

test("rules are on by default, and a manager turns them off per location", async () => {
  const allOn = {
    no_show: 1,
    unconfirmed: 1,
    reschedule: 1,
    outcome: 1,
    review: 1,
  } as const;
  expect((await manager(tasks.rules)).data).toEqual(allOn);
  const body = { ...allOn, no_show: 0 } as const;
  expect(await manager(tasks.changeRules, { body })).toMatchObject({ message: "Rules saved", data: body });
  expect((await manager(tasks.rules)).data).toEqual(body);
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  expect((await elsewhere(tasks.rules)).data).toEqual(allOn);
  const trail = await app.pool.query("select detail from audit_log where dealer_id = $1 and subject = 'task rules'", [
    dealer.dealer_id,
  ]);
  expect(trail.rows).toEqual([{ detail: body }]);
});
