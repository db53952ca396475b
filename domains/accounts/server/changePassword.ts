import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { removeBrowsers } from "#domains/accounts/browsers/server/public.ts";
import { notifyPasswordChanged } from "#domains/accounts/mails/server/public.ts";
import { signOutEverywhere } from "./signOutEverywhere.ts";
import { setPassword } from "./store.ts";

interface NewPassword {
  readonly dealer_id: number;
  readonly user_id: number;
  /** From `hashPassword`. */
  readonly password_hash: string;
  /** The session that goes on; all others end. */
  readonly keep?: number;
  /** True when somebody else chose it: the person must change it at the next sign-in. */
  readonly must_change_password?: boolean;
}

/**
 * Sets a new password, then ends the person's sessions and live connections, and forgets their known browsers: one of them
 * may be why it changes. Needs a platform unit.
 */
export async function changePassword(unit: UnitOfWork, context: Pick<Deps, "ports" | "origin">, change: NewPassword) {
  const { db } = unit;
  const { dealer_id, user_id, password_hash, must_change_password = false } = change;
  await setPassword(db, { dealer_id, user_id, password_hash, must_change_password });
  await signOutEverywhere(unit, context, change, change.keep);
  await removeBrowsers(db, { dealer_id, user_id });
  await unit.audit({ action: "changed the password", subject: "user", subject_id: user_id, dealer_id, user_id });
  await notifyPasswordChanged(unit, change, context.origin);
}
