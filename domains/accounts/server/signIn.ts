import { orNotFound } from "#core/failure.ts";
import type { PersonKey, Role } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { LoginUser } from "../contract.ts";
import { type CodeSettings, loginStatusOf } from "../rules.ts";
import { completeSignIn } from "./completeSignIn.ts";
import { profileOf } from "./profile.ts";
import { insertSession, profileRow, sessionByToken } from "./store.ts";

interface VerifiedLogin extends CodeSettings, PersonKey {
  readonly role: Role;
}

/**
 * Starts a session after the password (or an invitation) was verified; it stays pending where the business requires a
 * second factor. Needs a platform unit.
 */
export async function signIn(
  unit: UnitOfWork,
  { origin, cookies }: Pick<Deps, "origin" | "cookies">,
  login: VerifiedLogin,
  remember_me: 0 | 1,
) {
  const { dealer_id, user_id } = login;
  const { ip, agent } = origin;
  const { token, token_hash } = newToken();
  const login_status = loginStatusOf(login.role, login);
  const isPending = login_status === "otp" || login_status === "number";
  const newSession = {
    dealer_id,
    user_id,
    token_hash,
    is_pending: true,
    remember_me,
    ip,
    agent,
  };
  const session_id = await insertSession(unit.db, newSession, unit.now());
  if (!isPending) await completeSignIn(unit, cookies, { session_id, dealer_id, user_id });
  const session = orNotFound(await sessionByToken(unit.db, token_hash, unit.now(), isPending ? "pending" : "full"));
  const profile = profileOf(orNotFound(await profileRow(unit.db, dealer_id, user_id, session.location_ids[0] ?? null)));
  const user: LoginUser = {
    ...profile,
    login_status,
    access_token: token,
    two_factor_number: "",
    two_factor_notice: "",
  };
  return { user, session_id };
}
