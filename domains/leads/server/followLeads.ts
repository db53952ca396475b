import { sql } from "kysely";
import * as z from "zod/mini";
import type { FactData } from "#core/fact.ts";
import { orNotFound } from "#core/failure.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { isReachedCallSql, isSentEmailSql, type outreachFacts } from "#domains/outreach/server/public.ts";
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
  await noteEach(within, found);
}

async function noteEach(within: Server["within"], found: readonly Answer[]): Promise<void> {
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
  await within.business({ dealer_id, location_id }, "a lead's answer that failed", async (unit) =>
    takeEachBack(unit, failed, await findAnsweredBy(unit.db, failed), { reason: "undelivered", by: null }),
  );
}

/** An email that bounced, or a logged call that no longer counts, answered no lead either. */
export async function takeWithdrawnBack(
  { within }: Pick<Server, "within">,
  withdrawn: FactData<typeof outreachFacts.withdrawn>,
): Promise<void> {
  const { dealer_id, location_id, customer_id, user_id, what } = withdrawn;
  const location = { dealer_id, location_id };
  const answer = { at: new Date(withdrawn.at), by: user_id };
  const move =
    what === "email" ? ({ reason: "undelivered", by: null } as const) : ({ reason: "hand", by: user_id } as const);
  await within.business(location, "a lead's answer that was withdrawn", async (unit) =>
    takeEachBack(unit, location, await findAnsweredAt(unit.db, location, customer_id, answer), move),
  );
  await noteOutreach({ within }, { ...location, customer_id });
}

