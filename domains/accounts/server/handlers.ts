import { Failure, orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { accounts } from "../contract.ts";
import { passwordLimit } from "../rules.ts";
import { clearAttempts, countAttempt, isKnownBrowser } from "./browsers.ts";
import { issueCode } from "./codes.ts";
import { verifyPassword } from "./password.ts";
import { platformDealer } from "./people.ts";
import { profileOf, signIn, supportAccessProfile } from "./signIn.ts";
import { endSession, loginByEmail, profileRow, supportAccessProfileRow } from "./store.ts";

export const accountHandlers: Handlers<typeof accounts> = {
  async login(context, { body }) {
    const { within, limits, cookies } = context;
    const account = body.email.toLowerCase();
    const isKnown = await within.cellOf.read({ entry: "login", key: account }, "sign-in", (db) =>
      isKnownBrowser(db, cookies, account),
    );
    const attempter = { account, isKnownBrowser: isKnown };
    await countAttempt(limits, passwordLimit, attempter);
    const login = await within.cellOf.read({ entry: "login", key: account }, "sign-in", (db) =>
      loginByEmail(db, account),
    );
    const isCorrect = await verifyPassword(login?.password_hash, body.password);
    if (!login || !isCorrect || !login.is_active) return rejectLogin(context, login);
    await clearAttempts(limits, passwordLimit, attempter);
    const startSession = (unit: UnitOfWork) => signIn(unit, context, login, body.remember_me);
    const { user, session_id } = await within.cellOf(login, "sign-in", startSession, context.origin);
    return user.login_status === "otp" ? { ...user, ...(await sendCode(context, login, session_id, isKnown)) } : user;
  },

  async logout({ within, origin, scope, who, ports }) {
    const dealer_id = who.supportAccess ? platformDealer : scope.dealer_id;
    await within.cellOf({ dealer_id }, "sign-out", (unit) => endSession(unit.db, who.session_id, unit.now()), origin);
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

/** The same answer for every failure, so that nobody can probe which addresses exist. */
function rejectLogin({ within, origin, log }: SignInContext, login: LoginRow | undefined): never {
  if (login) {
    const entry = { action: "failed to sign in", subject: "user", subject_id: login.user_id };
    const person = { dealer_id: login.dealer_id, user_id: login.user_id };
    // Not awaited: an existing address must not take longer to answer.
    within
      .cellOf(person, "sign-in", (unit) => unit.audit({ ...entry, ...person }), origin)
      .catch((error: unknown) => log.error({ err: error }, "a failed sign-in could not be recorded"));
  }
  throw new Failure("unauthenticated", "Incorrect email or password.");
}

/** Returns where the code went, masked, and why it went by mail. */
async function sendCode(context: SignInContext, login: LoginRow, session_id: number, isKnown: boolean) {
  const { dealer_id, user_id, email, two_factor_number: phone } = login;
  const key = { purpose: "sign_in", dealer_id, user_id, bound_to: String(session_id) } as const;
  const { sent_to, notice } = await issueCode(context, {
    ...key,
    email,
    isKnownBrowser: isKnown,
    phone,
    subject: phone,
  });
  return { two_factor_number: sent_to, two_factor_notice: notice };
}
