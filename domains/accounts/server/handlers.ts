import { Failure, found } from "#core/failure.ts";
import { fileAddress } from "#core/server/fileAddress.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import type { accounts } from "../contract.ts";
import { isPassword } from "./password.ts";
import { profileOf, visitorProfile } from "./profile.ts";
import { signIn } from "./signIn.ts";
import { endSession, loginByEmail, profileRow, visitedRow } from "./store.ts";

/** Attempts on one account before it is locked out; a password reset still works then. */
const loginRateLimit = { points: 10, seconds: 900 };

export const accountHandlers: Handlers<typeof accounts> = {
  async login(context, { body }) {
    const account = body.email.toLowerCase();
    await context.limits.use("login", account, loginRateLimit.points, loginRateLimit.seconds);
    const login = await context.within.lookup("sign-in", (db) => loginByEmail(db, account));
    const isCorrect = await isPassword(login?.password_hash, body.password);
    if (!login || !isCorrect || !login.is_active) return rejectLogin(context, login);
    await context.limits.forget("login", account);
    const startSession = (unit: Unit) => signIn(unit, context.origin, login, body.remember_me);
    const { user, session_id } = await context.within.platform("sign-in", startSession, context.origin);
    if (user.login_status === "otp") return { ...user, two_factor_number: await sendCode(context, login, session_id) };
    return user;
  },

  async logout({ within, origin, who, ports }) {
    await within.platform("sign-out", (unit) => endSession(unit.db, who.session_id, unit.now()), origin);
    ports.realtime.disconnect(who.session_id);
  },

  async profile({ db, scope, who, secret, now }) {
    if (who.visit) return visitorProfile(who, found(await visitedRow(db, scope.dealer_id, scope.location_id)));
    const profile = profileOf(found(await profileRow(db, scope.dealer_id, who.user_id, scope.location_id)));
    return { ...profile, user_image: profile.user_image && fileAddress(secret, profile.user_image, now()) };
  },
};

type LoginRow = NonNullable<Awaited<ReturnType<typeof loginByEmail>>>;
type SignInContext = ContextOf<(typeof accounts)["login"]>;

/** Answers the same whatever was wrong, so that nobody can probe which addresses exist. */
function rejectLogin({ within, origin, log }: SignInContext, login: LoginRow | undefined): never {
  if (login) {
    const entry = { action: "was refused to sign in", subject: "user", subject_id: login.user_id };
    const person = { dealer_id: login.dealer_id, user_id: login.user_id };
    // Not awaited: an existing address must not take longer to answer.
    within
      .platform("sign-in", (unit) => unit.audit({ ...entry, ...person }), origin)
      .catch((error: unknown) => log.error({ err: error }, "a refused sign-in could not be noted"));
  }
  throw new Failure("unauthenticated", "The email or password is not right. Please try again.");
}

/** Returns where the code went, masked. */
async function sendCode(context: SignInContext, login: LoginRow, session_id: number): Promise<string> {
  const { dealer_id, user_id, email, two_factor_number: phone } = login;
  const key = { purpose: "sign_in", dealer_id, user_id, bound_to: String(session_id) } as const;
  return (await issueCode(context, { ...key, email, phone, subject: phone })).sent_to;
}
