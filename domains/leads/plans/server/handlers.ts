import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { keysetPage } from "#core/server/keysetPage.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { publishLead } from "#domains/leads/server/facts.ts";
import { stagesOf } from "#domains/leads/server/store.ts";
import { sendsPictures, textSender } from "#domains/locations/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { type insideChoices, leadPlanEvents, type leadPlans, type PlanConflict, type PlanDraft } from "../contract.ts";
import type { PlanEnding, PlanStep } from "../fields.ts";
import { areSameSteps, dueAt, nextStep } from "../rules.ts";
import { addEndTask, advance, endEnrollment, pausedUntil, publishEnrollment } from "./enrollments.ts";
import {
  countInside,
  countPeople,
  figureDays,
  figuresOf,
  holdOf,
  listFigures,
  memberNames,
  mostPeople,
  type PeopleOrder,
  type PersonRow,
  reachOf,
  readPeople,
  stepFigures,
} from "./peopleStore.ts";
import { namedBySteps, savedSteps } from "./planSteps.ts";
import { sendNowJob } from "./runSteps.ts";
import { startPlan } from "./startPlans.ts";
import { findMail, insertVersion, stepsOf } from "./stepStore.ts";
import {
  changeEnrollment,
  changePlan,
  type Enrollment,
  endInside,
  findEnrollment,
  findPlan,
  holdInside,
  insertPlan,
  insertSend,
  lockEnrollment,
  lockInside,
  lockPlan,
  lockStarting,
  type PlanLead,
  planLead,
  planOfLead,
  plansAt,
  replanInside,
  type SavedPlan,
  type StoredPlan,
  sendingStep,
  shareLead,
  stepsDoneInside,
  updatePlan,
} from "./store.ts";

const dayMs = 86_400_000;
const since = ({ now }: Pick<UnitOfWork, "now">) => new Date(now().getTime() - figureDays * dayMs);

