import * as z from "zod/mini";
import type { FactData } from "#core/fact.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { hasCustomVariables } from "#core/variables.ts";
import type { appointmentFacts } from "#domains/appointments/server/public.ts";
import { customVariablesOf } from "#domains/customers/server/public.ts";
import { answeringAt } from "#domains/inbox/autoReplies/server/public.ts";
import { typedVehicle } from "#domains/leads/firstAnswers/rules.ts";
import { type leadFacts, publishLead } from "#domains/leads/server/facts.ts";
import { addTask } from "#domains/tasks/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import { leadPlanEvents } from "../contract.ts";
import type { PlanEnding, PlanStep } from "../fields.ts";
import { dueAt, filledWords, nextInWindow, nextStep, type PlanValues, shiftAfter, verdictOf } from "../rules.ts";
import { startForMoved } from "./startPlans.ts";
import {
  changeEnrollment,
  type Enrollment,
  type EnrollmentKey,
  endInside,
  enrollmentsOfCustomer,
  findEnrollment,
  happenedTo,
  lockEnrollment,
  lockPlan,
  type PlanLead,
  planLead,
  type StoredPlan,
  shareLead,
  stepsDone,
} from "./store.ts";

const dayMs = 86_400_000;

/** Ends the plans of leads to whom something happened that nobody announced: replies, opt-outs, the team's own texts. */
export const followPlansJob = job("leads.followPlans", z.object({}), { retries: 0, expires: 300, concurrency: 1 });

/** Tells the browsers that a lead in a plan changed. */
export function publishEnrollment(
  unit: Pick<UnitOfWork, "publish">,
  { dealer_id, location_id, plan_id, lead_id }: Pick<Enrollment, "dealer_id" | "location_id" | "plan_id" | "lead_id">,
): void {
  const location = { dealer_id, location_id };
  unit.publish(leadPlanEvents.changed, { target_id: plan_id }, location);
  publishLead(unit, location, lead_id);
}

/** Ends a lead's way through its plan. The caller has locked it. */
export async function endEnrollment(unit: UnitOfWork, enrollment: Enrollment, ending: PlanEnding): Promise<void> {
  await endInside(unit.db, enrollment, [enrollment.id], { ending, at: unit.now() });
  publishEnrollment(unit, enrollment);
}

/** Who signs what a plan sends; without an id, the lead has no owner. */
export interface Signer {
  readonly id: number | null;
  readonly first_name: string;
}

const ownerOf = ({ owner_id, owner }: PlanLead): Signer => ({ id: owner_id, first_name: owner.split(" ")[0] ?? "" });

/** Who signs a step: the member it names, while they are at the location, else the lead's owner. */
export async function signerOf(
  { db }: UnitOfWork,
  location: LocationKey,
  lead: PlanLead,
  sender_id: number | null,
): Promise<Signer> {
  const sender = sender_id === null ? undefined : await memberById(db, location, sender_id);
  return sender ?? ownerOf(lead);
}

/** What a plan's variables stand for, as far as typed words may stand in a text. @param signer signs for the owner. */
export async function valuesOf(
  unit: UnitOfWork,
  location: LocationKey,
  lead: PlanLead,
  words: string,
  signer: Signer = ownerOf(lead),
): Promise<PlanValues> {
  const { values } = await answeringAt(unit, location, lead.first_name);
  const { first_name, company_name, company_phone, location_name } = values;
  const vehicle = typedVehicle(lead.vehicles);
  const custom =
    hasCustomVariables(words) && lead.customer_id !== null
      ? await customVariablesOf(unit.db, location, lead.customer_id)
      : {};
  return { first_name, owner: signer.first_name, vehicle, company_name, company_phone, location_name, custom };
}

/** Acts on what happened to a lead since. @returns whether its plan goes on now. */
export async function applyVerdict(
  unit: UnitOfWork,
  plan: StoredPlan,
  enrollment: Enrollment,
  lead: PlanLead,
): Promise<"ended" | "paused" | "go"> {
  const verdict = verdictOf(lead, plan.on_team);
  if (verdict.kind === "go") return "go";
  if (verdict.kind === "end") {
    await endEnrollment(unit, enrollment, verdict.ending);
    return "ended";
  }
  const { seen } = verdict;
  const isOver = verdict.kind === "seen" || verdict.until <= unit.now();
  if (isOver) {
    await changeEnrollment(unit.db, enrollment, { team_seen_at: seen });
    return "go";
  }
  await changeEnrollment(unit.db, enrollment, {
    team_seen_at: seen,
    ...pausedUntil(plan, enrollment, verdict.until, "team"),
  });
  publishEnrollment(unit, enrollment);
  return "paused";
}

/** What a pause changes: nothing is due before its end. */
export function pausedUntil(plan: StoredPlan, { next_at }: Enrollment, until: Date, by: "hand" | "team") {
  const opens = nextInWindow(until, plan, plan.zone);
  return { paused_until: until, paused_by: by, next_at: next_at > opens ? next_at : opens, waits_for: "" } as const;
}

