import type { Unit } from "#core/server/unit.ts";
import { tellNewSignIn } from "#domains/accounts/mails/server/public.ts";
import { promoteSession } from "./store.ts";

interface SignedIn {
  readonly session_id: number;
  readonly dealer_id: number;
  readonly user_id: number;
}

/**
 * Everything that a sign-in needs was right: the session opens what its person may use, and the audit trail says so.
 * When the browser is a strange one, a mail tells the person.
 */
export async function completeSignIn(unit: Unit, { session_id, dealer_id, user_id }: SignedIn): Promise<void> {
  await promoteSession(unit.db, session_id, unit.now());
  await unit.audit({ action: "signed in", subject: "user", subject_id: user_id, dealer_id, user_id });
  await tellNewSignIn(unit, { session_id, dealer_id, user_id });
}