export const leadPlanHandlers: Handlers<typeof leadPlans> = {
  async list(context) {
    const { db, scope } = context;
    const plans = await plansAt(db, scope);
    const figures = await listFigures(db, scope, since(context));
    const stages = await stagesOf(db, scope.dealer_id);
    const names = await memberNames(
      db,
      scope.dealer_id,
      plans.map(({ saved_by }) => saved_by),
    );
    return {
      plans: plans.map(({ id, name, is_on, starts, kind, sources, stage_id, steps, saved_at, saved_by }) => ({
        id,
        name,
        is_on: is_on === 1,
        starts,
        kind,
        sources: [...sources],
        stage: stages.find((stage) => stage.id === stage_id)?.name ?? "",
        steps: steps.length,
        ...(figures.get(id) ?? { people: 0, started: 0, replied: 0 }),
        saved_at,
        saved_by: names.get(saved_by ?? 0) ?? "",
      })),
    };
  },

  async one(context, { params: { id } }) {
    const { db, scope } = context;
    const plan = orNotFound(await findPlan(db, scope, id));
    const [figures, ofSteps, people, sender, names, named] = await Promise.all([
      figuresOf(db, plan, since(context)),
      stepFigures(db, plan, since(context)),
      countInside(db, plan),
      textSender(db, scope.dealer_id, plan.location_id),
      memberNames(db, scope.dealer_id, [plan.saved_by]),
      namedBySteps(context, plan.steps),
    ]);
    const { name, starts, kind, stage_id, on_team, weekdays, from_minute, to_minute, end_task, revision } = plan;
    return {
      id,
      name,
      is_on: plan.is_on === 1,
      starts,
      kind,
      sources: [...plan.sources],
      stage_id,
      on_team,
      weekdays,
      from_minute,
      to_minute,
      end_task,
      revision,
      saved_at: plan.saved_at,
      saved_by: names.get(plan.saved_by ?? 0) ?? "",
      steps: plan.steps.map((step) => ({ ...step, ...(ofSteps.get(step.id) ?? { here: 0, sent: 0, replied: 0 }) })),
      ...named,
      people,
      figures,
      has_number: sender !== undefined,
      time_zone: plan.zone,
    };
  },

  async reach({ db, scope }, { params: { id } }) {
    return reachOf(db, orNotFound(await findPlan(db, scope, id)));
  },

  async sender({ within, scope, origin, ports }) {
    // Before a database connection is taken: the carrier may be slow.
    const price = Number((await ports.sms.numbers.textPrices())?.outbound ?? Number.NaN);
    const { dealer_id, location_id } = scope;
    const [texts, pictures, mails] = await within.readOnly(scope, origin, ({ db }) =>
      Promise.all([
        textSender(db, dealer_id, location_id),
        sendsPictures(db, dealer_id, location_id),
        senderOf(db, dealer_id, location_id),
      ]),
    );
    return {
      number: texts?.number ?? null,
      sends_pictures: pictures ? 1 : 0,
      // Simulated texts cost nothing, which nobody needs to read.
      segment_price: price > 0 ? price : null,
      from_name: mails?.from_name ?? "",
      from_address: ports.email.address,
      takes_replies: ports.email.inboundDomain ? 1 : 0,
      reply_to: mails?.reply_to ?? "",
    };
  },

  async mail({ db, scope }, { params: { mail_id } }) {
    return orNotFound(await findMail(db, scope, mail_id));
  },

  async people(context, { params: { id }, body }) {
    const { db, scope, now } = context;
    const plan = orNotFound(await findPlan(db, scope, id));
    const { show, step } = body;
    const filter = { ...plan, show, step, search: body.search.value, since: since(context) };
    const key = show === "running" ? "next_at" : "started_at";
    const page = await keysetPage<PersonRow, PeopleOrder>(
      { ...body, order: [] },
      {
        sortable: { next_at: "number", started_at: "number" },
        defaultOrder: { key, dir: show === "running" ? "asc" : "desc" },
        read: async (range, knowsMore) => {
          const [rows, count] = await Promise.all([
            readPeople(db, filter, range),
            knowsMore ? mostPeople + 1 : countPeople(db, filter),
          ]);
          const counted = Math.min(count, mostPeople);
          return { rows, counted: { total: counted, filtered: counted, isMore: count > mostPeople } };
        },
        valueOf: ({ at_us }) => at_us,
      },
    );
    return { ...page, rows: page.rows.map((row) => shownPerson(row, now())) };
  },

  async add(context, { body }) {
    const { db, scope, audit, publish } = context;
    const plan = await savedPlan(context, body);
    const id = await insertPlan(db, scope, plan, await savedSteps(context, body, []));
    await audit({ action: "added", subject: "follow-up plan", subject_id: id, detail: { name: plan.name } });
    publish(leadPlanEvents.changed, { target_id: id });
    return { id };
  },

  async save(context, { params: { id }, body }) {
    const { db, scope, audit, publish } = context;
    const before = orNotFound(await lockPlan(db, scope, id, "update"));
    if (before.revision !== body.revision) throw await conflictWith(context, before);
    const plan = await savedPlan(context, body);
    const steps = await savedSteps(context, body, before.steps);
    const areNew = !areSameSteps(steps, before.steps);
    const version = areNew ? before.version + 1 : before.version;
    if (areNew) await insertVersion(db, before, version, steps);
    const revision = before.revision + 1;
    await updatePlan(db, before, plan, { version, revision });
    const after = { ...before, ...plan, version, revision, steps };
    const touched = areNew ? await applyToInside(context, before, after, body.inside) : 0;
    const detail = { name: plan.name, steps: steps.length, inside: areNew ? body.inside : "", people: touched };
    await audit({ action: "changed", subject: "follow-up plan", subject_id: id, detail });
    publish(leadPlanEvents.changed, { target_id: id });
    if (touched > 0) publishLead(context, before, null);
    return { id, steps: steps.map(({ id, mail_id }) => ({ id, mail_id })) };
  },

  async turn(context, { params: { id }, body: { is_on, inside } }) {
    const { db, scope, audit, publish } = context;
    const plan = orNotFound(await lockPlan(db, scope, id, "update"));
    if (plan.is_on === is_on) return { id };
    await changePlan(db, plan, { is_on });
    await holdInside(db, plan, is_on === 1 ? 0 : 1);
    if (is_on === 0 && inside === "stop") await stopInside(context, plan, "off");
    const action = is_on === 1 ? "turned on" : "turned off";
    await audit({ action, subject: "follow-up plan", subject_id: id, detail: { name: plan.name, inside } });
    publish(leadPlanEvents.changed, { target_id: id });
    publishLead(context, plan, null);
    return { id };
  },

  async remove(context, { params: { id } }) {
    const { db, scope, now, audit, publish } = context;
    const plan = orNotFound(await lockPlan(db, scope, id, "update"));
    const people = await stopInside(context, plan, "removed");
    await changePlan(db, plan, { removed_at: now(), is_on: 0 });
    await audit({ action: "deleted", subject: "follow-up plan", subject_id: id, detail: { name: plan.name, people } });
    publish(leadPlanEvents.changed, { target_id: id });
    publishLead(context, plan, null);
    return { id };
  },

  async start(context, { params: { id }, body: { lead_id } }) {
    const { db, scope, who } = context;
    const [lead] = await lockStarting(db, scope, [lead_id]);
    if (!lead) throw new Failure("absent");
    assertOwn(context, lead.owner_id);
    const plan = orNotFound(await lockPlan(db, scope, id, "share"));
    if (plan.is_on === 0) throw new Failure("conflict", "This plan is off. Turn it on first.");
    if (!lead.isOpen) throw new Failure("conflict", "This lead is closed.");
    if (lead.isOptedOut) throw new Failure("conflict", "This customer opted out. Call or email.");
    const [started] = await startPlan(context, plan, [lead_id], { by: who.user_id, how: "hand" });
    if (started) return { id: started.id };
    const other = await planOfLead(db, scope, lead_id);
    throw new Failure(
      "conflict",
      `This lead is in “${other?.name ?? plan.name}” already. A lead is in one plan at a time.`,
    );
  },

  async skip(context, { params: { id }, body: { step_id } }) {
    const { db, now } = context;
    const { plan, enrollment, lead } = await lockedPerson(context, id);
    assertNext(enrollment, step_id);
    const steps = await stepsOf(db, enrollment, plan.id, enrollment.version);
    const step = steps.find((one) => one.id === enrollment.next_step);
    if (step) {
      if (await hasEmailUnderway(context, enrollment))
        throw new Failure("conflict", "This email is being sent right now.");
      await insertSend(db, enrollment, step.id, { state: "skipped", reason: "by_hand", at: now() });
    }
    await advance(context, plan, enrollment, lead, { steps, step });
    return { id };
  },

  async pause(context, { params: { id }, body: { days } }) {
    const { db, now } = context;
    const { plan, enrollment } = await lockedPerson(context, id);
    if (await hasEmailUnderway(context, enrollment))
      throw new Failure("conflict", "This email is being sent right now.");
    if (days === 0) {
      const steps = await stepsOf(db, enrollment, plan.id, enrollment.version);
      const step = steps.find((one) => one.id === enrollment.next_step);
      const when = { notBefore: now(), window: plan, zone: plan.zone };
      const next_at = step ? dueAt(step, enrollment, when) : now();
      await changeEnrollment(db, enrollment, { paused_until: null, paused_by: "", waits_for: "", next_at });
    } else {
      const until = new Date(now().getTime() + days * dayMs);
      await changeEnrollment(db, enrollment, pausedUntil(plan, enrollment, until, "hand"));
    }
    publishEnrollment(context, enrollment);
    return { id };
  },

  async sendNow(context, { params: { id }, body: { step_id } }) {
    const { db, now, enqueue } = context;
    const { plan, enrollment } = await lockedPerson(context, id);
    assertNext(enrollment, step_id);
    if (plan.is_on === 0) throw new Failure("conflict", "This plan is off. Turn it on first.");
    if (await hasEmailUnderway(context, enrollment))
      throw new Failure("conflict", "This email is being sent right now.");
    await changeEnrollment(db, enrollment, { paused_until: null, paused_by: "", waits_for: "", next_at: now() });
    const { dealer_id, location_id } = enrollment;
    enqueue(sendNowJob, { dealer_id, location_id, id, step_id }, { dedupeKey: `plan step ${dealer_id} ${id}` });
    publishEnrollment(context, enrollment);
    return { id };
  },

  async takeOut(context, { params: { id } }) {
    const { enrollment } = await lockedPerson(context, id);
    await endEnrollment(context, enrollment, "hand");
    return { id };
  },
};

