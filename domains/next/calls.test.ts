import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { sweepAlerts } from "#domains/alerts/server/sweepAlerts.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment, chatTags } from "#domains/inbox/list/contract.ts";
import { wakeChats } from "#domains/inbox/list/server/snooze.ts";
import { leads } from "#domains/leads/contract.ts";
import { noteRecentAnswers } from "#domains/leads/server/followLeads.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { createTaskFixture, type TaskFixture } from "#testing/tasks/taskFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type NextEntry, next } from "./contract.ts";
import { nextCounts } from "./counts/contract.ts";

let app: TestApp;
let fixture: TaskFixture;
let agent: Caller;
let agent_id: number;
let manager_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fixture = await createTaskFixture(app);
  await fixture.setTime("2026-11-18T15:00:00Z");
  ({ agent } = fixture);
  agent_id = (await agent(accounts.profile)).data.id;
  manager_id = (await fixture.manager(accounts.profile)).data.id;
});

const minutes = (count: number) => app.clock.advance(count * 60_000);
const queue = async (body: object = {}, call = agent) => (await call(next.queue, { body })).data;
const brief = (entries: readonly NextEntry[]) => entries.map(({ kind, name, words }) => ({ kind, name, words }));
const waiting = async (call = agent) => (await call(nextCounts.mine)).data.waiting;
const person = (more: object = {}) => ({ first_name: "Renée", last_name: "O’Neil", phone: freshPhone(), ...more });
const addLead = async (more: object = {}) => (await agent(leads.add, { body: { ...person(), ...more } })).data.id;
const addTask = async (more: object = {}) => {
  const due_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  return (await agent(tasks.add, { body: { description: "Send the payoff letter", due_at, ...more } })).data.id;
};
const done = async (kind: string, id: number, call = agent) =>
  (await call(next.done, { body: { kind: kind as "task", id } })).data.done_id;
const undo = (done_id: number | null, call = agent) => call(next.undo, { body: { done_id: done_id ?? 0 } });
const snooze = (kind: string, id: number, until: Date) =>
  agent(next.snooze, { body: { kind: kind as "task", id, until: until.toISOString() } });
const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000);

