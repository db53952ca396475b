import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { leadBulk } from "./contract.ts";
import { chunkSize } from "./rules.ts";
import { goOn, recoverChanges, runChange } from "./server/runChange.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let manager_id: number;
let agent_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  app.jobs.queued.length = 0;
  dealer = await app.dealership();
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  [manager_id, agent_id] = [(await manager(accounts.profile)).data.id, (await agent(accounts.profile)).data.id];
});

const add = async (more: object = {}) => (await agent(leads.add, { body: { phone: freshPhone(), ...more } })).data.id;
const addSome = async (count: number) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await add());
  return ids;
};
/** As many leads as only a job changes. */
async function fill(count: number): Promise<void> {
  await app.pool.query(
    `with added as (
       insert into leads (dealer_id, location_id, kind, stage_id, source, received_at, inquired_at)
       select $1, $2, 'sales', s.id, 'Fair', $4::timestamptz, $4::timestamptz from generate_series(1, $3::int)
         join lead_stages s on s.dealer_id = $1 and s.name = 'New' returning dealer_id, location_id, id, stage_id)
     insert into lead_moves (dealer_id, location_id, lead_id, at, reason, to_stage_id)
       select dealer_id, location_id, id, $4::timestamptz, 'received', stage_id from added`,
    [dealer.dealer_id, dealer.location_id, count, app.clock.now()],
  );
}
const stageId = async (name: string) =>
  (await agent(leads.options)).data.stages.find((one) => one.name === name)?.id ?? 0;
const one = async (id: number) => (await agent(leads.one, { params: { id } })).data;
const jobOf = (change_id: number) => ({ dealer_id: dealer.dealer_id, location_id: dealer.location_id, change_id });
const goOnOnce = (change_id: number) =>
  app.jobServer.within.business(jobOf(change_id), "a test", (unit) => goOn(unit, jobOf(change_id)));
const assignAll = (to_owner_id: number | string, call = manager) =>
  call(leadBulk.assign, { body: { all: 1, show: "open", to_owner_id } });
const current = async (call = manager) => (await call(leadBulk.current)).data.change;
/** How often each lead of the location got an owner by hand. */
async function timesAssigned(): Promise<Record<number, number>> {
  const { rows } = await app.pool.query(
    `select times, count(*)::int as leads from (
       select l.id, (select count(*)::int from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id
         and m.reason = 'hand' and m.to_owner_id is not null) as times
       from leads l where l.dealer_id = $1) counted group by times`,
    [dealer.dealer_id],
  );
  return Object.fromEntries(rows.map(({ times, leads }) => [times, leads]));
}

test.each([
  ["assigned", () => ({ to_owner_id: "" }), leadBulk.assign],
  ["moved", async () => ({ to_stage_id: await stageId("Negotiating") }), leadBulk.move],
] as const)("leads that are %s stay: no rule moves them on, or gives them to anyone", async (_, target, call) => {
  const ids = await addSome(2);
  await app.pool.query(
    `update leads set owner_id = $2, assignment = 'waiting', answer_due_at = now(), answer_from = now(), answer_rule_id = 1,
       offers = 2 where id = any($1)`,
    [ids, agent_id],
  );
  const body = { lead_ids: ids, ...(await target()) } as {
    lead_ids: number[];
    to_owner_id: string;
    to_stage_id: number;
  };
  await manager(call, { body });
  for (const id of ids) expect(await one(id)).toMatchObject({ answer_due_at: null });
});

test("many changes of the same leads at once end well, or say that another one is running", async () => {
  const ids = await addSome(12);
  const callers = [owner, manager, agent];
  const answers = await Promise.all(
    Array.from({ length: 18 }, async (_, at) => {
      const lead_ids = at % 2 === 0 ? ids : ids.toReversed();
      const call = callers[at % 3] ?? owner;
      return call(leadBulk.assign, { body: { lead_ids, to_owner_id: agent_id } }).then(
        () => 200,
        ({ status }: { status: number }) => status,
      );
    }),
  );
  expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(answers).toContain(200);
  for (const id of ids) expect(await one(id)).toMatchObject({ owner_id: agent_id });
});

test("some leads are assigned at once, each with a row in its history, and their owner is told once", async () => {
  const ids = await addSome(3);
  const { data } = await agent(leadBulk.assign, { body: { lead_ids: ids, to_owner_id: manager_id } });
  expect(data.change).toMatchObject({ state: "done", total: 3, changed: 3, skipped: [], target: "Manager Tester" });
  for (const id of ids)
    expect(await one(id)).toMatchObject({
      owner_id: manager_id,
      history: [{ reason: "hand", by: "Agent Tester", from_owner: "", to_owner: "Manager Tester", to_stage: "" }, {}],
    });
  const titles = (await manager(notifications.list)).data.notifications.map(({ title }) => title);
  expect(titles.filter((title) => title.includes("assigned"))).toEqual(["Agent Tester assigned you 3 leads"]);
  expect(app.jobs.queued.filter(({ job }) => job.name === "leads.bulk")).toEqual([]);
});

