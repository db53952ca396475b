import { Failure, orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import type { accounts } from "../contract.ts";
import { verifyPassword } from "./password.ts";
import { profileOf, supportAccessProfile } from "./profile.ts";
import { signIn } from "./signIn.ts";
import { endSession, loginByEmail, profileRow, supportAccessProfileRow } from "./store.ts";

/** Attempts on one account before it is locked out; a password reset still works then. */
const loginRateLimit = { points: 10, seconds: 900 };

export const accountHandlers: Handlers<typeof accounts> = {
  async login(context, { body }) {
    const account = body.email.toLowerCase();
    await context.limits.consume("login", account, loginRateLimit.points, loginRateLimit.seconds);
    const login = await context.within.lookup("sign-in", (db) => loginByEmail(db, account));
    const isCorrect = await verifyPassword(login?.password_hash, body.password);
    if (!login || !isCorrect || !login.is_active) return rejectLogin(context, login);
    await context.limits.reset("login", account);
    const startSession = (unit: UnitOfWork) => signIn(unit, context.origin, login, body.remember_me);
    const { user, session_id } = await context.within.platform("sign-in", startSession, context.origin);
    return user.login_status === "otp" ? { ...user, ...(await sendCode(context, login, session_id)) } : user;
  },

  async logout({ within, origin, who, ports }) {
    await within.platform("sign-out", (unit) => endSession(unit.db, who.session_id, unit.now()), origin);
    ports.realtime.disconnect(who.session_id);
  },

  async profile({ db, scope, who, secret, now }) {
    if (who.supportAccess)
      return supportAccessProfile(
        who,
        orNotFound(await supportAccessProfileRow(db, scope.dealer_id, scope.location_id)),
      );
    const profile = profileOf(orNotFound(await profileRow(db, scope.dealer_id, who.user_id, scope.location_id)));
    return { ...profile, user_image: profile.user_image && signedFileUrl(secret, profile.user_image, now()) };
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

/** Returns where the code went, masked, and why it went by mail. */
async function sendCode(context: SignInContext, login: LoginRow, session_id: number) {
  const { dealer_id, user_id, email, two_factor_number: phone } = login;
  const key = { purpose: "sign_in", dealer_id, user_id, bound_to: String(session_id) } as const;
  const { sent_to, notice } = await issueCode(context, { ...key, email, phone, subject: phone });
  return { two_factor_number: sent_to, two_factor_notice: notice };
}
