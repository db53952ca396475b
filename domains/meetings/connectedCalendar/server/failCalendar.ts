import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import type { AccessFailure } from "#ports/access.ts";
import { connectedCalendarEvents } from "../contract.ts";
import { stateAfterFailures, waitAfter } from "../rules.ts";
import { type CalendarAccount, locationOfMember, updateAccount } from "./store.ts";
import { connectedCalendarTexts as texts } from "./texts.ts";

/** Keeps why a calendar couldn't be reached, and when it is asked again. Its owner is told once that they can mend it. */
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
