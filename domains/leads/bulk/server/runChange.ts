import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { tagCustomers } from "#domains/inbox/list/server/public.ts";
import { startPlan } from "#domains/leads/plans/server/startPlans.ts";
import { lockPlan, lockStarting } from "#domains/leads/plans/server/store.ts";
import { leadFacts, publishLead } from "#domains/leads/server/facts.ts";
import { heldStages } from "#domains/leads/server/store.ts";
import { addLockedToList, addToList } from "#domains/lists/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { findTag } from "#domains/tags/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { leadBulkEvents } from "../contract.ts";
import type { BulkSkip } from "../fields.ts";
import { assignedTitle, customerSkip, type SeenLead, skipReasonOf, startProblem } from "../rules.ts";
import {
  changeLeads,
  forgetChanges,
  leadCustomers,
  lockChange,
  lockChanging,
  lockLeads,
  markChanged,
  nextLeads,
  runningChanges,
  type StoredChange,
  updateChange,
} from "./store.ts";

const dayMs = 86_400_000;
/** How long a deletion can be taken back. */
const keptDays = 30;
/** After this many milliseconds, the process of a running change may have died. */
const staleAfterMs = 60_000;

/** Goes on with a change until it ends. Chunks are transactions of their own, so that nothing is locked for long. */
export const runChangeJob = job("leads.bulk", z.object({ dealer_id: Id, location_id: Id, change_id: Id }), {
  retries: 20,
  expires: 900,
  concurrency: 1,
});
export const recoverChangesJob = job("leads.recoverBulk", z.object({}), { retries: 0, concurrency: 1 });
export const forgetChangesJob = job("leads.forgetBulk", z.object({}), { retries: 0, concurrency: 1 });

export interface ChangeJob extends LocationKey {
  readonly change_id: number;
}

