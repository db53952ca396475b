/* As long as a plan's life, each thing that can happen to it tried over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Failure } from "#core/failure.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { customFields } from "#domains/customers/custom/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leadBulk } from "#domains/leads/bulk/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadAddress } from "#domains/leads/inquiries/contract.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createPlanFixture, type PlanFixture, planDraft, planSteps } from "#testing/leads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadPlans } from "./contract.ts";
import { followPlans } from "./server/enrollments.ts";
import { runDueSteps, runStep, sendNow } from "./server/runSteps.ts";

const fridayNoon = "2026-11-20T17:00:00Z";
const hourMs = 3_600_000;

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let fixture: PlanFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs people in.
  dealer = await app.dealership();
  await setTime(fridayNoon);
});

/** Signs in again, because sessions end. */
async function setTime(time: string) {
  app.clock.set(new Date(time));
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
  fixture = createPlanFixture(app, dealer, manager);
}

/** Everything that is due: facts, steps, texts. */
async function settle() {
  await app.jobs.runAll();
  await followPlans(app.jobServer);
  await runDueSteps(app.jobServer);
  await app.jobs.runAll();
}
const pass = async (hours: number) => {
  app.clock.advance(hours * hourMs);
  await settle();
};
const sends = async (enrollment: number) =>
  (
    await app.pool.query(
      "select step, state, reason from lead_plan_sends where dealer_id = $1 and enrollment_id = $2 order by step",
      [dealer.dealer_id, enrollment],
    )
  ).rows;
const stored = async (enrollment: number) =>
  (
    await app.pool.query("select * from lead_plan_enrollments where dealer_id = $1 and id = $2", [
      dealer.dealer_id,
      enrollment,
    ])
  ).rows[0];
const one = async (id: number) => (await manager(leadPlans.one, { params: { id } })).data;
const lead = async (id: number) => (await manager(leads.one, { params: { id } })).data;

