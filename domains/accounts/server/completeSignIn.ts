import type { SessionKey } from "#core/people.ts";
import type { Cookies } from "#core/server/cookies.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { rememberBrowser } from "#domains/accounts/browsers/server/public.ts";
import { notifyNewSignIn } from "#domains/accounts/mails/server/public.ts";
import { promoteSession } from "./store.ts";

/**
 * Promotes a fully verified session, makes the browser known to the account, audits the sign-in, and emails the person if
 * the browser is unfamiliar.
 */
export async function completeSignIn(
  unit: UnitOfWork,
  cookies: Cookies,
  { session_id, dealer_id, user_id }: SessionKey,
): Promise<void> {
  await promoteSession(unit.db, session_id, unit.now());
  await rememberBrowser(unit, cookies, { dealer_id, user_id });
  await unit.audit({ action: "signed in", subject: "user", subject_id: user_id, dealer_id, user_id });
  await notifyNewSignIn(unit, { session_id, dealer_id, user_id });
}
