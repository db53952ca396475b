import type { Surroundings } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { tellPasswordChanged } from "#domains/accounts/mails/server/public.ts";
import { signOutEverywhere } from "./signOutEverywhere.ts";
import { setPassword } from "./store.ts";

interface NewPassword {
  readonly dealer_id: number;
  readonly user_id: number;
  /** A hash by `hashPassword`. */
  readonly password_hash: string;
  /** The session in which it was changed, which goes on; all others end. */
  readonly keep?: number;
  /** Somebody else typed it: it must be changed at the next sign-in. */
  readonly must_change_password?: boolean;
}

/** Sets a new password and ends the person's sessions, with their open connections. Needs a unit on the platform's rows. */
export async function changePassword(unit: Unit, context: Pick<Surroundings, "ports" | "origin">, given: NewPassword) {
  const { db } = unit;
  const { dealer_id, user_id, password_hash, must_change_password = false } = given;
  await setPassword(db, { dealer_id, user_id, password_hash, must_change_password });
  await signOutEverywhere(unit, context, given, given.keep);
  await unit.audit({ action: "changed the password", subject: "user", subject_id: user_id, dealer_id, user_id });
  await tellPasswordChanged(unit, given, context.origin);
}
