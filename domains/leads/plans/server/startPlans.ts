import * as z from "zod/mini";
import type { FactData } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type leadFacts, publishLead } from "#domains/leads/server/facts.ts";
import { leadPlanEvents } from "../contract.ts";
import type { PlanStart } from "../fields.ts";
import { dueAt, startsFor } from "../rules.ts";
import {
  insertEnrollments,
  lockPlan,
  lockStarting,
  plansAt,
  type StartingLead,
  type StoredPlan,
  startedBefore,
} from "./store.ts";

/** Does what is due at a location now, without waiting for the next look at all of them. */
export const runPlansJob = job("leads.runPlans", z.object({ dealer_id: Id, location_id: Id }), { expires: 300 });

/** Steps that are due within this many milliseconds are done at once. */
const soonMs = 5_000;

/**
 * Starts a plan for leads that the caller has locked. The caller also holds the plan.
 * @returns those it was started for; the others are in a plan already.
 */
export async function startPlan(
  unit: UnitOfWork,
  plan: StoredPlan,
  lead_ids: readonly number[],
  { by, how }: { readonly by: number | null; readonly how: PlanStart },
): Promise<{ id: number; lead_id: number }[]> {
  const { db, now, publish, enqueue } = unit;
  const { dealer_id, location_id, zone } = plan;
  const [first] = plan.steps;
  if (!first) return [];
  const started_at = now();
  const next_at = dueAt(first, { started_at, shift_days: 0 }, { notBefore: started_at, window: plan, zone });
  const start = { version: plan.version, started_at, started_by: by, started_how: how, next_step: first.id, next_at };
  const started = await insertEnrollments(db, plan, lead_ids, start);
  if (started.length === 0) return [];
  const location = { dealer_id, location_id };
  publish(leadPlanEvents.changed, { target_id: plan.id }, location);
  publishLead(unit, location, started.length === 1 ? (started[0]?.lead_id ?? null) : null);
  if (next_at.getTime() - started_at.getTime() <= soonMs)
    enqueue(runPlansJob, location, { dedupeKey: `plans ${dealer_id} ${location_id}` });
  return started;
}

/** What work of plans needs. */
export interface PlanServer {
  readonly within: Pick<Server["within"], "business">;
}

/** Starts the plans of leads that come in. */
export const startForReceived = (
  { within }: PlanServer,
  { dealer_id, location_id, lead_id }: FactData<typeof leadFacts.received>,
): Promise<void> =>
  within.business({ dealer_id, location_id }, "plans of a new lead", (unit) =>
    // A member who adds a lead starts a plan by hand.
    startByRule(unit, { dealer_id, location_id }, [lead_id], "received", ({ isReceived }) => isReceived),
  );

/** Starts the plan of the stage that leads were moved to. */
export const startForMoved = (
  { within }: PlanServer,
  { dealer_id, location_id, lead_ids, stage_id }: FactData<typeof leadFacts.moved>,
): Promise<void> =>
  within.business({ dealer_id, location_id }, "plans of moved leads", (unit) =>
    // Moved on since: then that move's own fact counts.
    startByRule(unit, { dealer_id, location_id }, lead_ids, "stage", (lead) => lead.stage_id === stage_id),
  );

/** A plan starts by itself once for a lead, and the oldest plan that fits wins. */
async function startByRule(
  unit: UnitOfWork,
  location: LocationKey,
  lead_ids: readonly number[],
  how: Exclude<PlanStart, "hand">,
  isMeant: (lead: StartingLead) => boolean,
): Promise<void> {
  const { db } = unit;
  const candidates = (await plansAt(db, location)).filter(({ is_on, starts }) => is_on === 1 && starts === how);
  if (candidates.length === 0) return;
  const leads = (await lockStarting(db, location, lead_ids)).filter(
    (lead) => lead.isOpen && !lead.isOptedOut && isMeant(lead),
  );
  const inPlan = new Set<number>();
  for (const { id } of candidates) {
    const plan = await lockPlan(db, location, id, "share");
    if (plan?.is_on !== 1) continue;
    const fitting = leads.filter((lead) => !inPlan.has(lead.id) && startsFor(plan, lead, how)).map((lead) => lead.id);
    const before = await startedBefore(db, plan, fitting);
    const fresh = fitting.filter((lead_id) => !before.has(lead_id));
    for (const { lead_id } of await startPlan(unit, plan, fresh, { by: null, how })) inPlan.add(lead_id);
  }
}
