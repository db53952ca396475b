import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { snoozeError } from "#domains/inbox/list/rules.ts";
import { markReplied, markWaiting, snoozeChat, wakeChat } from "#domains/inbox/list/server/public.ts";
import { lockChat } from "#domains/inbox/server/public.ts";
import { noteContact, takeContactBack } from "#domains/leads/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { endTask, lockTask, reopenTask } from "#domains/tasks/server/public.ts";
import { requireMember } from "#domains/team/server/public.ts";
import { type NextKind, type next, nextEvents, type Queue } from "../contract.ts";
import type { nextCounts } from "../counts/contract.ts";
import { dayAround, subjectOf, undoMs } from "../rules.ts";
import {
  countDone,
  countEntries,
  countSnoozed,
  type Done,
  insertDone,
  lockDone,
  markUndone,
  type QueueFilter,
  readQueue,
  removeSnooze,
  saveSnooze,
  waitingSince,
  waitsWith,
} from "./store.ts";

export const nextCountHandlers: Handlers<typeof nextCounts> = {
  async mine(context) {
    return { waiting: await countEntries(context.db, { ...(await placeOf(context)).filter, ...ownQueue(context) }) };
  },
};

export const nextHandlers: Handlers<typeof next> = {
  async queue(context, { body: { queue, user_id, snoozed } }) {
    const { db, scope, who } = context;
    const { filter, day } = await placeOf(context);
    const whose = await whoseOf(context, queue, user_id);
    const [read, later, done_today] = await Promise.all([
      readQueue(db, { ...filter, whose, snoozed: snoozed === 1 }),
      countSnoozed(db, { ...filter, whose }),
      countDone(db, scope, who.user_id, day.from),
    ]);
    return { ...read, done_today, snoozed: later.snoozed, next_wake: later.next_wake?.toISOString() ?? null };
  },

  async done(context, { body: { kind, id } }) {
    const { db, scope, who, now } = context;
    const at = now();
    const closed = await close(context, kind, id, at);
    if (!closed) return { done_id: null };
    const { dealer_id, location_id } = scope;
    const done: Done = {
      dealer_id,
      location_id,
      user_id: who.user_id,
      at,
      kind,
      subject_id: id,
      waiting_since: null,
      stage_id: null,
    };
    const done_id = await insertDone(db, { ...done, ...closed });
    publishChange(context);
    return { done_id };
  },

  async undo(context, { body: { done_id } }) {
    const { db, scope, who, now } = context;
    const since = new Date(now().getTime() - undoMs);
    const done = orNotFound(await lockDone(db, scope, { id: done_id, user_id: who.user_id, since }));
    if (done.undone_at !== null) return { done_id };
    if (!(await reopen(context, done)))
      throw new Failure("conflict", "Something else has happened since, so this can't be undone.");
    await markUndone(db, scope.dealer_id, done_id, now());
    publishChange(context);
    return { done_id };
  },

  async snooze(context, { body: { kind, id, until } }) {
    const { db, scope, who, now } = context;
    const at = new Date(until);
    const problem = snoozeError(at, now());
    if (problem) throw invalidField("until", problem);
    const { dealer_id, location_id } = scope;
    for (const wait of await allOf(context, kind, id, false)) {
      if (wait.subject === "chat") await snoozeChat(context, wait.id, at);
      else {
        const subject = { dealer_id, location_id, kind: wait.subject, subject_id: wait.id };
        await saveSnooze(db, { ...subject, until: at, at: now(), user_id: who.user_id });
      }
    }
    publishChange(context);
    return { until: at.toISOString() };
  },

  async wake(context, { body: { kind, id } }) {
    const { dealer_id, location_id } = context.scope;
    for (const wait of await allOf(context, kind, id, true)) {
      if (wait.subject === "chat") await wakeChat(context, wait.id);
      else await removeSnooze(context.db, { dealer_id, location_id, kind: wait.subject, subject_id: wait.id });
    }
    publishChange(context);
    return { id };
  },
};

const publishChange = ({ publish }: StaffContext) => publish(nextEvents.changed, {});

const ownQueue = ({ who }: StaffContext) =>
  ({ whose: { user_id: who.user_id, withUnassigned: true }, snoozed: false }) as const;

async function placeOf({ db, scope, now }: StaffContext) {
  const { dealer_id, location_id } = scope;
  const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
  const day = dayAround(now(), time_zone);
  return { filter: { dealer_id, location_id, now: now(), day_ends: day.until }, day };
}

async function whoseOf(
  { db, scope, who }: StaffContext,
  queue: Queue,
  user_id: number | undefined,
): Promise<QueueFilter["whose"]> {
  if (queue === "unassigned" || queue === "everyone") return queue;
  if (queue === "mine") return { user_id: who.user_id, withUnassigned: true };
  if (user_id === undefined) throw invalidField("user_id", "Select someone from the team");
  await requireMember(db, scope, "user_id", user_id);
  return { user_id, withUnassigned: false };
}

/** The entry with what else waits for the same customer. */
async function allOf(context: StaffContext, kind: NextKind, id: number, snoozed: boolean) {
  const { filter } = await placeOf(context);
  const what = { subject: subjectOf[kind], id };
  const all = await waitsWith(context.db, { ...filter, snoozed }, what);
  const isRepeated =
    all.length === 0 && (await waitsWith(context.db, { ...filter, snoozed: !snoozed }, what)).length > 0;
  if (all.length > 0 || isRepeated) return all;
  throw new Failure("absent");
}

type Closed = Partial<Pick<Done, "waiting_since" | "stage_id">>;

/** Closes what an entry is about. @returns what takes it back; undefined when it was closed before. */
async function close(context: StaffContext, kind: NextKind, id: number, at: Date): Promise<Closed | undefined> {
  const { db, scope, who } = context;
  const subject = subjectOf[kind];
  if (subject === "chat") {
    orNotFound(await lockChat(db, scope, id));
    const waiting_since = await waitingSince(db, scope, id);
    if (waiting_since === null) return undefined;
    await markReplied(context, scope, id);
    return { waiting_since };
  }
  if (subject === "lead") {
    const stage_id = await noteContact(context, scope, id, { at, by: who.user_id });
    return stage_id === undefined ? undefined : { stage_id };
  }
  const { state } = orNotFound(await lockTask(db, scope, id));
  if (state !== "open") return undefined;
  await endTask(context, id, "done");
  return {};
}

async function reopen(context: StaffContext, done: ClosedEntry): Promise<boolean> {
  const { db, scope, who } = context;
  const { at, subject_id: id, waiting_since, stage_id } = done;
  const subject = subjectOf[done.kind];
  if (subject === "chat") {
    if (!(await lockChat(db, scope, id)) || waiting_since === null) return false;
    return markWaiting(context, scope, id, { since: waiting_since, marked_at: at });
  }
  if (subject === "lead")
    return stage_id !== null && takeContactBack(context, scope, id, { at, by: who.user_id, stage_id });
  const task = await lockTask(db, scope, id);
  if (task?.state !== "done") return false;
  await reopenTask(context, id);
  return true;
}

type ClosedEntry = Pick<Done, "kind" | "at" | "subject_id" | "waiting_since" | "stage_id">;