/** Changes the next leads of a change, unless it has ended. @returns whether there is more to do. */
export async function goOn(unit: UnitOfWork, { dealer_id, location_id, change_id }: ChangeJob): Promise<boolean> {
  const { db, now } = unit;
  await lockChanging(db, { dealer_id, location_id }, { waits: true });
  const change = await lockChange(db, { dealer_id, location_id, id: change_id });
  if (change?.state !== "running") return false;
  const seen = await nextLeads(db, change);
  if (change.action === "plan") return goOnWithPlan(unit, change, seen);
  if (change.action === "tag" || change.action === "list") return goOnWithCustomers(unit, change, seen);
  const hasTarget = await targetExists(unit, change);
  const leads = new Map(
    (
      await lockLeads(
        db,
        change,
        seen.map(({ lead_id }) => lead_id),
      )
    ).map((lead) => [lead.id, lead]),
  );
  const skipped: Partial<Record<BulkSkip, number>> = { ...change.skipped };
  const ids: number[] = [];
  for (const one of seen) {
    const reason = hasTarget ? skipReasonOf(one, leads.get(one.lead_id), change) : "target";
    if (reason === undefined) ids.push(one.lead_id);
    else skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  if (ids.length > 0) await changeLeads(db, change, ids, now());
  if (ids.length > 0 && change.action === "move" && change.stage_id !== null)
    unit.announce(leadFacts.moved, { dealer_id, location_id, lead_ids: ids, stage_id: change.stage_id });
  if (ids.length > 0) publishLead(unit, change, null);
  return moveOn(unit, change, seen, { changed: ids.length, skipped });
}

/** Notes how far a change is. @returns whether there is more to do. */
async function moveOn(
  { db, now, publish, ...unit }: UnitOfWork,
  change: StoredChange,
  seen: readonly SeenLead[],
  chunk: { readonly changed: number; readonly skipped: Partial<Record<BulkSkip, number>> },
): Promise<boolean> {
  const { skipped } = chunk;
  const changed = change.changed + chunk.changed;
  const reached = { changed, skipped: JSON.stringify(skipped), position: seen.at(-1)?.lead_id ?? change.position };
  const isOver = (await nextLeads(db, { ...change, ...reached, skipped })).length === 0;
  const end = { state: "done", lost_reason: "", ended_at: now() } as const;
  await updateChange(db, change, { ...reached, touched_at: now(), ...(isOver && end) });
  const { dealer_id, user_id } = change;
  publish(leadBulkEvents.progress, { target_id: change.id }, { dealer_id, user_id });
  if (isOver) await notifyNewOwner({ db, now, publish, ...unit }, { ...change, changed });
  return !isOver;
}

/** Starts a plan for the next leads of a change; each that can't start it keeps its reason. */
async function goOnWithPlan(unit: UnitOfWork, change: StoredChange, seen: readonly SeenLead[]): Promise<boolean> {
  const { db } = unit;
  const { dealer_id, location_id, plan_id, user_id } = change;
  const location = { dealer_id, location_id };
  const ids = seen.map(({ lead_id }) => lead_id);
  const leads = await lockStarting(db, location, ids);
  const plan = plan_id === null ? undefined : await lockPlan(db, location, plan_id, "share");
  const skipped: Partial<Record<BulkSkip, number>> = { ...change.skipped };
  const skip = (reason: BulkSkip, count = 1) => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  skip("deleted", ids.length - leads.length);
  const fitting = leads.filter((lead) => {
    const reason = startProblem(lead, { isOn: plan?.is_on === 1, agent_id: change.own_only === 1 ? user_id : null });
    if (reason) skip(reason);
    return reason === undefined;
  });
  const lead_ids = fitting.map(({ id }) => id);
  const started = plan ? await startPlan(unit, plan, lead_ids, { by: user_id, how: "hand" }) : [];
  skip("in_plan", lead_ids.length - started.length);
  await markChanged(
    db,
    change,
    started.map(({ lead_id }) => lead_id),
  );
  return moveOn(unit, change, seen, { changed: started.length, skipped });
}

/** Tags the customers of the next leads of a change, or adds them to a list. */
async function goOnWithCustomers(unit: UnitOfWork, change: StoredChange, seen: readonly SeenLead[]): Promise<boolean> {
  const { db } = unit;
  const ids = seen.map(({ lead_id }) => lead_id);
  const leads = new Map((await leadCustomers(db, change, ids)).map((lead) => [lead.id, lead]));
  const living = [...leads.values()].filter(({ deleted_at }) => deleted_at === null);
  const customer_ids = [...new Set(living.flatMap(({ customer_id }) => customer_id ?? []))];
  const added = await addCustomers(unit, change, customer_ids);
  const skipped: Partial<Record<BulkSkip, number>> = { ...change.skipped };
  const changed: number[] = [];
  for (const id of ids) {
    const reason = added ? customerSkip(leads.get(id), added) : "target";
    if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else changed.push(id);
  }
  await markChanged(db, change, changed);
  return moveOn(unit, change, seen, { changed: changed.length, skipped });
}

/** @returns who was new to the tag or list; undefined when that was removed meanwhile. */
async function addCustomers(
  unit: UnitOfWork,
  change: StoredChange,
  customer_ids: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const { db } = unit;
  const { tag_id, list_id, user_id } = change;
  if (tag_id !== null) {
    if (!(await findTag(db, { id: tag_id }))) return undefined;
    return new Set(await tagCustomers(unit, change, { customer_ids, tag_id, user_id }));
  }
  if (list_id === null || (await addToList(db, change, list_id, [])) === undefined) return undefined;
  return new Set(await addLockedToList(db, change, list_id, customer_ids, { areNew: false }));
}

/** Held until the transaction ends: a stage isn't removed while leads move to it. */
async function targetExists({ db }: UnitOfWork, change: StoredChange): Promise<boolean> {
  const { action, owner_id, stage_id, dealer_id } = change;
  if (action === "assign") return owner_id === null || (await membersAt(db, change)).some(({ id }) => id === owner_id);
  return action !== "move" || (await heldStages(db, dealer_id)).some(({ id }) => id === stage_id);
}

async function notifyNewOwner(unit: UnitOfWork, change: StoredChange): Promise<void> {
  const { action, owner_id, user_id, changed } = change;
  if (action !== "assign" || owner_id === null || owner_id === user_id || changed === 0) return;
  const by = (await membersAt(unit.db, change)).find(({ id }) => id === user_id);
  const title = assignedTitle(`${by?.first_name ?? ""} ${by?.last_name ?? ""}`.trim(), changed);
  await notify(unit, { ...change, user_ids: [owner_id] }, { kind: "lead", title, text: "", chat_id: null });
}

/** Goes on with a change until it ends, or somebody stops it. */
export async function runChange({ within }: Pick<Server, "within">, change: ChangeJob): Promise<void> {
  const { dealer_id, location_id } = change;
  let hasMore = true;
  while (hasMore)
    hasMore = await within.business({ dealer_id, location_id }, "a change of many leads", (unit) => goOn(unit, change));
}

/** Takes up changes that a crash left behind. @param all skips the wait, for right after a start. */
export async function recoverChanges({ within }: Server, { all = false }: { all?: boolean } = {}): Promise<void> {
  await within.eachCell("recover changes of leads", async ({ db, now, enqueue }) => {
    for (const change of await runningChanges(db, new Date(now().getTime() - (all ? 0 : staleAfterMs))))
      enqueue(runChangeJob, change, { dedupeKey: `leads bulk ${change.change_id}` });
  });
}

const forgetOldChanges = ({ within, ports }: Server) =>
  within.eachCell("forget changes of leads", ({ db }) =>
    forgetChanges(db, new Date(ports.clock.now().getTime() - keptDays * dayMs)),
  );

export const bulkWorkers = [
  worker(runChangeJob, runChange),
  worker(recoverChangesJob, (server) => recoverChanges(server), {
    schedule: "* * * * *",
    atStart: (server) => recoverChanges(server, { all: true }),
  }),
  worker(forgetChangesJob, async (server) => void (await forgetOldChanges(server)), { schedule: "47 * * * *" }),
];