describe("the queue", () => {
  test("lists who waits in order of harm, each named and quoted", async () => {
    await addTask({ customer_id: (await fixture.talk.chat()).id });
    const { chat: call } = await fixture.missedCall();
    minutes(1);
    await addLead({
      comments: "Is it on the lot?",
      source: "AutoGrove",
      vehicles: [{ interest: "buy", year: "2026", make: "Kia", model: "Telluride" }],
    });
    minutes(1);
    const asking = await fixture.receiveText("Can I do 0 down?");
    const { entries, counts, done_today, snoozed } = await queue();
    expect(brief(entries)).toEqual([
      { kind: "question", name: "Cara Moss", words: "Can I do 0 down?" },
      { kind: "lead", name: "Renée O’Neil", words: "Is it on the lot?" },
      { kind: "call", name: formatPhone(call?.customer.phone ?? ""), words: "" },
      { kind: "task", name: "Cara Moss", words: "Send the payoff letter" },
    ]);
    expect(counts).toEqual({ question: 1, lead: 1, call: 1, task: 1, confirm: 0, no_show: 0 });
    expect({ done_today, snoozed }).toEqual({ done_today: 0, snoozed: 0 });
    expect(entries[0]).toMatchObject({ id: asking.chat_id, chat_id: asking.chat_id, customer_id: asking.id });
    expect(entries[1]).toMatchObject({ vehicle: "2026 Kia Telluride", source: "AutoGrove", stage: "New" });
    expect(entries[2]).toMatchObject({ id: call?.id, calls: 1, voicemail_seconds: null });
    expect(await waiting()).toBe(4);
  });

  test("has one entry a customer: a call and a lead of somebody who asks join the question", async () => {
    const asking = await fixture.receiveText("Is it still there?");
    minutes(5);
    await fixture.missedCall(asking.phone);
    const lead_id = await addLead({ customer_id: asking.id, phone: "", comments: "Trade-in?" });
    await addTask({ customer_id: asking.id });
    const { entries, counts } = await queue();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ kind: "question", words: "Is it still there?", calls: 1, lead_id });
    expect(entries[0]?.also.map(({ kind }) => kind)).toEqual(["lead", "task"]);
    expect(counts).toMatchObject({ question: 1, lead: 0, task: 0 });
    expect(await waiting()).toBe(1);
    await fixture.talk.send(asking.chat_id, "Yes, it is");
    expect(brief((await queue()).entries)).toEqual([
      { kind: "task", name: "Cara Moss", words: "Send the payoff letter" },
    ]);
  });

  test("twenty waiting texts make twenty entries, no alerts and no tasks", async () => {
    for (let n = 0; n < 20; n += 1) await fixture.receiveText(`Question ${n}`);
    minutes(120);
    const { entries, counts } = await queue();
    expect(entries.map(({ words }) => words)).toEqual(Array.from({ length: 20 }, (_, n) => `Question ${n}`));
    expect(counts.question).toBe(20);
    expect(await fixture.sweepAndList()).toEqual([]);
    await sweepAlerts(app.server);
    expect((await agent(alerts.open)).data).toEqual({ open: 0, danger: 0 });
  });

  test("is each member's own, with what no one has", async () => {
    const [hers, his] = [await fixture.receiveText("For the agent"), await fixture.receiveText("For the manager")];
    await fixture.receiveText("For anyone");
    for (const [chat_id, user_id] of [
      [hers.chat_id, agent_id],
      [his.chat_id, manager_id],
    ] as const)
      await agent(chatAssignment.assign, { body: { chat_id, user_id } });
    const words = async (body: object, call = agent) => (await queue(body, call)).entries.map((entry) => entry.words);
    expect(await words({})).toEqual(["For the agent", "For anyone"]);
    expect(await words({}, fixture.manager)).toEqual(["For the manager", "For anyone"]);
    expect(await words({ queue: "unassigned" })).toEqual(["For anyone"]);
    expect(await words({ queue: "everyone" })).toEqual(["For the agent", "For the manager", "For anyone"]);
    expect(await words({ queue: "member", user_id: agent_id }, fixture.manager)).toEqual(["For the agent"]);
    expect(await waiting()).toBe(2);
  });

  test("leaves out whoever opted out, but not their missed call", async () => {
    const asking = await fixture.receiveText("Is it still there?");
    await app.sms.listener.onInboundText(fixture.talk.inbound(asking.phone, "STOP"));
    expect(await queue()).toMatchObject({ entries: [] });
    expect(await waiting()).toBe(0);
    const caller = await fixture.talk.chat();
    await app.sms.listener.onInboundText(fixture.talk.inbound(caller.phone, "STOP"));
    await agent(chatTags.clearUnreplied, { params: { chat_id: caller.chat_id } });
    minutes(1);
    await fixture.missedCall(caller.phone);
    expect((await queue()).entries).toMatchObject([{ kind: "call", is_opted_out: true, phone: caller.phone }]);
    expect(await waiting()).toBe(1);
  });

  test("has no deleted customer, no closed conversation and no task that is due tomorrow", async () => {
    const [deleted, closed] = [await fixture.receiveText("Deleted"), await fixture.receiveText("Closed")];
    await fixture.manager(customers.remove, { params: { id: deleted.id }, body: {} });
    await agent(inbox.close, { body: { chat_id: closed.chat_id, is_closed: 1 } });
    await addTask({ due_at: "2026-11-19T05:00:00.000Z" });
    expect((await queue({ queue: "everyone" })).entries).toEqual([]);
    const today = await addTask({ due_at: "2026-11-19T04:59:00.000Z" });
    expect((await queue()).entries).toMatchObject([{ kind: "task", id: today, customer_id: null }]);
  });

  test("asks to confirm appointments and about no shows", async () => {
    const customer = await fixture.talk.chat();
    const id = await fixture.addAppointment(customer.id, "2026-11-19 03:00 PM");
    await fixture.sweepAndList();
    expect((await queue()).entries).toMatchObject([
      { kind: "confirm", appointment_id: id, appointment: "Test drive", due_at: "2026-11-19T20:00:00.000Z" },
    ]);
    await agent(appointments.confirm, { params: { id } });
    expect((await queue()).entries).toEqual([]);
    await fixture.setTime("2026-11-19T22:00:00Z");
    await agent(appointments.update, { params: { id, status: 2 } });
    await fixture.sweepAndList();
    expect((await queue()).entries).toMatchObject([{ kind: "no_show", appointment_id: id, name: "Cara Moss" }]);
  });

  test("has the leads that move on first, and says when", async () => {
    const [fresh, moving] = [await addLead(), await addLead({ owner_id: agent_id })];
    const due_at = new Date(app.clock.now().getTime() + 600_000);
    await app.pool.query("update leads set answer_due_at = $1, answer_from = now(), answer_rule_id = 1 where id = $2", [
      due_at,
      moving,
    ]);
    expect((await queue()).entries).toMatchObject([
      { id: moving, due_at: due_at.toISOString(), owner: "Agent Tester" },
      { id: fresh, due_at: null, owner: "" },
    ]);
  });

  test("is another location's and business's only there", async () => {
    await fixture.receiveText();
    const other = await createTaskFixture(app);
    expect((await other.agent(next.queue, { body: { queue: "everyone" } })).data.entries).toEqual([]);
  });
});