test("leads are moved, and lost ones take the reason once", async () => {
  const ids = await addSome(2);
  const [lost, shown] = [await stageId("Lost"), await stageId("Shown")];
  await expect(agent(leadBulk.move, { body: { lead_ids: ids, to_stage_id: lost } })).rejects.toMatchObject({
    status: 422,
    fields: { lost_reason: "Say why they were lost" },
  });
  await agent(leadBulk.move, { body: { lead_ids: ids, to_stage_id: lost, lost_reason: "No longer looking" } });
  for (const id of ids)
    expect(await one(id)).toMatchObject({
      outcome: "lost",
      lost_reason: "No longer looking",
      closed_at: expect.any(String),
    });
  const { rows } = await app.pool.query("select lost_reason from lead_bulk_changes where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  expect(rows).toEqual([{ lost_reason: "" }]);
  await agent(leadBulk.move, { body: { lead_ids: ids, to_stage_id: shown } });
  for (const id of ids)
    expect(await one(id)).toMatchObject({ outcome: "", lost_reason: "", closed_at: null, stage: "Shown" });
  const again = await agent(leadBulk.move, { body: { lead_ids: ids, to_stage_id: shown } });
  expect(again.data.change).toMatchObject({ changed: 0, skipped: [{ reason: "same", count: 2 }] });
});

test("managers delete leads and bring them back, and agents don't", async () => {
  const ids = await addSome(3);
  await expect(agent(leadBulk.remove, { body: { lead_ids: ids } })).rejects.toMatchObject({ status: 403 });
  const { change } = (await manager(leadBulk.remove, { body: { lead_ids: ids.slice(0, 2) } })).data;
  expect((await agent(leads.table, { body: {} })).data.map(({ id }) => id)).toEqual([ids[2]]);
  await expect(agent(leadBulk.restore, { params: { id: change.id } })).rejects.toMatchObject({ status: 403 });
  expect((await manager(leadBulk.restore, { params: { id: change.id } })).data.change).toMatchObject({ changed: 2 });
  expect((await agent(leads.table, { body: {} })).data).toHaveLength(3);
  const twice = (await manager(leadBulk.restore, { params: { id: change.id } })).data.change;
  expect(twice).toMatchObject({ changed: 0, skipped: [{ reason: "same", count: 2 }] });
  const assigned = (await manager(leadBulk.assign, { body: { lead_ids: ids, to_owner_id: "" } })).data.change;
  await expect(manager(leadBulk.restore, { params: { id: assigned.id } })).rejects.toMatchObject({ status: 409 });
});

test("leads that were deleted another way since, or whose customer is gone, stay deleted", async () => {
  const { id: customer_id } = await addCustomer(agent);
  const { id: erased_id } = await addCustomer(agent);
  const [again, ofDeleted, ofErased, kept] = [
    await add(),
    await add({ customer_id }),
    await add({ customer_id: erased_id }),
    await add(),
  ];
  const { change } = (await manager(leadBulk.remove, { body: { lead_ids: [again, ofDeleted, ofErased, kept] } })).data;
  await manager(customers.removeChosen, { body: { customer_ids: [customer_id] } });
  const request = { reason: "Asked by phone", confirmation: "ERASE" } as const;
  await owner(customerErasure.erase, { params: { id: erased_id }, body: request });
  await manager(leadBulk.restore, { params: { id: change.id } });
  const open = async () => (await agent(leads.table, { body: {} })).data.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(await open()).toEqual([again, kept]);
  app.clock.advance(1_000);
  await manager(leads.remove, { params: { id: again } });
  await manager(leadBulk.restore, { params: { id: change.id } });
  expect(await open()).toEqual([kept]);
});

test("all that match are what the view shows, and nothing else", async () => {
  const [radio, other] = [await add({ source: "Radio" }), await add({ source: "Walk-in" })];
  const body = { all: 1, show: "open" as const, source: "Radio", to_owner_id: agent_id };
  expect((await manager(leadBulk.assign, { body })).data.change).toMatchObject({ total: 1, changed: 1 });
  expect([(await one(radio)).owner_id, (await one(other)).owner_id]).toEqual([agent_id, null]);
});

test("a job assigns 1,000 leads, is stopped in the middle, and the rest stay", async () => {
  await fill(1_000);
  const { change } = (await assignAll(agent_id)).data;
  expect(change).toMatchObject({ state: "running", total: 1_000, changed: 0 });
  await expect(assignAll(agent_id)).rejects.toMatchObject({ status: 409 });
  await goOnOnce(change.id);
  await goOnOnce(change.id);
  expect(await current()).toMatchObject({ state: "running", changed: 2 * chunkSize });
  await expect(agent(leadBulk.stop, { params: { id: change.id } })).rejects.toMatchObject({ status: 404 });
  const stopped = (await manager(leadBulk.stop, { params: { id: change.id } })).data.change;
  expect(stopped).toMatchObject({ state: "stopped", changed: 2 * chunkSize });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({ state: "stopped", changed: 2 * chunkSize });
  expect(await timesAssigned()).toEqual({ 0: 1_000 - 2 * chunkSize, 1: 2 * chunkSize });
});

test("a job that died is taken up where it was, by two processes at once, and assigns nobody twice", async () => {
  await fill(1_000);
  const { change } = (await assignAll(agent_id)).data;
  await goOnOnce(change.id);
  app.jobs.queued.length = 0; // The process died with its job.
  await recoverChanges(app.jobServer);
  expect(app.jobs.queued).toEqual([]); // It may still be running.
  app.clock.advance(61_000);
  await recoverChanges(app.jobServer);
  expect(app.jobs.queued.map(({ job }) => job.name)).toEqual(["leads.bulk"]);
  await Promise.all([runChange(app.jobServer, jobOf(change.id)), app.jobs.runAll()]);
  expect(await current()).toMatchObject({ state: "done", total: 1_000, changed: 1_000, skipped: [] });
  expect(await timesAssigned()).toEqual({ 1: 1_000 });
  const { data } = await agent(notifications.list);
  expect(data.notifications.filter(({ title }) => title.includes("1,000 leads"))).toHaveLength(1);
});

test("a chunk that fails changes nothing, and is done when it is tried again", async () => {
  await fill(chunkSize + 1);
  const { change } = (await assignAll(agent_id)).data;
  const dies = app.jobServer.within.business(jobOf(change.id), "a test", async (unit) => {
    await goOn(unit, jobOf(change.id));
    throw new Error("The process died before its commit");
  });
  await expect(dies).rejects.toThrow("before its commit");
  expect(await timesAssigned()).toEqual({ 0: chunkSize + 1 });
  await app.jobs.runAll();
  expect(await timesAssigned()).toEqual({ 1: chunkSize + 1 });
});

test("leads that changed meanwhile keep what was done, with the reason", async () => {
  const [claimed, deleted, mine] = [await add(), await add(), await add({ owner_id: agent_id })];
  await fill(chunkSize);
  const { change } = (await assignAll(agent_id)).data;
  await manager(leads.claim, { params: { id: claimed } });
  await manager(leads.remove, { params: { id: deleted } });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({
    state: "done",
    total: chunkSize + 3,
    changed: chunkSize,
    skipped: [
      { reason: "same", count: 1 },
      { reason: "deleted", count: 1 },
      { reason: "changed", count: 1 },
    ],
  });
  expect(change.id).toBeGreaterThan(0);
  expect([(await one(claimed)).owner_id, (await one(mine)).owner_id]).toEqual([manager_id, agent_id]);
});

test("an owner who leaves meanwhile gets no more", async () => {
  await fill(2 * chunkSize);
  const { change } = (await assignAll(agent_id)).data;
  await goOnOnce(change.id);
  await owner(team.remove, { params: { id: agent_id } });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({
    state: "done",
    changed: chunkSize,
    skipped: [{ reason: "target", count: chunkSize }],
  });
});

test("ids of other locations and businesses are as if they weren't there", async () => {
  const id = await add();
  const elsewhere = await app.signIn(dealer.otherAgent);
  const other = await app.dealership();
  const [stranger, chief] = [await app.signIn(other.agent), await app.signIn(other.manager)];
  for (const call of [elsewhere, stranger])
    await expect(call(leadBulk.assign, { body: { lead_ids: [id], to_owner_id: "" } })).rejects.toMatchObject({
      status: 404,
    });
  const { change } = (await manager(leadBulk.remove, { body: { lead_ids: [id] } })).data;
  await expect(chief(leadBulk.restore, { params: { id: change.id } })).rejects.toMatchObject({ status: 404 });
  await expect(chief(leadBulk.stop, { params: { id: change.id } })).rejects.toMatchObject({ status: 404 });
  await manager(leadBulk.restore, { params: { id: change.id } });
  const mixed = await agent(leadBulk.assign, { body: { lead_ids: [id, 999_999_999], to_owner_id: agent_id } });
  expect(mixed.data.change).toMatchObject({ total: 2, changed: 1, skipped: [{ reason: "deleted", count: 1 }] });
  const stage = (await stranger(leads.options)).data.stages[1]?.id ?? 0;
  await expect(agent(leadBulk.move, { body: { lead_ids: [id], to_stage_id: stage } })).rejects.toMatchObject({
    fields: { to_stage_id: "This stage doesn't exist anymore. Select another." },
  });
  const foreigner = (await stranger(accounts.profile)).data.id;
  await expect(agent(leadBulk.assign, { body: { lead_ids: [id], to_owner_id: foreigner } })).rejects.toMatchObject({
    fields: { to_owner_id: "This team member isn't at this location." },
  });
});

test.each([
  [{}, { lead_ids: "Select at least one lead" }],
  [
    { lead_ids: Array.from({ length: 1_001 }, (_, at) => at + 1) },
    { lead_ids: "Select at most 1,000 leads at a time" },
  ],
  [{ lead_ids: "x" }, { lead_ids: "Send the leads as a list" }],
])("%o is refused at its field", async (body, fields) => {
  const request = agent(leadBulk.assign, { body: { ...(body as object), to_owner_id: "" } });
  await expect(request).rejects.toMatchObject({ status: 422, fields });
});