/** Agents start plans for their own leads only, and change nobody else's. */
function assertOwn({ who }: StaffContext, owner_id: number | null): void {
  if (who.role === "agent" && owner_id !== who.user_id)
    throw new Failure("conflict", "Only the lead's owner or a manager can do this.");
}

/** A repeated request, or one of another window, must not act on the step after the one that was meant. */
function assertNext({ next_step }: Enrollment, step_id: number): void {
  if (next_step !== step_id)
    throw new Failure("conflict", "This plan has moved to another step since. Check it again.");
}

/** A lead in a plan of the location, locked for a change by hand. */
async function lockedPerson(context: StaffContext, id: number) {
  const { db, scope } = context;
  const key = { ...scope, id };
  const found = await findEnrollment(db, key);
  if (!found) throw new Failure("absent");
  await shareLead(db, found, found.lead_id);
  const plan = orNotFound(await lockPlan(db, scope, found.plan_id, "share"));
  const enrollment = await lockEnrollment(db, key);
  const lead = enrollment && (await planLead(db, key));
  if (!enrollment || !lead) throw new Failure("absent");
  assertOwn(context, lead.owner_id);
  return { plan, enrollment, lead };
}

async function hasEmailUnderway({ db }: UnitOfWork, enrollment: Enrollment): Promise<boolean> {
  return (await sendingStep(db, enrollment, enrollment.next_step)) !== undefined;
}