describe("closing an entry", () => {
  test("marks a conversation as replied, and is taken back with the wait it had", async () => {
    const { chat_id } = await fixture.receiveText();
    const [before] = (await queue()).entries;
    minutes(20);
    const done_id = await done("question", chat_id);
    expect(await queue()).toMatchObject({ entries: [], done_today: 1 });
    expect(await done("question", chat_id)).toBeNull();
    await undo(done_id);
    expect(await queue()).toMatchObject({ entries: [{ id: chat_id, since: before?.since }], done_today: 0 });
    await undo(done_id);
  });

  test("can't be taken back once someone replied, nor by someone else, nor after an hour", async () => {
    const { chat_id } = await fixture.receiveText();
    const done_id = await done("question", chat_id);
    await expect(undo(done_id, fixture.manager)).rejects.toMatchObject({ status: 404 });
    minutes(1);
    await fixture.talk.send(chat_id, "It is");
    await expect(undo(done_id)).rejects.toMatchObject({ status: 409 });
    const other = await fixture.receiveText();
    const late = await done("question", other.chat_id);
    minutes(61);
    await expect(undo(late)).rejects.toMatchObject({ status: 404 });
  });

  test("can be taken back while time passes", async () => {
    const id = await addLead();
    const { now } = app.clock;
    let passed = 0;
    app.clock.now = () => {
      passed += 3;
      return new Date(now().getTime() + passed);
    };
    try {
      const done_id = await done("lead", id);
      await undo(done_id);
    } finally {
      app.clock.now = now;
    }
    expect((await queue()).entries).toMatchObject([{ kind: "lead", id }]);
  });

  test("notes that a lead was contacted, and takes that back with its stage", async () => {
    const id = await addLead();
    minutes(3);
    const done_id = await done("lead", id);
    const lead = async () => (await agent(leads.one, { params: { id } })).data;
    expect(await lead()).toMatchObject({ stage: "Contacted", response_seconds: 180 });
    expect((await queue()).entries).toEqual([]);
    await undo(done_id);
    expect(await lead()).toMatchObject({ stage: "New", first_response_at: null });
    expect((await queue()).entries).toMatchObject([{ kind: "lead", id }]);
  });

  test("completes a task, which counts once for whoever did it", async () => {
    const id = await addTask();
    const done_id = await done("task", id);
    expect(await queue()).toMatchObject({ entries: [], done_today: 1 });
    expect((await queue({}, fixture.manager)).done_today).toBe(0);
    await undo(done_id);
    expect(await queue()).toMatchObject({ entries: [{ kind: "task", id }], done_today: 0 });
  });

  test("counts what the member answered today", async () => {
    const { chat_id } = await fixture.receiveText();
    await fixture.talk.send(chat_id, "It is");
    expect((await queue()).done_today).toBe(1);
    await done("lead", await addLead());
    expect((await queue()).done_today).toBe(2);
    await fixture.setTime("2026-11-19T15:00:00Z");
    expect((await queue()).done_today).toBe(0);
  });
});

