import * as z from "zod/mini";
import { invalidField } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationScope } from "#core/people.ts";
import { openSeal } from "#core/server/seal.ts";
import type { Server, StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAmong } from "#domains/team/server/public.ts";
import type { AccessFailure } from "#ports/access.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";
import { connectedCalendarEvents } from "../contract.ts";
import { stateAfterFailures, waitAfter } from "../rules.ts";
import { connectedMembers } from "./eventStore.ts";
import { type CalendarAccount, findAccount, locationOfMember, updateAccount } from "./store.ts";
import { connectedCalendarTexts as texts } from "./texts.ts";

/** Writes and reads one member's connected calendar. The next run is scheduled anyway, so there are no retries. */
export const syncCalendarJob = job("meetings.syncCalendar", z.object({ dealer_id: Id, user_id: Id }), {
  retries: 0,
  expires: 120,
  concurrency: 2,
});

/** Finds the connected calendars that are due. */
export const sweepConnectedCalendarsJob = job("meetings.sweepConnectedCalendars", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});

/** Ends the access to calendars that were disconnected. */
export const revokeCalendarsJob = job("meetings.revokeCalendars", z.object({}), {
  retries: 0,
  expires: 300,
  concurrency: 1,
});

/** The purpose under which an account's access is sealed. */
export const sealPurpose = "calendar account";

/** Opens an access; undefined where its provider isn't set up any more, or it can't be read. */
export function openCalendar(
  { ports: { calendarAccounts: calendars }, secret }: Pick<Server, "ports" | "secret">,
  { provider, access_sealed }: { readonly provider: string; readonly access_sealed: string },
): { readonly calendars: CalendarAccounts; readonly access: string } | undefined {
  const access = openSeal(secret, sealPurpose, access_sealed);
  return calendars?.provider === provider && access !== undefined ? { calendars, access } : undefined;
}

/** Stores why a calendar failed and when to retry. Its owner is notified once. */
export async function failCalendar(unit: UnitOfWork, account: CalendarAccount, failure: AccessFailure): Promise<void> {
  const { db, now, publish } = unit;
  const { dealer_id, user_id } = account;
  const failures = account.failures + 1;
  publish(connectedCalendarEvents.changed, {}, { dealer_id, user_id });
  if (failure.kind === "needs_access") {
    await updateAccount(db, account, { state: "needs_access", problem: texts.needsAccess, failures, wait_until: null });
    const location_id = account.state === "needs_access" ? undefined : await locationOfMember(db, account);
    if (location_id === undefined) return;
    const news = { kind: "appointment", ...texts.notification, chat_id: null } as const;
    return notify(unit, { dealer_id, location_id, user_ids: [user_id] }, news);
  }
  const state = stateAfterFailures(account.state, failures);
  const retryAfter = failure.kind === "busy" ? failure.retryAfter : undefined;
  const wait_until = new Date(now().getTime() + waitAfter(failures, retryAfter));
  const problem = state === "failing" ? texts.problems[failure.kind] : account.problem;
  await updateAccount(db, account, { state, problem, failures, wait_until });
}

/** Members of the location whose calendars can create a room; undefined where none can be connected. */
export async function meetHosts({ db, ports, scope }: StaffContext): Promise<number[] | undefined> {
  if (!ports.calendarAccounts) return undefined;
  const members = await membersAmong(db, scope, await connectedMembers(db, scope));
  return members.map(({ id }) => id);
}

/** @throws Failure where the host has no calendar that a room could come with. */
export async function requireMeetHost({ db, ports, scope }: StaffContext, user_id: number): Promise<void> {
  const account = ports.calendarAccounts && (await findAccount(db, { dealer_id: scope.dealer_id, user_id }));
  if (!account || account.state === "needs_access") throw invalidField("kind", texts.noMeet);
}

/** Writes to these members' connected calendars right away; sweeps find the others. */
export async function writeSoon(
  { db, enqueue }: UnitOfWork,
  { dealer_id }: Pick<LocationScope, "dealer_id">,
  user_ids: readonly number[],
): Promise<void> {
  for (const user_id of new Set(user_ids))
    if (await findAccount(db, { dealer_id, user_id })) enqueue(syncCalendarJob, { dealer_id, user_id });
}