function shownPerson(row: PersonRow, now: Date) {
  const place = row.steps.findIndex(({ id }) => id === row.next_step);
  const isRunning = row.state === "running";
  const step = row.steps[place];
  const hold = holdOf(row, step, now);
  const { id, lead_id, name, owner_id, owner, started_at, next_at, paused_until, ending, ended_at } = row;
  return {
    id,
    lead_id,
    name,
    owner_id,
    owner,
    started_at,
    step_id: isRunning ? row.next_step : null,
    step: isRunning && step ? place + 1 : null,
    kind: isRunning && step ? step.kind : null,
    next_at: isRunning ? next_at : null,
    hold,
    until: hold === "paused" || hold === "team" ? paused_until : null,
    ending,
    ended_at,
  };
}

async function savedPlan({ db, scope, who, now }: StaffContext, body: PlanDraft): Promise<SavedPlan> {
  const { name, starts, kind, sources, on_team, weekdays, from_minute, to_minute, end_task } = body;
  const stage_id = starts === "stage" ? (body.stage_id ?? null) : null;
  if (stage_id !== null && !(await stagesOf(db, scope.dealer_id)).some(({ id }) => id === stage_id))
    throw invalidField("stage_id", "This stage doesn't exist anymore. Select another.");
  const rules = { name, starts, kind, sources: [...new Set(sources)], stage_id, on_team };
  return { ...rules, weekdays, from_minute, to_minute, end_task, saved_at: now(), saved_by: who.user_id };
}

async function conflictWith({ db, scope }: StaffContext, { saved_by, revision }: StoredPlan): Promise<Failure> {
  const name = (await memberNames(db, scope.dealer_id, [saved_by])).get(saved_by ?? 0) || "Someone else";
  const data: PlanConflict = { code: "plan_saved", saved_by: name, revision };
  return new Failure("conflict", `${name} saved this plan`, { data });
}

/** What happens to those inside when a plan's steps changed. @returns how many they are. */
async function applyToInside(
  context: StaffContext,
  before: StoredPlan,
  after: StoredPlan,
  inside: (typeof insideChoices)[number],
): Promise<number> {
  const { db, now } = context;
  if (inside === "finish") return 0;
  if (inside === "stop") return stopInside(context, before, "edited");
  const people = await lockInside(db, before);
  const done = await stepsDoneInside(db, before);
  const earlier = new Map<number, readonly PlanStep[]>([[before.version, before.steps]]);
  const finished: Enrollment[] = [];
  const planned: { id: number; next_step: number; next_at: Date }[] = [];
  for (const person of people) {
    const old = earlier.get(person.version) ?? (await stepsOf(db, person, person.plan_id, person.version));
    earlier.set(person.version, old);
    const last = [...after.steps, ...old].find(({ id }) => id === person.last_step);
    const next = nextStep(after.steps, done.get(person.id) ?? new Set(), last);
    if (!next) {
      finished.push(person);
      continue;
    }
    // What had been waited for since the last step, such as a pause, stays.
    const notBefore = new Date(Math.max(now().getTime(), person.paused_until?.getTime() ?? 0));
    const next_at = dueAt(next, person, { notBefore, window: after, zone: after.zone });
    planned.push({ id: person.id, next_step: next.id, next_at });
  }
  await replanInside(db, before, after.version, planned);
  await finishInside(context, after, finished);
  return people.length;
}

async function finishInside(context: StaffContext, plan: StoredPlan, people: readonly Enrollment[]): Promise<void> {
  const leads = plan.end_task === "" ? [] : await leadsOf(context, people);
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) await endInside(context.db, plan, ids, { ending: "finished", at: context.now() });
  for (const lead of leads) await addEndTask(context, plan.end_task, plan, lead);
}

async function leadsOf({ db }: StaffContext, people: readonly Enrollment[]): Promise<PlanLead[]> {
  const leads: PlanLead[] = [];
  for (const person of people) {
    const lead = await planLead(db, person);
    if (lead) leads.push(lead);
  }
  return leads;
}

/** Stops a plan for everybody inside; after an edit each owner gets a task to follow up. @returns how many they were. */
async function stopInside(context: StaffContext, plan: StoredPlan, ending: PlanEnding): Promise<number> {
  const people = await lockInside(context.db, plan);
  const leads = ending === "edited" ? await leadsOf(context, people) : [];
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) await endInside(context.db, plan, ids, { ending, at: context.now() });
  for (const lead of leads) await addEndTask(context, `Follow up: “${plan.name}” was stopped`, plan, lead);
  return people.length;
}
