import { invalidField } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { membersAmong } from "#domains/team/server/public.ts";
import { connectedMembers } from "./eventStore.ts";
import { syncCalendarJob } from "./jobs.ts";
import { findAccount } from "./store.ts";
import { connectedCalendarTexts as texts } from "./texts.ts";

/** The location's members in whose calendars a room can be made; undefined where nobody can be connected. */
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

/** Writes into these members' calendars at once, where they are connected. The others find out by themselves. */
export async function writeSoon(
  { db, enqueue }: UnitOfWork,
  { dealer_id }: Pick<LocationScope, "dealer_id">,
  user_ids: readonly number[],
): Promise<void> {
  for (const user_id of new Set(user_ids))
    if (await findAccount(db, { dealer_id, user_id })) enqueue(syncCalendarJob, { dealer_id, user_id });
}
