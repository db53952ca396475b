import type { PersonKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AccessFailure } from "#ports/access.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { connectedCalendarEvents } from "../contract.ts";
import { readEveryMs, roomMs, withoutOwn } from "../rules.ts";
import { ownSpans, waitingRooms } from "./eventStore.ts";
import { failCalendar } from "./failCalendar.ts";
import { openCalendar } from "./openCalendar.ts";
import { prepareEvent } from "./prepareEvent.ts";
import { settleEvent } from "./settleEvent.ts";
import { settleRoom } from "./settleRoom.ts";
import { type CalendarAccount, findAccount, lockAccount, replaceTimes, updateAccount } from "./store.ts";

/** A job goes on for so long; the rest is the next one's. */
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

/** Runs while the same calendar is connected; what another one answered is nobody's. */
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
