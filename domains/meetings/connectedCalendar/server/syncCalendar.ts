import { createHash } from "node:crypto";
import type { PersonKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingEvents } from "#domains/meetings/contract.ts";
import { isMeetingUrl } from "#domains/meetings/fields.ts";
import type { AccessFailure } from "#ports/access.ts";
import type {
  CalendarAccounts,
  CalendarEvent,
  EventRoom,
  RemoveResult,
  WriteResult,
} from "#ports/calendar/calendar.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { connectedCalendarEvents } from "../contract.ts";
import type { RoomState } from "../fields.ts";
import { readEveryMs, roomMs, withoutOwn, wordsOfEvent } from "../rules.ts";
import { failCalendar, openCalendar, syncCalendarJob } from "./account.ts";
import {
  type DueRemoval,
  type DueWrite,
  deleteEvent,
  type EventKey,
  nextRemoval,
  nextWrite,
  ownSpans,
  saveRoom,
  saveWriting,
  updateEvent,
  waitingRooms,
} from "./eventStore.ts";
import { type CalendarAccount, findAccount, lockAccount, replaceTimes, updateAccount } from "./store.ts";

/** A job's time limit; the next job continues. */
const turnMs = 60_000;
/** Milliseconds from the intent to write an event until its last request has left. */
const writesWithin = 60_000;
const aDay = 86_400_000;
const daysAhead = 60;
const reason = "a member's connected calendar";

type CalendarServer = Pick<Server, "within" | "ports" | "secret" | "publicUrl">;

/** A member's calendar for one turn. */
interface CalendarTurn {
  readonly server: CalendarServer;
  readonly person: PersonKey;
  readonly account: CalendarAccount;
  readonly calendars: CalendarAccounts;
  readonly access: string;
}

/**
 * Writes into a member's calendar what isn't there yet, looks for rooms that are on their way, and reads when they are
 * busy. What is to be written is committed before it is, under a name that makes a repeated writing the same one.
 */
export async function syncCalendar(server: CalendarServer, { dealer_id, user_id }: PersonKey): Promise<void> {
  const person = { dealer_id, user_id };
  const account = await server.within.business({ dealer_id }, reason, async ({ db, now }) => {
    const found = await findAccount(db, person);
    const isWaiting = found?.wait_until && found.wait_until > now();
    return found?.state === "needs_access" || isWaiting ? undefined : found;
  });
  if (!account) return;
  const opened = openCalendar(server, account);
  const turn = opened && { server, person, account, ...opened };
  const failure: AccessFailure | undefined = turn
    ? ((await writeAll(turn)) ?? (await lookForRooms(turn)) ?? (await readTimes(turn)))
    : { kind: "needs_access", why: "no access" };
  await settle({ server, person, account }, async (unit, current) => {
    if (failure) return failCalendar(unit, current, failure);
    const fine = { state: "ok", problem: "", failures: 0, wait_until: null } as const;
    if (current.failures > 0) await updateAccount(unit.db, person, fine);
    unit.publish(connectedCalendarEvents.changed, {}, person);
  });
}

/** Runs while the same calendar is connected; results of an earlier one are discarded. */
async function settle<T>(
  { server, person, account }: Pick<CalendarTurn, "server" | "person" | "account">,
  work: (unit: UnitOfWork, current: CalendarAccount) => Promise<T>,
): Promise<T | undefined> {
  return server.within.business({ dealer_id: person.dealer_id }, reason, async (unit) => {
    const current = await lockAccount(unit.db, person);
    return current?.access_sealed === account.access_sealed ? work(unit, current) : undefined;
  });
}

async function writeAll(turn: CalendarTurn): Promise<AccessFailure | undefined> {
  const { server, person, calendars, access } = turn;
  const end = Date.now() + turnMs;
  while (Date.now() < end) {
    const leaveBy = deadlineIn(server.ports.clock, writesWithin);
    const intent = await settle(turn, (unit) => prepareEvent(server, unit, person));
    if (!intent) return undefined;
    const result =
      intent.kind === "write"
        ? await calendars.write(access, intent.event, intent.etag, leaveBy)
        : await calendars.remove(access, intent.due.event_id, leaveBy);
    const failure = await settle(turn, (unit) => settleEvent(unit, person, intent, result));
    if (failure) return failure;
  }
  return undefined;
}

async function lookForRooms(turn: CalendarTurn): Promise<AccessFailure | undefined> {
  const { server, person, calendars, access } = turn;
  const { dealer_id } = person;
  const waiting = await server.within.business({ dealer_id }, reason, ({ db }) => waitingRooms(db, person));
  for (const { appointment_id, location_id, event_id, room_at } of waiting) {
    const result = await calendars.room(access, event_id);
    if (result.kind !== "room" && result.kind !== "missing") return result;
    const room = result.kind === "room" ? result.room : ({ state: "failed" } as const);
    await settle(turn, (unit) => {
      const isLate = room.state === "pending" && unit.now().getTime() - room_at.getTime() >= roomMs;
      return settleRoom(unit, { ...person, appointment_id, location_id }, isLate ? { state: "failed" } : room);
    });
  }
  return undefined;
}