async function takeEachBack(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  answered: readonly FailedAnswer[],
  move: { readonly reason: "undelivered" | "hand"; readonly by: number | null },
): Promise<void> {
  for (const { lead_id, at, from_stage_id } of answered) {
    const stages = await heldStages(unit.db, dealer_id);
    const lead = await lockLead(unit.db, { dealer_id, location_id }, lead_id);
    if (lead?.closed_at !== null || lead.first_response_at?.getTime() !== at.getTime()) continue;
    const unanswered = { first_response_at: null, first_response_by: null, response_business_seconds: null };
    await changeLead(unit.db, lead, unanswered);
    publishLead(unit, lead, lead_id);
    const stage = stages.find(({ id, kind }) => id === from_stage_id && kind === "open");
    if (stage) await moveLead(unit, lead, stage, { ...move, outcome: "" });
  }
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

/** The stage that a lead `l` left with its answer. */
const leftStage = sql`left join lateral (select reason, from_stage_id, to_stage_id from lead_moves
    where dealer_id = l.dealer_id and lead_id = l.id and to_stage_id is not null
    order by id desc limit 1) moved on true`;
const leftStageId = sql`case when moved.reason = 'reply' and moved.to_stage_id = l.stage_id then moved.from_stage_id end`;

async function findAnsweredBy(
  db: Db,
  { dealer_id, location_id, message_id }: FailedText,
): Promise<readonly FailedAnswer[]> {
  const { rows } = await sql<FailedAnswer>`select l.id as lead_id, m.datetime as at, ${leftStageId} as from_stage_id
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
      join customers k on k.dealer_id = c.dealer_id and (k.id = c.customer_id or k.merged_into = c.customer_id)
      join leads l on l.dealer_id = k.dealer_id and l.customer_id = k.id and l.location_id = c.location_id
        and l.first_response_at = m.datetime
      ${leftStage}
    where m.dealer_id = ${dealer_id} and c.location_id = ${location_id} and m.id = ${message_id} and m.state = 'failed'
    order by l.id`.execute(db);
  return rows;
}

/** A customer with everyone merged into them, and the one they were merged into. */
const theirIds = (dealer_id: number, customer_id: number) => sql`(select k.id from customers k
  where k.dealer_id = ${dealer_id} and (k.id = ${customer_id} or k.merged_into = ${customer_id}
    or k.id = (select merged_into from customers where dealer_id = ${dealer_id} and id = ${customer_id})))`;

async function findAnsweredAt(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_id: number,
  { at, by }: { readonly at: Date; readonly by: number },
): Promise<readonly FailedAnswer[]> {
  const { rows } = await sql<FailedAnswer>`select l.id as lead_id, l.first_response_at as at,
      ${leftStageId} as from_stage_id
    from leads l ${leftStage}
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.first_response_at = ${at}
      and l.first_response_by = ${by} and l.customer_id in ${theirIds(dealer_id, customer_id)}
    order by l.id`.execute(db);
  return rows;
}

/** Whether a text `m` is what a member said to the customer. A campaign's and automatic texts are not. */
export const isSaidSql = sql`m.is_from_customer = 0 and m.user_id is not null and m.campaign_id is null
  and m.automatic is null and m.state <> 'failed' and m.message_type <> 'voice'`;

/** What members said to customers: texts, answered calls, emails, and calls that they logged. */
const saidSql = (
  said: Readonly<Record<"messages" | "calls", SqlFragment>> & Parameters<typeof saidElsewhereSql>[0],
) => sql`
  select m.dealer_id, c.location_id, c.customer_id, m.user_id, m.datetime as at
  from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
  where ${said.messages} and ${isSaidSql}
  union all
  select dealer_id, location_id, customer_id, user_id, answered_at from calls
  where ${said.calls} and user_id is not null and customer_id is not null
  union all ${saidElsewhereSql(said)}`;

const saidElsewhereSql = (said: Readonly<Record<"emails" | "loggedCalls", SqlFragment>>) => sql`
  select e.dealer_id, e.location_id, e.customer_id, e.user_id, e.created_at as at from customer_emails e
  where ${said.emails} and ${isSentEmailSql("e")}
  union all
  select g.dealer_id, g.location_id, g.customer_id, g.user_id, g.at from logged_calls g
  where ${said.loggedCalls} and ${isReachedCallSql}`;

/** The first answer to each lead that has none yet, of what was said since `since`. */
const findAnswers = (db: Db, since: Date): Promise<Answer[]> =>
  firstAnswersIn(
    db,
    saidSql({
      messages: sql`m.datetime > ${since}`,
      calls: sql`answered_at > ${since}`,
      emails: sql`e.created_at > ${since}`,
      loggedCalls: sql`g.at > ${since}`,
    }),
  );

async function firstAnswersIn(db: Db, said: SqlFragment): Promise<Answer[]> {
  const { rows } = await sql<Answer>`with said as (${said})
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

/** Notes at once what a member's email or logged call answered. */
export async function noteOutreach(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, customer_id }: FactData<typeof outreachFacts.answered>,
): Promise<void> {
  const location = { dealer_id, location_id };
  const them = theirIds(dealer_id, customer_id);
  const of = (alias: string) => sql`${sql.ref(`${alias}.dealer_id`)} = ${dealer_id}
    and ${sql.ref(`${alias}.location_id`)} = ${location_id} and ${sql.ref(`${alias}.customer_id`)} in ${them}`;
  const said = saidElsewhereSql({ emails: of("e"), loggedCalls: of("g") });
  const found = await within.business(location, "leads that were answered", ({ db }) => firstAnswersIn(db, said));
  await noteEach(within, found);
}

/** Whether a lead was answered, noted or not. */
export async function isAnswered(
  db: Db,
  { dealer_id, location_id, customer_id, received_at, first_response_at }: AnswerableLead,
): Promise<boolean> {
  if (first_response_at !== null) return true;
  if (customer_id === null) return false;
  const them = theirIds(dealer_id, customer_id);
  const of = (alias: string) => sql`${sql.ref(`${alias}.dealer_id`)} = ${dealer_id}
    and ${sql.ref(`${alias}.location_id`)} = ${location_id} and ${sql.ref(`${alias}.customer_id`)} in ${them}`;
  const here = sql`dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id in ${them}`;
  const said = saidSql({
    messages: sql`m.datetime >= ${received_at} and m.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.customer_id in ${them}`,
    calls: sql`answered_at >= ${received_at} and ${here}`,
    emails: sql`e.created_at >= ${received_at} and ${of("e")}`,
    loggedCalls: sql`g.at >= ${received_at} and ${of("g")}`,
  });
  const { rows } = await sql`select from (${said}) said limit 1`.execute(db);
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