/** Goes on to the step after one that was done; without a step, to the first that can follow. At the end the owner gets a task. */
export async function advance(
  unit: UnitOfWork,
  plan: StoredPlan,
  enrollment: Enrollment,
  lead: PlanLead,
  { steps, step }: { readonly steps: readonly PlanStep[]; readonly step: PlanStep | undefined },
): Promise<void> {
  const { db, now } = unit;
  const doneAt = now();
  const { started_at, shift_days } = enrollment;
  const progress = { started_at, shift_days };
  const shifted = step ? shiftAfter(step, progress, doneAt, plan.zone) : shift_days;
  const last = step ?? steps.find(({ id }) => id === enrollment.last_step);
  const next = nextStep(steps, await stepsDone(db, enrollment), last);
  const passed = { shift_days: shifted, ...(step && { last_step: step.id, last_at: doneAt }) };
  const calm = { waits_for: "", paused_until: null, paused_by: "" } as const;
  if (!next) {
    await changeEnrollment(db, enrollment, { ...passed, ...calm });
    await endEnrollment(unit, enrollment, "finished");
    if (plan.end_task !== "") await addEndTask(unit, plan.end_task, enrollment, lead);
    return;
  }
  const when = { notBefore: doneAt, window: plan, zone: plan.zone };
  const next_at = dueAt(next, { started_at, shift_days: shifted }, when);
  await changeEnrollment(db, enrollment, { ...passed, ...calm, next_step: next.id, next_at });
  publishEnrollment(unit, enrollment);
}

/** A task for the owner of a lead whose plan is over. */
export async function addEndTask(
  unit: UnitOfWork,
  words: string,
  location: LocationKey,
  lead: PlanLead,
): Promise<void> {
  const description = filledWords(words, await valuesOf(unit, location, lead, words)).slice(0, 500);
  const due_at = new Date(unit.now().getTime() + dayMs);
  const { customer_id, owner_id } = lead;
  await addTask(unit, location, { description, customer_id, assigned_to: owner_id, due_at });
}

/** Acts on what happened to one lead in a plan. */
async function follow(unit: UnitOfWork, key: EnrollmentKey): Promise<void> {
  const { db } = unit;
  const found = await findEnrollment(db, key);
  if (!found) return;
  await shareLead(db, key, found.lead_id);
  const plan = await lockPlan(db, key, found.plan_id, "share");
  const enrollment = await lockEnrollment(db, key);
  const lead = await planLead(db, key);
  if (!plan || !enrollment || !lead) return;
  await applyVerdict(unit, plan, enrollment, lead);
}

/** Acts on what happened to leads in plans since the last look. */
export async function followPlans({ within }: Pick<Server, "within">): Promise<void> {
  const found = (await within.eachCell.read("what happened to leads in plans", (db) => happenedTo(db, 1_000))).flat();
  await followEach(within, found);
}

async function followEach(within: Server["within"], keys: readonly EnrollmentKey[]): Promise<void> {
  for (const { dealer_id, location_id, id } of keys)
    await within.business({ dealer_id }, "a lead in a plan", (unit) => follow(unit, { dealer_id, location_id, id }));
}

/** A closed lead leaves its plan; one that was moved may start another. */
export async function followMoved(
  server: Pick<Server, "within">,
  moved: FactData<typeof leadFacts.moved>,
): Promise<void> {
  const { dealer_id, location_id, lead_ids } = moved;
  const location = { dealer_id, location_id };
  const found = await server.within.business(location, "moved leads in plans", ({ db }) =>
    happenedTo(db, lead_ids.length, { ...location, lead_ids }),
  );
  await followEach(server.within, found);
  await startForMoved(server, moved);
}

/** An appointment ends the plan of its customer's leads. */
export async function followBooking(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, appointment_id }: FactData<typeof appointmentFacts.changed>,
): Promise<void> {
  const location = { dealer_id, location_id };
  const customer_id = await within.business(location, "an appointment of a lead in a plan", async ({ db }) => {
    const appointment = await db
      .selectFrom("appointments")
      .where("dealer_id", "=", dealer_id)
      .where("id", "=", appointment_id)
      .select("customer_id")
      .executeTakeFirst();
    return appointment?.customer_id;
  });
  if (customer_id !== undefined) await followCustomer({ within }, { ...location, customer_id });
}

/** Acts at once on what happened to a customer in a plan: a team member's email or call pauses it, as the plan says. */
export async function followCustomer(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, customer_id }: LocationKey & { readonly customer_id: number },
): Promise<void> {
  const location = { dealer_id, location_id };
  const found = await within.business(location, "a customer in a plan", async ({ db }) => {
    const lead_ids = await enrollmentsOfCustomer(db, location, customer_id);
    return lead_ids.length > 0 ? happenedTo(db, 100, { ...location, lead_ids }) : [];
  });
  await followEach(within, found);
}

export const planWorkers = [worker(followPlansJob, followPlans, { schedule: "* * * * *" })];
