import { sql } from "kysely";
import * as z from "zod/mini";
import { orNotFound } from "#core/failure.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import type { StageTrigger } from "../fields.ts";
import { joinDays, type Stage, stageAfter } from "../rules.ts";
import { publishLead } from "./facts.ts";
import { moveLead } from "./moveLead.ts";
import { changeLead, forgetRaw, heldStages, type LockedLead, lockLead, noClock, unmeasuredLeads } from "./store.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** How long what came in is kept as it came. */
export const rawDays = 90;

/** Notes what answered leads lately. */
export const followJob = job("leads.follow", z.object({}), { retries: 0, expires: 300, concurrency: 1 });

/** Looks through a month, for what a process that was down missed, and forgets what came in long ago. */
export const catchUpJob = job("leads.catchUp", z.object({}), { retries: 0, expires: 600, concurrency: 1 });

/** Notes the answers of the last minutes, some of which the run before may have missed. */
export const noteRecentAnswers = ({ within, ports }: Server) =>
  noteAnswers(within, new Date(ports.clock.now().getTime() - 10 * minuteMs));

/** Notes the answers of a month. */
export const catchUpWithAnswers = ({ within, ports }: Server) =>
  noteAnswers(within, new Date(ports.clock.now().getTime() - joinDays * dayMs));

/** Empties what came in more than 90 days ago. */
export async function forgetOldRaw({ within, ports }: Server): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - rawDays * dayMs);
  await within.eachCell("forget raw leads", ({ db }) => forgetRaw(db, before));
}

/** The first text or answered call of a member since a lead was received answers it; then the lead moves by its business's stages. */
async function noteAnswers(within: Server["within"], since: Date): Promise<void> {
  const found = (await within.eachCell.read("find leads' first answers", (db) => findAnswers(db, since))).flat();
  for (const { dealer_id, location_id, lead_id, at, user_id } of found) {
    await within.business({ dealer_id, location_id }, "a lead's first answer", async (unit) => {
      const stages = await heldStages(unit.db, dealer_id);
      const lead = await lockLead(unit.db, { dealer_id, location_id }, lead_id);
      if (!lead || lead.first_response_at !== null) return;
      await answerLead(unit, lead, stages, { at, by: user_id });
    });
  }
}

/** Notes the first answer to a locked lead, which moves it by its business's stages. */
async function answerLead(
  unit: UnitOfWork,
  lead: LockedLead,
  stages: readonly Stage[],
  { at, by }: { readonly at: Date; readonly by: number },
): Promise<void> {
  // How long an imported lead waited before it was here is nobody's answering time.
  const response_business_seconds = lead.upload_id === null ? await secondsUntil(unit.db, lead, at) : null;
  await changeLead(unit.db, lead, {
    first_response_at: at,
    first_response_by: by,
    response_business_seconds,
    ...noClock,
  });
  publishLead(unit, lead, lead.id);
  const stage = lead.closed_at === null ? stageAfter(stages, lead.stage_id, "reply") : undefined;
  if (stage) await moveLead(unit, lead, stage, { reason: "reply", by, outcome: "" });
}

/**
 * Notes that a member answered a lead of the location in another way than by text or call.
 * @returns the stage it was in; undefined when it was answered before, or is closed.
 */
export async function noteContact(
  unit: UnitOfWork,
  location: LocationKey,
  lead_id: number,
  answer: { readonly at: Date; readonly by: number },
): Promise<number | undefined> {
  const stages = await heldStages(unit.db, location.dealer_id);
  const lead = orNotFound(await lockLead(unit.db, location, lead_id));
  if (lead.first_response_at !== null || lead.closed_at !== null) return undefined;
  await answerLead(unit, lead, stages, answer);
  return lead.stage_id;
}

/** Takes such a note back, with the stage before. @returns false when something else happened to the lead since. */
export async function takeContactBack(
  unit: UnitOfWork,
  location: LocationKey,
  lead_id: number,
  note: { readonly at: Date; readonly by: number; readonly stage_id: number },
): Promise<boolean> {
  const stages = await heldStages(unit.db, location.dealer_id);
  const lead = await lockLead(unit.db, location, lead_id);
  if (lead?.closed_at !== null || lead.first_response_at?.getTime() !== note.at.getTime()) return false;
  await changeLead(unit.db, lead, {
    first_response_at: null,
    first_response_by: null,
    response_business_seconds: null,
  });
  publishLead(unit, lead, lead_id);
  const stage = stages.find(({ id, kind }) => id === note.stage_id && kind === "open");
  if (stage) await moveLead(unit, lead, stage, { reason: "hand", by: note.by, outcome: "" });
  return true;
}