describe("a plan", () => {
  test("fills in the business's own fields of the customer, and knows which there are", async () => {
    const owner = await app.signIn(dealer.owner);
    await owner(customFields.add, { body: { name: "Service plan", kind: "choice", options: ["Gold"] } });
    const [step] = planSteps;
    const steps = step ? [{ ...step, words: "Still on %custom.service_plan|no plan%?" }] : [];
    const plan = await fixture.plan({ steps });
    const [known, unknown] = [await fixture.lead(), await fixture.lead()];
    const { customer_id } = await lead(known.id);
    const body = { custom: { service_plan: "Gold" } };
    await agent(customers.saveFields, { params: { id: customer_id ?? 0 }, body });
    for (const { id } of [known, unknown]) await fixture.start(plan, id);
    await settle();
    expect(fixture.textsTo(known.phone)).toEqual(["Still on Gold?"]);
    expect(fixture.textsTo(unknown.phone)).toEqual(["Still on no plan?"]);
    const wrong = steps.map((one) => ({ ...one, words: "%custom.plan%" }));
    await expect(manager(leadPlans.add, { body: planDraft({ steps: wrong }) })).rejects.toMatchObject({
      fields: { "steps.0.words": "Unknown variable %custom.plan%. Correct or remove it" },
    });
  });

  test("goes through its steps at their times, and ends with the owner's task", async () => {
    const plan = await fixture.plan({ end_task: "Keep or close?" });
    const owner_id = (await agent(accounts.profile)).data.id;
    const { id, phone } = await fixture.lead({ owner_id });
    const enrollment = await fixture.start(plan, id);
    expect((await lead(id)).plan).toMatchObject({ id: plan, name: "Internet", step: 1, steps: 3, kind: "text" });
    await settle();
    expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?"]);
    expect(await fixture.people(plan)).toMatchObject([
      { name: "Renee ONeil", step: 2, kind: "task", hold: "", owner: "Agent Tester" },
    ]);
    expect((await lead(id)).plan).toMatchObject({
      step: 2,
      kind: "task",
      at: "2026-11-21T15:00:00.000Z",
      is_paused: false,
    });
    await setTime("2026-11-21T16:00:00Z");
    await settle();
    const { data: open } = await agent(tasks.table, { body: { show: "mine" } });
    expect(open).toMatchObject([{ description: "Call about the 2021 Honda Accord", rule: "hand", created_by: "" }]);
    await setTime("2026-11-23T21:00:00Z");
    await settle();
    expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?", "Saturday morning, Renee?"]);
    expect(await stored(enrollment)).toMatchObject({ state: "done", ending: "finished" });
    expect((await agent(tasks.table, { body: { show: "mine" } })).data.map(({ description }) => description)).toContain(
      "Keep or close?",
    );
    expect((await lead(id)).plan).toBeNull();
    expect(await one(plan)).toMatchObject({
      people: 0,
      figures: { started: 1, replied: 0, appointment: 0, opted_out: 0 },
      steps: [{ sent: 1 }, { sent: 1 }, { sent: 1 }],
    });
    const { data } = await manager(inbox.messages, { params: { chat_id: (await lead(id)).chat_id ?? 0 }, body: {} });
    expect(data.allMessages.filter(({ automatic }) => automatic === "plan")).toHaveLength(2);
  });

  test("starts by itself for leads that come in, of its kind and sources, once", async () => {
    const plan = await fixture.plan({ starts: "received", kind: "sales", sources: ["AutoFinder"] });
    const url = new URL((await manager(leadAddress.shown)).data.url).pathname;
    const post = async (more: object) => {
      const payload = {
        id: crypto.randomUUID(),
        first_name: "Web",
        email: `${crypto.randomUUID()}@example.com`,
        ...more,
      };
      return Number((await app.http.inject({ method: "POST", url, payload })).json().leads[0].id);
    };
    const [wanted] = [
      await post({ source: "autofinder" }),
      await post({ source: "Other" }),
      await post({ source: "AutoFinder", kind: "service" }),
    ];
    await fixture.lead({ source: "AutoFinder" });
    // Each job once more than it was asked for.
    app.jobs.queued.push(...app.jobs.queued.filter(({ job }) => job.name === "leads.startPlan"));
    await Promise.all([app.jobs.runAll(), app.jobs.runAll()]);
    expect(await fixture.people(plan)).toMatchObject([{ lead_id: wanted, step: 2 }]);
    expect(await sends((await fixture.people(plan))[0]?.id ?? 0)).toEqual([
      { step: 1, state: "skipped", reason: "no_phone" },
    ]);
  });

  test("starts by itself for leads that are moved to its stage, one by one and in bulk", async () => {
    const { stages } = (await manager(leads.options)).data;
    const negotiating = stages.find(({ name }) => name === "Negotiating")?.id ?? 0;
    const plan = await fixture.plan({ starts: "stage", stage_id: negotiating });
    const [a, b, c] = [await fixture.lead(), await fixture.lead(), await fixture.lead()];
    await manager(leads.move, { params: { id: a.id }, body: { stage_id: negotiating } });
    await settle();
    await manager(leadBulk.move, { body: { lead_ids: [b.id, c.id], to_stage_id: negotiating } });
    await settle();
    expect((await fixture.people(plan)).map(({ lead_id }) => lead_id).sort()).toEqual([a.id, b.id, c.id].sort());
    const [person] = await fixture.people(plan);
    await manager(leadPlans.takeOut, { params: { id: person?.id ?? 0 } });
    const other = stages.find(({ name }) => name === "Shown")?.id ?? 0;
    for (const stage_id of [other, negotiating])
      await manager(leads.move, { params: { id: person?.lead_id ?? 0 }, body: { stage_id } });
    await settle();
    expect(await fixture.people(plan)).toHaveLength(2);
  });

  test("keeps a lead that is in another one, and says so", async () => {
    const [first, second] = [await fixture.plan(), await fixture.plan({ name: "Second" })];
    const { id } = await fixture.lead();
    await fixture.start(first, id);
    await expect(fixture.start(second, id)).rejects.toMatchObject({
      status: 409,
      message: "This lead is in “Internet” already. A lead is in one plan at a time.",
    });
    const together = await Promise.allSettled(
      await Promise.all([fixture.lead()]).then(([other]) =>
        [first, second, first].map((plan) => fixture.start(plan, other.id)),
      ),
    );
    expect(together.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("starts for nobody who is closed or opted out, nor while it is off", async () => {
    const plan = await fixture.plan();
    const closed = await fixture.lead();
    const { stages } = (await manager(leads.options)).data;
    await manager(leads.move, {
      params: { id: closed.id },
      body: { stage_id: stages.find(({ kind }) => kind === "won")?.id ?? 0 },
    });
    await expect(fixture.start(plan, closed.id)).rejects.toMatchObject({ message: "This lead is closed." });
    const out = await fixture.lead();
    await fixture.inbound(out.phone, "STOP");
    await expect(fixture.start(plan, out.id)).rejects.toMatchObject({
      message: "This customer opted out. Call or email.",
    });
    const off = await fixture.plan({}, { isOn: false });
    await expect(fixture.start(off, (await fixture.lead()).id)).rejects.toMatchObject({ status: 409 });
  });

  test("is started and changed by agents for their own leads only, and edited by managers", async () => {
    const plan = await fixture.plan();
    const owner_id = (await agent(accounts.profile)).data.id;
    const [mine, others] = [await fixture.lead({ owner_id }), await fixture.lead()];
    await expect(fixture.start(plan, others.id, agent)).rejects.toMatchObject({ status: 409 });
    await fixture.start(plan, mine.id, agent);
    const enrollment = await fixture.start(plan, others.id);
    for (const call of [leadPlans.skip, leadPlans.sendNow] as const)
      await expect(agent(call, { params: { id: enrollment }, body: { step_id: 1 } })).rejects.toMatchObject({
        message: "Only the lead's owner or a manager can do this.",
      });
    await expect(agent(leadPlans.takeOut, { params: { id: enrollment } })).rejects.toMatchObject({ status: 409 });
    await expect(agent(leadPlans.add, { body: planDraft() })).rejects.toMatchObject({ status: 403 });
    expect((await agent(leadPlans.list)).data.plans).toMatchObject([{ name: "Internet", people: 2, steps: 3 }]);
  });

  test("is another dealer's to nobody", async () => {
    const plan = await fixture.plan();
    const { id } = await fixture.lead();
    const enrollment = await fixture.start(plan, id);
    const other = await app.dealership();
    const stranger = await app.signIn(other.manager);
    const own = createPlanFixture(app, other, stranger);
    const theirs = await own.lead();
    await expect(stranger(leadPlans.one, { params: { id: plan } })).rejects.toMatchObject({ status: 404 });
    await expect(stranger(leadPlans.takeOut, { params: { id: enrollment } })).rejects.toMatchObject({ status: 404 });
    await expect(own.start(plan, theirs.id)).rejects.toMatchObject({ status: 404 });
    await expect(fixture.start(plan, theirs.id)).rejects.toMatchObject({ status: 404 });
    await expect(own.start(await own.plan(), id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("many leads", () => {
  test("start a plan together, except those that can't, each with its reason", async () => {
    const [plan, other] = [await fixture.plan(), await fixture.plan({ name: "Other" })];
    const owner_id = (await agent(accounts.profile)).data.id;
    const all = [];
    for (let at = 0; at < 5; at += 1) all.push(await fixture.lead({ owner_id }));
    const foreign = await fixture.lead();
    const [inPlan, out, , ,] = all;
    await fixture.start(other, inPlan?.id ?? 0);
    await fixture.inbound(out?.phone ?? "", "STOP");
    const lead_ids = [...all.map(({ id }) => id), foreign.id];
    const { change } = (await agent(leadBulk.startPlan, { body: { lead_ids, plan_id: plan } })).data;
    expect(change).toMatchObject({ action: "plan", target: "Internet", state: "done", total: 6, changed: 3 });
    expect(Object.fromEntries(change.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
      in_plan: 1,
      opted_out: 1,
      not_own: 1,
    });
    await settle();
    expect(await fixture.people(plan)).toHaveLength(3);
    const { change: again } = (await manager(leadBulk.startPlan, { body: { all: 1, show: "open", plan_id: plan } }))
      .data;
    expect(again).toMatchObject({ total: 6, changed: 1 });
    const off = await fixture.plan({}, { isOn: false });
    await expect(manager(leadBulk.startPlan, { body: { lead_ids, plan_id: off } })).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe("what happens to a lead", () => {
  const started = async (more: Parameters<PlanFixture["plan"]>[0] = {}) => {
    const plan = await fixture.plan(more);
    const person = await fixture.lead();
    const enrollment = await fixture.start(plan, person.id);
    await settle();
    app.clock.advance(60_000);
    return { plan, enrollment, ...person };
  };

  test("a reply ends it within a minute, even when nobody looked before the next step", async () => {
    const { plan, enrollment, phone } = await started();
    await fixture.inbound(phone, "Yes, is it still there?");
    await app.pool.query("update lead_plan_enrollments set next_at = $1 where id = $2", [app.clock.now(), enrollment]);
    await runDueSteps(app.jobServer);
    expect(await stored(enrollment)).toMatchObject({ state: "stopped", ending: "replied" });
    expect(fixture.textsTo(phone)).toHaveLength(1);
    expect(await one(plan)).toMatchObject({
      figures: { started: 1, replied: 1 },
      steps: [{ sent: 1, replied: 1 }, {}, {}],
    });
    expect(await fixture.people(plan, "replied")).toMatchObject([
      { name: "Renee ONeil", ending: "replied", step: null },
    ]);
  });

  test("STOP ends it as an opt-out, though it is a reply too", async () => {
    const { enrollment, phone } = await started();
    await fixture.inbound(phone, "STOP");
    await followPlans(app.jobServer);
    expect(await stored(enrollment)).toMatchObject({ ending: "opted_out" });
    await pass(240);
    expect(fixture.textsTo(phone)).toHaveLength(1);
  });

  test("an appointment ends it and counts", async () => {
    const { plan, enrollment, customer_id } = await started();
    const user_id = (await agent(accounts.profile)).data.id;
    const body = {
      title: "Test drive",
      customer_id,
      datetime: "2026-11-25T15:00:00Z",
      host_id: user_id,
      notes: "",
      location: "",
    };
    await agent(appointments.add, { body: body as never });
    await app.jobs.runAll();
    expect(await stored(enrollment)).toMatchObject({ ending: "appointment" });
    expect((await one(plan)).figures).toMatchObject({ appointment: 1 });
    expect(await fixture.people(plan, "appointment")).toHaveLength(1);
  });

  test("a sale, a deleted lead and a deleted customer end it", async () => {
    const { stages } = (await manager(leads.options)).data;
    const sold = await started();
    await manager(leads.move, {
      params: { id: sold.id },
      body: { stage_id: stages.find(({ kind }) => kind === "won")?.id ?? 0 },
    });
    await app.jobs.runAll();
    expect(await stored(sold.enrollment)).toMatchObject({ ending: "closed" });
    const deleted = await started();
    await manager(leads.remove, { params: { id: deleted.id } });
    await followPlans(app.jobServer);
    expect(await stored(deleted.enrollment)).toMatchObject({ ending: "deleted" });
    const removed = await started();
    await manager(customers.remove, { params: { id: removed.customer_id }, body: { cancel_work: 1 } });
    await pass(240);
    expect(await stored(removed.enrollment)).toMatchObject({ ending: "deleted" });
    expect(fixture.textsTo(removed.phone)).toHaveLength(1);
  });

  test.each([
    ["stop", { state: "stopped", ending: "team" }],
    ["pause_2", { state: "running", paused_by: "team" }],
    ["continue", { state: "running", paused_by: "" }],
  ] as const)("a member's own text with %s", async (on_team, expected) => {
    const { plan, enrollment, customer_id, phone } = await started({ on_team });
    const body = { customer_id, message: "Hi, it's Ann!", client_id: crypto.randomUUID() };
    await agent(inbox.sendToCustomer, { body });
    await settle();
    expect(await stored(enrollment)).toMatchObject(expected);
    if (on_team !== "pause_2") return;
    expect(await fixture.people(plan)).toMatchObject([{ hold: "team", until: "2026-11-22T17:01:01.000Z" }]);
    // Its second step was planned for the next morning: it is late by a day, and so are those after it.
    await pass(48);
    expect(await sends(enrollment)).toMatchObject([{ step: 1 }, { step: 2, state: "sent" }]);
    expect(await stored(enrollment)).toMatchObject({ shift_days: 1, next_at: new Date("2026-11-24T21:00:00Z") });
    expect(fixture.textsTo(phone)).toHaveLength(1);
  });

  test("a merge keeps the plan with the survivor", async () => {
    const { enrollment, customer_id, phone } = await started();
    const kept = (await fixture.lead()).customer_id;
    await manager(duplicates.merge, { body: { kept_id: kept, merged_id: customer_id } });
    await fixture.inbound(phone, "It's me");
    await followPlans(app.jobServer);
    expect(await stored(enrollment)).toMatchObject({ ending: "replied" });
  });
});

describe("the gate", () => {
  test("skips a text without consent, and goes on with what needs none", async () => {
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead({}, { optsIn: false });
    const enrollment = await fixture.start(plan, id);
    expect(await fixture.people(plan)).toMatchObject([{ hold: "no_consent" }]);
    expect((await manager(leadPlans.reach, { params: { id: plan } })).data).toEqual({
      people: 1,
      no_phone: 0,
      no_consent: 1,
      no_email: 1,
    });
    await settle();
    expect(await sends(enrollment)).toEqual([{ step: 1, state: "skipped", reason: "no_consent" }]);
    expect(fixture.textsTo(phone)).toEqual([]);
    await pass(23);
    expect(await sends(enrollment)).toMatchObject([{}, { step: 2, state: "sent" }]);
  });

  test("waits for the plan's hours, and for the customer's quiet hours", async () => {
    await setTime("2026-11-21T02:30:00Z");
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead();
    await fixture.start(plan, id);
    await settle();
    expect(fixture.textsTo(phone)).toEqual([]);
    expect(await fixture.people(plan)).toMatchObject([{ next_at: "2026-11-21T14:00:00.000Z" }]);
    const late = await fixture.plan({ name: "Late", from_minute: 0, to_minute: 1_440 });
    const other = await fixture.lead();
    await fixture.start(late, other.id);
    await settle();
    expect(await fixture.people(late)).toMatchObject([{ hold: "hours", next_at: "2026-11-21T13:00:00.000Z" }]);
    expect(fixture.textsTo(other.phone)).toEqual([]);
  });

  test("waits for a number, and says so", async () => {
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead();
    const numbers = "dealer_id = $1 and location_id = $2 and kind = 'main'";
    const key = [dealer.dealer_id, dealer.location_id];
    await app.pool.query(`update phone_numbers set kind = 'parked' where ${numbers}`, key).catch(async () => {
      await app.pool.query(`delete from phone_numbers where ${numbers}`, key);
    });
    await fixture.start(plan, id);
    await settle();
    expect(await fixture.people(plan)).toMatchObject([{ hold: "no_number", step: 1 }]);
    expect(fixture.textsTo(phone)).toEqual([]);
  });

  test("sends a step once, however many workers look at it, and whenever one dies", async () => {
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead();
    const enrollment = await fixture.start(plan, id);
    await Promise.all(Array.from({ length: 4 }, () => runDueSteps(app.jobServer)));
    // Dies before the delivery: the job and the message are there, the step is done.
    await runStep(app.jobServer, {
      ...(await stored(enrollment)),
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
      id: enrollment,
    });
    await settle();
    expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?"]);
    expect(await sends(enrollment)).toMatchObject([{ step: 1, state: "sent" }]);
    const { rows } = await app.pool.query("select 1 from messages where dealer_id = $1 and client_id like 'plan-%'", [
      dealer.dealer_id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("a worker that dies before its commit leaves nothing behind, and the next one sends", async () => {
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead();
    const enrollment = await fixture.start(plan, id);
    const { within } = app.jobServer;
    const dies = Object.assign((...args: Parameters<typeof within>) => within(...args), within, {
      business: ((business, reason, work) =>
        within.business(business, reason, async (unit) => {
          await work(unit);
          throw new Error("killed");
        })) as typeof within.business,
    });
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: enrollment };
    await expect(runStep({ ...app.jobServer, within: dies }, key)).rejects.toThrow("killed");
    expect(await sends(enrollment)).toEqual([]);
    await settle();
    expect(fixture.textsTo(phone)).toHaveLength(1);
  });
});

test("a step that fails is tried again later, and keeps nobody else from theirs", async () => {
  const plan = await fixture.plan();
  const [broken, other] = [await fixture.lead(), await fixture.lead()];
  const enrollment = await fixture.start(plan, broken.id);
  await fixture.start(plan, other.id);
  const { within } = app.jobServer;
  let fails = true;
  const failing = Object.assign((...args: Parameters<typeof within>) => within(...args), within, {
    business: ((business, reason, work) => {
      const isFirst = fails && reason === "a plan's next step";
      if (isFirst) fails = false;
      return isFirst ? Promise.reject(new Error("broken")) : within.business(business, reason, work);
    }) as typeof within.business,
  });
  const server = { ...app.jobServer, within: failing, log: { ...app.jobServer.log, error: () => {} } as never };
  await runDueSteps(server);
  await app.jobs.runAll();
  expect(fixture.textsTo(other.phone)).toHaveLength(1);
  expect((await stored(enrollment)).next_at).toEqual(new Date(app.clock.now().getTime() + 900_000));
  await pass(0.3);
  expect(fixture.textsTo(broken.phone)).toHaveLength(1);
});

describe("an email step", () => {
  const email = {
    ...planSteps[0],
    kind: "email",
    subject: "Your %vehicle%",
    words: "Hi %first_name%,\n\n<b>Numbers</b> inside.\n%owner%",
  };
  const steps = [email, planSteps[1]] as never;
  const address = () => `${crypto.randomUUID()}@example.com`;
  beforeEach(async () => {
    const owner = await app.signIn(dealer.owner);
    const body = { from_name: "Sunrise Motors", reply_to: "", postal_address: "1 Main St, Albany, NY 12207" };
    await owner(mailSender.change, { params: { id: dealer.location_id }, body });
  });

  test("goes through the marketing gate with footer and unsubscribe link, once", async () => {
    const plan = await fixture.plan({ steps });
    const to = address();
    const enrollment = await fixture.start(plan, (await fixture.lead({ email: to })).id);
    await Promise.all([settle(), runDueSteps(app.jobServer)]);
    const sent = app.mails.sent.filter((mail) => mail.to === to);
    expect(sent).toMatchObject([
      { subject: "Your 2021 Honda Accord", stream: "marketing", fromName: "Sunrise Motors" },
    ]);
    expect(sent[0]?.html).toContain("&lt;b&gt;Numbers&lt;/b&gt; inside.<br>the team");
    expect(sent[0]?.text).toMatch(/Unsubscribe: https:/);
    expect(await sends(enrollment)).toEqual([{ step: 1, state: "sent", reason: "" }]);
  });

  test("of a worker that died while it was under way is never sent again", async () => {
    const plan = await fixture.plan({ steps });
    const to = address();
    const enrollment = await fixture.start(plan, (await fixture.lead({ email: to })).id);
    const { ports } = app.jobServer;
    const dying = {
      ...app.jobServer,
      ports: { ...ports, email: { ...ports.email, send: () => Promise.reject(new Error("killed")) } },
    };
    const key = { dealer_id: dealer.dealer_id, location_id: dealer.location_id, id: enrollment };
    await expect(runStep(dying, key)).rejects.toThrow("killed");
    await settle();
    expect(await sends(enrollment)).toMatchObject([{ state: "sending" }]);
    await pass(0.25);
    expect(await sends(enrollment)).toMatchObject([{ state: "unknown", reason: "no_answer" }]);
    expect(app.mails.sent.filter((mail) => mail.to === to)).toEqual([]);
    expect(await stored(enrollment)).toMatchObject({ state: "running", next_step: 2 });
  });

  test("waits for a busy server, skips a missing address, and a refused one is noted", async () => {
    const plan = await fixture.plan({ steps });
    const to = address();
    const enrollment = await fixture.start(plan, (await fixture.lead({ email: to })).id);
    app.mails.answerNext({ kind: "busy" } as never);
    await settle();
    expect(await fixture.people(plan)).toMatchObject([{ hold: "busy", step: 1 }]);
    app.mails.answerNext({ kind: "refused", words: "No such mailbox" } as never);
    await pass(0.3);
    expect(await sends(enrollment)).toEqual([{ step: 1, state: "failed", reason: "No such mailbox" }]);
    expect(await fixture.people(plan)).toMatchObject([{ hold: "failed", step: 2 }]);
    const without = await fixture.start(plan, (await fixture.lead()).id);
    await settle();
    expect(await sends(without)).toEqual([{ step: 1, state: "skipped", reason: "no_email" }]);
  });
});

describe("editing", () => {
  const inside = async (count = 2) => {
    const plan = await fixture.plan();
    const people = [];
    for (let at = 0; at < count; at += 1) {
      const person = await fixture.lead();
      people.push({ ...person, enrollment: await fixture.start(plan, person.id) });
    }
    await settle();
    return { plan, people, shown: await one(plan) };
  };
  type Steps = Awaited<ReturnType<typeof one>>["steps"];
  const edited = (
    shown: { revision: number; steps: Steps },
    change: (steps: Steps) => object[],
    more: object = {},
  ) => ({
    ...planDraft(),
    revision: shown.revision,
    steps: change(shown.steps).map((step) => {
      const { here: _, sent: __, replied: ___, ...draft } = step as Record<string, unknown>;
      return draft;
    }),
    ...more,
  });
  const save = (id: number, body: object) => manager(leadPlans.save, { params: { id }, body: body as never });

  test("with people inside they continue with the new steps, none of which is done twice", async () => {
    const { plan, people, shown } = await inside();
    const added = { kind: "text", day: 2, minute: 540, after: 0, words: "New one, %first_name%" };
    const steps = ([first, , third]: typeof shown.steps) =>
      [{ ...first, words: "Changed" }, added, { ...third, day: 3 }] as object[];
    await save(plan, edited(shown, steps, { inside: "continue" }));
    expect(await fixture.people(plan)).toMatchObject([
      { step: 2, next_at: "2026-11-21T14:00:00.000Z" },
      { step: 2, next_at: "2026-11-21T14:00:00.000Z" },
    ]);
    await pass(22);
    for (const { phone } of people)
      expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?", "New one, Renee"]);
  });

  test("or finish with the old ones, which new leads don't get", async () => {
    const { plan, people, shown } = await inside(1);
    await save(
      plan,
      edited(shown, ([first]) => [{ ...first, words: "Only this" }], { inside: "finish" }),
    );
    const later = await fixture.lead();
    await fixture.start(plan, later.id);
    await settle();
    expect(fixture.textsTo(later.phone)).toEqual(["Only this"]);
    expect(await stored(people[0]?.enrollment ?? 0)).toMatchObject({ state: "running", version: 1 });
    await pass(23);
    expect(await sends(people[0]?.enrollment ?? 0)).toHaveLength(2);
  });

  test("or stop, and their owners get a task", async () => {
    const { plan, people, shown } = await inside(1);
    await save(
      plan,
      edited(shown, ([first]) => [{ ...first, words: "Only this" }], { inside: "stop" }),
    );
    expect(await stored(people[0]?.enrollment ?? 0)).toMatchObject({ ending: "edited" });
    expect((await manager(tasks.table, { body: { show: "all" } })).data).toMatchObject([
      { description: "Follow up: “Internet” was stopped" },
    ]);
  });

  test("who starts never touches those inside", async () => {
    const { plan, people, shown } = await inside(1);
    await save(
      plan,
      edited(shown, (steps) => [...steps], { starts: "received", kind: "service", inside: "stop", name: "Renamed" }),
    );
    expect(await stored(people[0]?.enrollment ?? 0)).toMatchObject({ state: "running", version: 1 });
    expect(await one(plan)).toMatchObject({ name: "Renamed", starts: "received", revision: 2, people: 1 });
  });

  test("is refused when somebody saved meanwhile, with who it was", async () => {
    const { plan, shown } = await inside(0);
    await save(
      plan,
      edited(shown, (steps) => [...steps], { name: "Mine" }),
    );
    const refused = await save(
      plan,
      edited(shown, (steps) => [...steps]),
    ).then(
      () => undefined,
      (failure: Failure) => failure,
    );
    expect(refused).toMatchObject({
      status: 409,
      data: { code: "plan_saved", saved_by: "Manager Tester", revision: 2 },
    });
  });

  test("turning it off pauses those inside, or stops them", async () => {
    const { plan, people } = await inside(1);
    const turn = (is_on: 0 | 1, what: "pause" | "stop") =>
      manager(leadPlans.turn, { params: { id: plan }, body: { is_on, inside: what } });
    await turn(0, "pause");
    expect(await fixture.people(plan)).toMatchObject([{ hold: "off" }]);
    await setTime("2026-11-22T17:00:00Z");
    await settle();
    expect(await sends(people[0]?.enrollment ?? 0)).toHaveLength(1);
    await turn(1, "pause");
    await settle();
    expect(await sends(people[0]?.enrollment ?? 0)).toHaveLength(2);
    await turn(0, "stop");
    expect(await stored(people[0]?.enrollment ?? 0)).toMatchObject({ ending: "off" });
  });

  test("deleting it stops everybody, and hides it", async () => {
    const { plan, people } = await inside(1);
    await manager(leadPlans.remove, { params: { id: plan } });
    expect(await stored(people[0]?.enrollment ?? 0)).toMatchObject({ ending: "removed" });
    expect((await manager(leadPlans.list)).data.plans).toEqual([]);
    await expect(manager(leadPlans.one, { params: { id: plan } })).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    [{ name: "" }, "name", "Enter a name"],
    [{ steps: [] }, "steps", "Add at least one step"],
    [{ steps: Array.from({ length: 11 }, () => planSteps[0]) }, "steps", "A plan can have up to 10 steps"],
    [{ steps: [{ ...planSteps[0], words: "" }] }, "steps.0.words", "Enter a message"],
    [
      { steps: [{ ...planSteps[0], words: "The %modle%" }] },
      "steps.0.words",
      "Unknown variable %modle%. Correct or remove it",
    ],
    [{ steps: [{ ...planSteps[0], kind: "email" }] }, "steps.0.subject", "Enter a subject"],
    [{ steps: [planSteps[2], planSteps[1]] }, "steps.1.day", "Day 4 comes before this step. Choose day 4 or later"],
    [{ steps: [{ ...planSteps[0], day: 2 }] }, "steps.0.minute", "Select a time"],
    [{ steps: [{ ...planSteps[0], day: 1e9 }] }, "steps.0.day", "Enter a day from 1 to 365"],
    [{ from_minute: 600, to_minute: 600 }, "to_minute", "Choose a time after the start"],
    [{ starts: "stage", stage_id: "" }, "stage_id", "Select a stage"],
    [{ weekdays: 0 }, "weekdays", "Select at least one day"],
  ])("refuses %j at %s", async (more, field, message) => {
    const failure = await manager(leadPlans.add, { body: planDraft(more as never) }).then(
      () => undefined,
      (error: Failure) => error,
    );
    expect(failure).toMatchObject({ status: 422 });
    expect(JSON.stringify(failure)).toContain(message);
    expect(JSON.stringify(failure)).toContain(field);
  });
});

describe("row actions", () => {
  test("skip, pause, go on, send now and take out", async () => {
    const plan = await fixture.plan();
    const { id, phone } = await fixture.lead();
    const enrollment = await fixture.start(plan, id);
    await settle();
    const params = { id: enrollment };
    await manager(leadPlans.skip, { params, body: { step_id: 2 } });
    expect(await sends(enrollment)).toMatchObject([{ step: 1 }, { step: 2, state: "skipped", reason: "by_hand" }]);
    await manager(leadPlans.pause, { params, body: { days: 7 } });
    expect(await fixture.people(plan)).toMatchObject([{ hold: "paused", until: "2026-11-27T17:00:01.000Z" }]);
    expect((await lead(id)).plan).toMatchObject({ is_paused: true });
    await manager(leadPlans.pause, { params, body: { days: 0 } });
    expect(await fixture.people(plan)).toMatchObject([{ hold: "", next_at: "2026-11-23T21:00:00.000Z" }]);
    const third = { params, body: { step_id: 3 } };
    await Promise.allSettled([manager(leadPlans.sendNow, third), manager(leadPlans.sendNow, third)]);
    await settle();
    expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?", "Saturday morning, Renee?"]);
    await expect(manager(leadPlans.takeOut, { params })).rejects.toMatchObject({ status: 404 });
    const other = await fixture.start(plan, (await fixture.lead()).id);
    await manager(leadPlans.takeOut, { params: { id: other } });
    expect(await stored(other)).toMatchObject({ ending: "hand" });
  });

  test("a repeated request does the step that was meant, and no later one", async () => {
    const texts = [1, 2, 3].map((day) => ({ ...planSteps[0], day, minute: 600, after: 0, words: `Day ${day}` }));
    const plan = await fixture.plan({ steps: texts as never });
    const { id, phone } = await fixture.lead();
    const enrollment = await fixture.start(plan, id);
    const [person] = await fixture.people(plan);
    const first = { params: { id: enrollment }, body: { step_id: person?.step_id ?? 0 } };
    for (let round = 0; round < 3; round += 1) {
      await Promise.allSettled(Array.from({ length: 10 }, () => manager(leadPlans.sendNow, first)));
      await settle();
    }
    await sendNow(app.server, {
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
      id: enrollment,
      step_id: 1,
    });
    expect(fixture.textsTo(phone)).toHaveLength(1);
    await expect(manager(leadPlans.sendNow, first)).rejects.toMatchObject({ status: 409 });
    const second = { ...first, body: { step_id: (await fixture.people(plan))[0]?.step_id ?? 0 } };
    await Promise.allSettled(Array.from({ length: 5 }, () => manager(leadPlans.skip, second)));
    expect(await fixture.people(plan)).toMatchObject([{ step: 3 }]);
  });

  test("people are searched and paged, those next first", async () => {
    const plan = await fixture.plan({ steps: [planSteps[2]] as never });
    for (const first_name of ["Ada", "Bo", "Cyd"]) {
      await fixture.start(plan, (await fixture.lead({ first_name })).id);
      app.clock.advance(1_000);
    }
    expect((await fixture.people(plan, "running", { search: { value: "bo" } })).map(({ name }) => name)).toEqual([
      "Bo ONeil",
    ]);
    expect(await fixture.people(plan, "running", { length: 2 })).toHaveLength(2);
    expect(await fixture.people(plan, "running", { step: 1 })).toHaveLength(3);
    expect(await fixture.people(plan, "running", { step: 99 })).toEqual([]);
  });
});
