import { Failure, found } from "#core/failure.ts";
import { fileAddress } from "#core/server/fileAddress.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import type { accounts, LoginDraft, LoginUser, Profile } from "../contract.ts";
import { addressLine, idleSeconds, initialsOf, loginStatusOf } from "../rules.ts";
import { completeSignIn } from "./completeSignIn.ts";
import { isPassword } from "./password.ts";
import { endSession, insertSession, loginByEmail, profileRow, sessionByToken } from "./store.ts";
import { newToken } from "./token.ts";

/** Tries at one account before it has to wait; its password can still be reset then. */
const tries = { points: 10, seconds: 900 };

export const accountHandlers: Handlers<typeof accounts> = {
  async login(context, { body }) {
    const account = body.email.toLowerCase();
    await context.limits.use("login", account, tries.points, tries.seconds);
    const login = await context.within.lookup("sign-in", (db) => loginByEmail(db, account));
    const right = await isPassword(login?.password_hash, body.password);
    if (!login || !right || !login.is_active) return refuse(context, login);
    await context.limits.forget("login", account);
    const begin = (unit: Unit) => signIn(unit, context, login, body);
    const { user, session_id } = await context.within.platform("sign-in", begin, context.origin);
    if (user.login_status === "otp") return { ...user, two_factor_number: await sendCode(context, login, session_id) };
    return user;
  },

  async logout({ within, origin, who, ports }) {
    await within.platform("sign-out", (unit) => endSession(unit.db, who.session_id, unit.now()), origin);
    ports.realtime.disconnect(who.session_id);
  },

  async profile({ db, scope, who, secret, now }) {
    const profile = profileOf(found(await profileRow(db, scope.dealer_id, who.user_id, scope.location_id)));
    return { ...profile, user_image: profile.user_image && fileAddress(secret, profile.user_image, now()) };
  },
};

type LoginRow = NonNullable<Awaited<ReturnType<typeof loginByEmail>>>;
type SignInContext = ContextOf<(typeof accounts)["login"]>;

/** The same words whatever was wrong, so that nobody learns which addresses exist. */
function refuse({ within, origin, log }: SignInContext, login: LoginRow | undefined): never {
  if (login) {
    const entry = { action: "was refused to sign in", subject: "user", subject_id: login.user_id };
    const whose = { dealer_id: login.dealer_id, user_id: login.user_id };
    // Not waited for: the answer must not take longer for an address that exists.
    within
      .platform("sign-in", (unit) => unit.audit({ ...entry, ...whose }), origin)
      .catch((error: unknown) => log.error({ err: error }, "a refused sign-in could not be noted"));
  }
  throw new Failure("unauthenticated", "The email or password is not right. Please try again.");
}

/** Starts a session. It waits for its second factor where the business wants one. */
async function signIn(unit: Unit, { origin }: SignInContext, login: LoginRow, body: LoginDraft) {
  const { dealer_id, user_id } = login;
  const { token, token_hash } = newToken();
  const login_status = loginStatusOf(login.role, login);
  const isPending = login_status === "otp" || login_status === "number";
  const from = { idle_seconds: idleSeconds(body.remember_me), ip: origin.ip, agent: origin.agent };
  const session = { dealer_id, user_id, token_hash, is_pending: true, ...from };
  const session_id = await insertSession(unit.db, session, unit.now());
  if (!isPending) await completeSignIn(unit, { session_id, dealer_id, user_id });
  const live = found(await sessionByToken(unit.db, token_hash, unit.now(), isPending ? "pending" : "full"));
  const profile = profileOf(found(await profileRow(unit.db, dealer_id, user_id, live.location_ids[0] ?? null)));
  const user: LoginUser = { ...profile, login_status, access_token: token, two_factor_number: "" };
  return { user, session_id };
}

/** Answers where the code went. */
async function sendCode(context: SignInContext, login: LoginRow, session_id: number): Promise<string> {
  const { dealer_id, user_id, email, two_factor_number: phone } = login;
  const key = { purpose: "sign_in", dealer_id, user_id, bound_to: String(session_id) } as const;
  return (await issueCode(context, { ...key, email, phone, subject: phone })).sent_to;
}

function profileOf(row: NonNullable<Awaited<ReturnType<typeof profileRow>>>): Profile {
  const place = {
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
    location_address: addressLine(place),
    time_zone: row.time_zone ?? "America/New_York",
    location_phone: row.location_phone ?? "",
    company_name: row.business_name,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
  };
}