/** Seconds of the location's business hours, as they are today, from receiving a lead to its answer. */
async function secondsUntil(db: Db, lead: LocationKey & { readonly received_at: Date }, at: Date): Promise<number> {
  const { hours, time_zone } = await hoursOf(db, lead);
  return businessSeconds(hours, time_zone, lead.received_at, at);
}

const measuredAtOnce = 500;

/** Computes the waits of leads that were answered before waits were. */
export async function measureAnswers({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("waits of answered leads", async ({ db }) => {
    let found: Awaited<ReturnType<typeof unmeasuredLeads>>;
    do {
      found = await unmeasuredLeads(db, measuredAtOnce);
      for (const { first_response_at, ...lead } of found)
        await changeLead(db, lead, { response_business_seconds: await secondsUntil(db, lead, first_response_at) });
    } while (found.length === measuredAtOnce);
  });
}

interface Answer extends LocationKey {
  readonly lead_id: number;
  readonly at: Date;
  readonly user_id: number;
}

/** A member's text that failed answered no lead: those that it answered wait again, in the stage that they left with it. */
export async function takeFailedAnswersBack({ within }: Server, failed: FailedText): Promise<void> {
  const { dealer_id, location_id } = failed;
  await within.business({ dealer_id, location_id }, "a lead's answer that failed", async (unit) => {
    for (const { lead_id, at, from_stage_id } of await findAnsweredBy(unit.db, failed)) {
      const stages = await heldStages(unit.db, dealer_id);
      const lead = await lockLead(unit.db, { dealer_id, location_id }, lead_id);
      if (lead?.closed_at !== null || lead.first_response_at?.getTime() !== at.getTime()) continue;
      await changeLead(unit.db, lead, { first_response_at: null, first_response_by: null });
      publishLead(unit, lead, lead_id);
      const stage = stages.find(({ id, kind }) => id === from_stage_id && kind === "open");
      if (stage) await moveLead(unit, lead, stage, { reason: "undelivered", by: null, outcome: "" });
    }
  });
}

interface FailedText extends LocationKey {
  readonly message_id: number;
}

interface FailedAnswer {
  readonly lead_id: number;
  readonly at: Date;
  /** The stage that the lead left with the answer; null when it moved on since, or didn't move. */
  readonly from_stage_id: number | null;
}

async function findAnsweredBy(
  db: Db,
  { dealer_id, location_id, message_id }: FailedText,
): Promise<readonly FailedAnswer[]> {
  const { rows } = await sql<FailedAnswer>`select l.id as lead_id, m.datetime as at,
      case when moved.reason = 'reply' and moved.to_stage_id = l.stage_id then moved.from_stage_id end as from_stage_id
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
      join customers k on k.dealer_id = c.dealer_id and (k.id = c.customer_id or k.merged_into = c.customer_id)
      join leads l on l.dealer_id = k.dealer_id and l.customer_id = k.id and l.location_id = c.location_id
        and l.first_response_at = m.datetime
      left join lateral (select reason, from_stage_id, to_stage_id from lead_moves
        where dealer_id = l.dealer_id and lead_id = l.id and to_stage_id is not null
        order by id desc limit 1) moved on true
    where m.dealer_id = ${dealer_id} and c.location_id = ${location_id} and m.id = ${message_id} and m.state = 'failed'
    order by l.id`.execute(db);
  return rows;
}

/** Whether a text `m` is what a member said to the customer. A campaign's and automatic texts are not. */
export const isSaidSql = sql`m.is_from_customer = 0 and m.user_id is not null and m.campaign_id is null
  and m.automatic is null and m.state <> 'failed' and m.message_type <> 'voice'`;

/** What members said to customers: texts and answered calls. */
const saidSql = (messages: SqlFragment, calls: SqlFragment) => sql`
  select m.dealer_id, c.location_id, c.customer_id, m.user_id, m.datetime as at
  from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
  where ${messages} and ${isSaidSql}
  union all
  select dealer_id, location_id, customer_id, user_id, answered_at from calls
  where ${calls} and user_id is not null and customer_id is not null`;

/** The first answer to each lead that has none yet, of what was said since `since`. */
async function findAnswers(db: Db, since: Date): Promise<Answer[]> {
  const { rows } = await sql<Answer>`with said as (${saidSql(sql`m.datetime > ${since}`, sql`answered_at > ${since}`)})
    select distinct on (l.dealer_id, l.id) l.dealer_id, l.location_id, l.id as lead_id, said.at, said.user_id
    from said
      join customers k on k.dealer_id = said.dealer_id and (k.id = said.customer_id or k.merged_into = said.customer_id)
      join leads l on l.dealer_id = k.dealer_id and l.customer_id = k.id and l.location_id = said.location_id
    where l.first_response_at is null and l.deleted_at is null and said.at >= l.received_at
      -- What was said before an import brought the lead is no answer to it.
      and (l.upload_id is null or said.at >= (select min(m.at) from lead_moves m where m.dealer_id = l.dealer_id
        and m.lead_id = l.id and m.reason = 'imported'))
      and exists (select from leads waiting where waiting.first_response_at is null and waiting.closed_at is null
        and waiting.deleted_at is null and waiting.customer_id is not null)
    order by l.dealer_id, l.id, said.at, said.user_id limit 1000`.execute(db);
  return rows;
}

/** Whether a lead was answered, noted or not. */
export async function isAnswered(
  db: Db,
  { dealer_id, location_id, customer_id, received_at, first_response_at }: AnswerableLead,
): Promise<boolean> {
  if (first_response_at !== null) return true;
  if (customer_id === null) return false;
  const them = sql`in (select k.id from customers k where k.dealer_id = ${dealer_id}
    and (k.id = ${customer_id} or k.id = (select merged_into from customers where dealer_id = ${dealer_id} and id = ${customer_id})))`;
  const here = sql`dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id ${them}`;
  const { rows } = await sql`select from (${saidSql(
    sql`m.datetime >= ${received_at} and m.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.customer_id ${them}`,
    sql`answered_at >= ${received_at} and ${here}`,
  )}) said limit 1`.execute(db);
  return rows.length > 0;
}

interface AnswerableLead extends LocationKey {
  readonly customer_id: number | null;
  readonly received_at: Date;
  readonly first_response_at: Date | null;
}

/** An appointment moves its customer's newest open lead; so does its completion. */
export async function followAppointment({ within }: Server, changed: ChangedAppointment): Promise<void> {
  const { dealer_id, location_id, appointment_id } = changed;
  await within.business({ dealer_id, location_id }, "a lead's appointment", async (unit) => {
    const appointment = await unit.db
      .selectFrom("appointments")
      .where("dealer_id", "=", dealer_id)
      .where("id", "=", appointment_id)
      .select(["customer_id", "status"])
      .executeTakeFirst();
    const trigger = appointment && triggerOf[appointment.status];
    if (trigger) await follow(unit, changed, appointment.customer_id, trigger);
  });
}

interface ChangedAppointment extends LocationKey {
  readonly appointment_id: number;
}

/** By the appointment's status: pending and completed. */
const triggerOf: Readonly<Record<number, StageTrigger>> = { 0: "appointment", 1: "visit" };

async function follow(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  customer_id: number,
  trigger: StageTrigger,
): Promise<void> {
  const location = { dealer_id, location_id };
  const id = await newestOpenLead(unit.db, location, customer_id);
  if (id === undefined) return;
  const stages = await heldStages(unit.db, location.dealer_id);
  const lead = await lockLead(unit.db, location, id);
  const stage = lead?.closed_at === null ? stageAfter(stages, lead.stage_id, trigger) : undefined;
  if (lead && stage) await moveLead(unit, lead, stage, { reason: trigger, by: null, outcome: "" });
}

async function newestOpenLead(db: Db, { dealer_id, location_id }: LocationKey, customer_id: number) {
  const { rows } = await sql<{ id: number }>`select l.id from leads l
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.closed_at is null and l.deleted_at is null
      and l.customer_id in (select k.id from customers k where k.dealer_id = ${dealer_id}
        and (k.id = ${customer_id} or k.merged_into = ${customer_id}
          or k.id = (select merged_into from customers where dealer_id = ${dealer_id} and id = ${customer_id})))
    order by l.received_at desc, l.id desc limit 1`.execute(db);
  return rows[0]?.id;
}

export const followWorkers = [
  worker(followJob, noteRecentAnswers, { schedule: "* * * * *" }),
  worker(
    catchUpJob,
    async (server) => {
      await catchUpWithAnswers(server);
      await measureAnswers(server);
      await forgetOldRaw(server);
    },
    { schedule: "23 * * * *" },
  ),
];