async function readTimes(turn: CalendarTurn): Promise<AccessFailure | undefined> {
  const { calendars, access, person } = turn;
  const span = await settle(turn, async ({ now }, { read_due_at }) => {
    const at = now().getTime();
    if (read_due_at.getTime() > at) return undefined;
    return { from: new Date(at - aDay), before: new Date(at + daysAhead * aDay) };
  });
  if (!span) return undefined;
  const result = await calendars.times(access, span);
  if (result.kind !== "times") return result;
  await settle(turn, async ({ db, now }) => {
    const own = await ownSpans(db, person, span.from);
    await replaceTimes(db, person, withoutOwn(result.busy, own));
    await updateAccount(db, person, { read_at: now(), read_due_at: new Date(now().getTime() + readEveryMs) });
  });
  return undefined;
}

/** What is about to happen in a calendar, committed before it does. */
type EventIntent =
  | { readonly kind: "write"; readonly due: DueWrite; readonly event: CalendarEvent; readonly etag: string }
  | { readonly kind: "remove"; readonly due: DueRemoval };

/** The next thing to do in a member's calendar, as good as begun; undefined when everything is there. */
async function prepareEvent(
  { publicUrl }: Pick<Server, "publicUrl">,
  { db, now }: UnitOfWork,
  person: PersonKey,
): Promise<EventIntent | undefined> {
  if (!(await lockAccount(db, person))) return undefined;
  for (;;) {
    const due = await nextRemoval(db, person, now());
    if (!due) break;
    const key = { ...person, appointment_id: due.appointment_id };
    const isPresent = due.state === "written" || due.state === "writing";
    if (isPresent) {
      await updateEvent(db, key, { state: "writing", asked_at: now() });
      return { kind: "remove", due };
    }
    await deleteEvent(db, key);
  }
  const due = await nextWrite(db, person, now());
  if (!due) return undefined;
  const { appointment_id, location_id, asked, starts_at, ends_at, zone, wants_room } = due;
  const event_id = due.event_id ?? eventIdOf(person, appointment_id, publicUrl);
  const room = (due.room ?? "none") as RoomState;
  const isAsked = wants_room && room !== "ready";
  // A failed room is requested again; a pending one keeps its request.
  const room_requests = (due.room_requests ?? 0) + (isAsked && room !== "pending" ? 1 : 0);
  const writing = { location_id, event_id, asked, asked_at: now(), starts_at, ends_at, room_requests };
  const pending = { room: "pending", room_at: now() } as const;
  const key = { ...person, appointment_id };
  await saveWriting(db, key, { ...writing, ...(isAsked ? pending : { room, room_at: null }) });
  const link = `${publicUrl}/${due.type === 1 ? "virtual" : "inperson"}`;
  const event = {
    id: event_id,
    start: starts_at,
    end: ends_at,
    zone,
    ...wordsOfEvent(due, link),
    roomRequest: isAsked ? `${event_id}${room_requests}` : "",
  };
  return { kind: "write", due, event, etag: due.etag ?? "" };
}

/** A calendar id that providers accept; stable and unique. */
function eventIdOf({ dealer_id, user_id }: PersonKey, appointment_id: number, publicUrl: string): string {
  const name = [new URL(publicUrl).host, dealer_id, user_id, appointment_id].join(" ");
  return `rooftop${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
}

/** Seconds before a pending room is checked first. */
const roomSeconds = 5;

/** Commits what became of an intent. @returns why it is to be tried later; undefined when it is done. */
async function settleEvent(
  unit: UnitOfWork,
  person: PersonKey,
  { kind, due }: EventIntent,
  result: WriteResult | RemoveResult,
): Promise<AccessFailure | undefined> {
  const { db, now } = unit;
  const key = { ...person, appointment_id: due.appointment_id };
  if (result.kind === "removed") {
    await deleteEvent(db, key);
    await updateAccount(db, person, { read_due_at: now() });
    return undefined;
  }
  if (kind === "remove") {
    // Nothing that a later try would change.
    if (result.kind !== "refused") return result as AccessFailure;
    await deleteEvent(db, key);
    return undefined;
  }
  if (result.kind === "written") {
    await updateEvent(db, key, { state: "written", written: due.asked, etag: result.etag });
    await updateAccount(db, person, { read_due_at: now() });
    if (due.wants_room) await settleRoom(unit, { ...key, location_id: due.location_id }, result.room);
    if (due.wants_room && result.room.state === "pending")
      unit.enqueue(syncCalendarJob, person, { delaySeconds: roomSeconds });
    return undefined;
  }
  if (result.kind !== "deleted" && result.kind !== "refused") return result;
  await updateEvent(db, key, { state: result.kind, ...(due.wants_room && { room: "failed" }) });
  publishMeeting(unit, { ...key, location_id: due.location_id });
  return undefined;
}

export interface RoomOwner extends EventKey {
  readonly location_id: number;
}

/** Keeps what became of a room, and gives its address to the meeting. */
async function settleRoom(unit: UnitOfWork, owner: RoomOwner, room: EventRoom): Promise<void> {
  const isReady = room.state === "ready" && isMeetingUrl(room.url);
  // An event without a room, or with one that no browser may be led to, has none to give.
  const state = isReady ? "ready" : room.state === "pending" ? "pending" : "failed";
  await updateEvent(unit.db, owner, { room: state });
  if (isReady) await saveRoom(unit.db, owner, room.url);
  if (state !== "pending") publishMeeting(unit, owner);
}

const publishMeeting = ({ publish }: UnitOfWork, { dealer_id, location_id, appointment_id }: RoomOwner) =>
  publish(meetingEvents.changed, { target_id: appointment_id }, { dealer_id, location_id });