test("who has waited for more than a week comes after those of today", async () => {
  const old = await fixture.receiveText("Anyone?");
  await fixture.setTime("2026-11-26T15:00:00Z");
  const fresh = await fixture.receiveText("Is it still there?");
  minutes(10);
  const newest = await fixture.receiveText("Me too?");
  const ids = (await queue()).entries.map(({ id }) => id);
  expect(ids).toEqual([fresh.chat_id, newest.chat_id, old.chat_id]);
});

describe("a reply that the carrier doesn't deliver", () => {
  const landline = { code: "30006", class: "number", words: "This number can't receive texts." } as const;
  /** Sends the only text to a phone, and has the carrier refuse it. */
  const failNext = async () => {
    app.sms.answerNext({ kind: "refused", refusal: landline });
    await app.jobs.runAll();
  };
  const responses = async (chat_id: number) =>
    (await app.pool.query("select waiting_since, answered_at from responses where chat_id = $1", [chat_id])).rows;

  test("brings the customer back, waiting since they asked, until it is sent again", async () => {
    const asking = await fixture.receiveText("Can I do 0 down?");
    const since = app.clock.now().toISOString();
    minutes(5);
    await app.jobs.runAll();
    await fixture.talk.send(asking.chat_id, "You can");
    expect((await queue()).entries).toEqual([]);
    await failNext();
    expect(brief((await queue()).entries)).toMatchObject([{ kind: "question", words: "Can I do 0 down?" }]);
    expect((await queue()).entries).toMatchObject([{ since }]);
    expect(await responses(asking.chat_id)).toEqual([]);

    minutes(2);
    const message_id = (await fixture.talk.messages(asking.chat_id)).at(-1)?.id ?? 0;
    await agent(inbox.retry, { params: { message_id } });
    await app.jobs.runAll();
    expect((await queue()).entries).toEqual([]);
    expect(await responses(asking.chat_id)).toEqual([{ waiting_since: new Date(since), answered_at: app.clock.now() }]);
  });

  test("leaves a customer answered whom somebody else texted meanwhile, and one who opted out", async () => {
    const asking = await fixture.receiveText();
    await app.jobs.runAll();
    await fixture.talk.send(asking.chat_id, "It is");
    minutes(1);
    await fixture.manager(inbox.send, { body: { chat_id: asking.chat_id, message: "Come by" } });
    await failNext();
    expect((await queue()).entries).toEqual([]);

    const leaving = await fixture.receiveText();
    await app.jobs.runAll();
    minutes(1);
    await fixture.talk.send(leaving.chat_id, "It is");
    await fixture.receiveText("STOP", leaving);
    await failNext();
    expect((await queue()).entries).toEqual([]);
  });

  test("doesn't answer, sent again, what the customer asked since", async () => {
    const asking = await fixture.receiveText();
    await app.jobs.runAll();
    minutes(1);
    await fixture.talk.send(asking.chat_id, "It is");
    await failNext();
    const message_id = (await fixture.talk.messages(asking.chat_id)).at(-1)?.id ?? 0;
    minutes(1);
    await fixture.receiveText("And the red one?", asking);
    await agent(inbox.retry, { params: { message_id } });
    await app.jobs.runAll();
    expect(brief((await queue()).entries)).toMatchObject([{ kind: "question", words: "And the red one?" }]);
  });

  test("answers no lead, which is back in its stage", async () => {
    const asking = await fixture.talk.chat();
    await app.jobs.runAll();
    minutes(1);
    const id = await addLead({ customer_id: asking.id, phone: "" });
    minutes(1);
    await fixture.talk.send(asking.chat_id, "It is here");
    await noteRecentAnswers(app.jobServer);
    const lead = async () => (await agent(leads.one, { params: { id } })).data;
    expect(await lead()).toMatchObject({ stage: "Contacted", response_seconds: 60 });
    await failNext();
    expect(await lead()).toMatchObject({ stage: "New", first_response_at: null });
    expect((await lead()).history[0]).toMatchObject({ reason: "undelivered" });
    expect((await queue()).entries).toMatchObject([{ kind: "lead", id }]);
    await noteRecentAnswers(app.jobServer);
    expect(await lead()).toMatchObject({ stage: "New", first_response_at: null });
  });
});

