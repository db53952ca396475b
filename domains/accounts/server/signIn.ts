import { orNotFound } from "#core/failure.ts";
import type { CurrentUser, PersonKey, Role, SessionKey } from "#core/people.ts";
import type { Cookies } from "#core/server/cookies.ts";
import type { Deps } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import type { Origin, UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyNewSignIn } from "#domains/accounts/mails/server/public.ts";
import { addressLine } from "#domains/locations/rules.ts";
import type { LoginUser, Profile } from "../contract.ts";
import { type CodeSettings, initialsOf, loginStatusOf } from "../rules.ts";
import { rememberBrowser } from "./browsers.ts";
import { insertSession, profileRow, promoteSession, sessionByToken, type supportAccessProfileRow } from "./store.ts";

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

/** Signs in a person who was just verified, without "remember me". Returns the session token. */
export async function openSession({ db, now }: UnitOfWork, person: PersonKey, { ip, agent }: Origin): Promise<string> {
  const { token, token_hash } = newToken();
  await insertSession(db, { ...person, token_hash, is_pending: false, remember_me: 0, ip, agent }, now());
  return token;
}

/** The profile that a person's own browser gets. */
export function profileOf(row: NonNullable<Awaited<ReturnType<typeof profileRow>>>): Profile {
  const address = {
    address: row.address ?? "",
    address_2: row.address_2 ?? "",
    city: row.city ?? "",
    state: row.state ?? "",
    postal_code: row.postal_code ?? "",
  };
  return {
    ...row,
    user_name_initials: initialsOf(row.first_name, row.last_name),
    del_allowed: row.del_allowed === 1 || row.user_type === "dealer" ? 1 : 0,
    location: row.location ?? "",
    location_address: addressLine(address),
    time_zone: row.time_zone ?? "America/New_York",
    location_phone: row.location_phone ?? "",
    company_name: row.business_name,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    needs_email_proof: row.user_type === "dealer" && row.email_proved_at === null,
    visit: null,
  };
}

/** The operator's profile during support access: their own name, and the business as its owner sees it. */
export function supportAccessProfile(
  { user_id: id, first_name, last_name, role: user_type, supportAccess }: CurrentUser,
  row: NonNullable<Awaited<ReturnType<typeof supportAccessProfileRow>>>,
): Profile {
  const blank = { email: "", phone: "", user_image: null, must_change_password: false, email_proved_at: null };
  const person = { id, first_name, last_name, user_type, ...blank, del_allowed: 0 };
  return {
    ...profileOf({ ...row, ...person }),
    del_allowed: 0,
    visit: supportAccess ? { reason: supportAccess.reason, expires_at: supportAccess.expires_at.toISOString() } : null,
  };
}
