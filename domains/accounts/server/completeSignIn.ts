import type { SessionKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyNewSignIn } from "#domains/accounts/mails/server/public.ts";
import { promoteSession } from "./store.ts";

/** Promotes a fully verified session, audits the sign-in, and emails the person if the browser is unfamiliar. */
export async function completeSignIn(unit: UnitOfWork, { session_id, dealer_id, user_id }: SessionKey): Promise<void> {
  await promoteSession(unit.db, session_id, unit.now());
  await unit.audit({ action: "signed in", subject: "user", subject_id: user_id, dealer_id, user_id });
  await notifyNewSignIn(unit, { session_id, dealer_id, user_id });
}
