import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { publishLead } from "#domains/leads/server/facts.ts";
import { heldStages } from "#domains/leads/server/store.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { leadBulkEvents } from "../contract.ts";
import type { BulkSkip } from "../fields.ts";
import { assignedTitle, skipReasonOf } from "../rules.ts";
import {
  changeLeads,
  forgetChanges,
  lockChange,
  lockChanging,
  lockLeads,
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
  const { db, now, publish } = unit;
  await lockChanging(db, { dealer_id, location_id }, { waits: true });
  const change = await lockChange(db, { dealer_id, location_id, id: change_id });
  if (change?.state !== "running") return false;
  const seen = await nextLeads(db, change);
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
  const changed = change.changed + ids.length;
  const reached = { changed, skipped: JSON.stringify(skipped), position: seen.at(-1)?.lead_id ?? change.position };
  const isOver = (await nextLeads(db, { ...change, ...reached, skipped })).length === 0;
  const end = { state: "done", lost_reason: "", ended_at: now() } as const;
  await updateChange(db, change, { ...reached, touched_at: now(), ...(isOver && end) });
  publish(leadBulkEvents.progress, { target_id: change_id }, { dealer_id, user_id: change.user_id });
  if (ids.length > 0) publishLead(unit, change, null);
  if (isOver) await notifyNewOwner(unit, { ...change, changed });
  return !isOver;
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