describe("a snoozed entry", () => {
  test("is out of the queue with everything of the customer's, and comes back by itself", async () => {
    const asking = await fixture.receiveText();
    minutes(1);
    const lead_id = await addLead({ customer_id: asking.id, phone: "" });
    await addTask({ customer_id: asking.id });
    const until = inAnHour();
    await snooze("question", asking.chat_id, until);
    expect(await queue()).toMatchObject({ entries: [], snoozed: 1, next_wake: until.toISOString() });
    expect(await waiting()).toBe(0);
    expect((await queue({ snoozed: 1 })).entries).toMatchObject([
      { kind: "question", lead_id, until: until.toISOString() },
    ]);
    minutes(61);
    expect((await queue()).entries.map(({ kind }) => kind)).toEqual(["lead"]);
    await wakeChats(app.server);
    expect((await queue()).entries.map(({ kind }) => kind)).toEqual(["question"]);
  });

  test("wakes by hand, and when the customer writes", async () => {
    const asking = await fixture.receiveText();
    const lead_id = await addLead();
    await snooze("lead", lead_id, inAnHour());
    await snooze("question", asking.chat_id, inAnHour());
    expect((await queue()).entries).toEqual([]);
    minutes(1);
    await fixture.receiveText("Hello?", asking);
    expect(brief((await queue()).entries)).toMatchObject([{ kind: "question", words: "Hello?" }]);
    await agent(next.wake, { body: { kind: "lead", id: lead_id } });
    expect((await queue()).entries).toHaveLength(2);
  });

  test("needs a time between a minute and a year from now, and an entry", async () => {
    const { chat_id } = await fixture.receiveText();
    const now = app.clock.now().getTime();
    for (const until of [now, now + 30_000, now + 366 * 86_400_000])
      await expect(snooze("question", chat_id, new Date(until))).rejects.toMatchObject({ status: 422 });
    await expect(snooze("task", 999_999, inAnHour())).rejects.toMatchObject({ status: 404 });
  });
});

describe("odd requests", () => {
  test("are refused in words", async () => {
    const other = await createTaskFixture(app);
    await other.setTime("2026-11-18T15:00:00Z");
    const foreign = await other.receiveText();
    await expect(done("question", foreign.chat_id)).rejects.toMatchObject({ status: 404 });
    await expect(done("lead", foreign.chat_id)).rejects.toMatchObject({ status: 404 });
    await expect(snooze("question", foreign.chat_id, inAnHour())).rejects.toMatchObject({ status: 404 });
    await expect(queue({ queue: "member" })).rejects.toMatchObject({ status: 422 });
    await expect(queue({ queue: "member", user_id: 999_999 })).rejects.toMatchObject({ status: 422 });
    await expect(queue({ queue: "theirs" })).rejects.toMatchObject({ status: 422 });
    await expect(done("chat", 1)).rejects.toMatchObject({ status: 422 });
  });
});
