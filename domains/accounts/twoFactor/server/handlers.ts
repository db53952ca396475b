import { Failure, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { CallResult, type ContextOf, type Handlers } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { loginStatusOf, maskAddress } from "#domains/accounts/rules.ts";
import { isKnownBrowser } from "#domains/accounts/server/browsers.ts";
import { type CodeKey, newestSubject } from "#domains/accounts/server/codeStore.ts";
import { checkCode, issueCode, secondsUntilNextCode } from "#domains/accounts/server/codes.ts";
import { type OwnLogin, verifyOwnPassword } from "#domains/accounts/server/password.ts";
import { completeSignIn } from "#domains/accounts/server/signIn.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import type { ReauthenticationStep, reauthentication, SentCode, twoFactor } from "../contract.ts";
import { numberOnFileText, numberRequiredText } from "../rules.ts";
import { personByIds, setConfirmed, setFirstNumber } from "./store.ts";

export const twoFactorHandlers: Handlers<typeof twoFactor> = {
  async phoneNumberSubmit(context, { body }) {
    const person = await personOf(context);
    if (person.two_factor_number) throw new Failure("conflict", numberOnFileText);
    const phone = toE164(body.phone) ?? "";
    await context.within.cellOf.read(context.scope, "code", (db) =>
      assertReachable(db, context.scope.dealer_id, "phone", phone),
    );
    return send(context, person, phone);
  },

  async check(context, { body }) {
    const key = keyOf(context, body.user_id);
    const { email, isKnown } = await personOf(context);
    const guess = { ...key, email, isKnownBrowser: isKnown, otp: body.otp };
    await checkCode(context, guess, async (unit, { subject }) => {
      if (subject) await saveNumber(unit, key, subject);
      await completeSignIn(unit, context.cookies, { ...key, session_id: context.who.session_id });
    });
  },

  async resend(context, { body }) {
    const key = keyOf(context, body.user_id);
    const person = await personOf(context);
    const typedPhone = await context.within.cellOf.read(context.scope, "code", (db) => newestSubject(db, key));
    if (!person.two_factor_number && typedPhone === undefined) throw new Failure("conflict", numberRequiredText);
    return send(context, person, person.two_factor_number || (typedPhone ?? ""));
  },
};

type PendingContext = ContextOf<(typeof twoFactor)["check"]>;

/** Identifies this pending sign-in's codes. A foreign user id answers as an absent one. */
function keyOf({ who, scope }: PendingContext, user_id: number): CodeKey {
  if (user_id !== who.user_id) throw new Failure("absent");
  const { dealer_id } = scope;
  return { purpose: "sign_in", dealer_id, user_id, bound_to: String(who.session_id) };
}

async function personOf({ within, scope, who, cookies }: PendingContext) {
  return within.cellOf.read(scope, "two-factor", async (db) => {
    const person = orNotFound(await personByIds(db, scope.dealer_id, who.user_id));
    return { ...person, isKnown: await isKnownBrowser(db, cookies, person.email) };
  });
}

/** Saves the number that received the code, if the person has none yet. */
async function saveNumber(unit: UnitOfWork, { dealer_id, user_id }: CodeKey, number: string): Promise<void> {
  const person = orNotFound(await personByIds(unit.db, dealer_id, user_id));
  if (person.two_factor_number === number) return;
  const set = await setFirstNumber(unit.db, dealer_id, user_id, number);
  if (!set) throw new Failure("conflict", numberOnFileText);
  await unit.audit({ action: "set the number for codes", subject: "user", subject_id: user_id, dealer_id, user_id });
}

async function send(
  context: PendingContext,
  { email, isKnown }: { email: string; isKnown: boolean },
  phone: string,
): Promise<SentCode> {
  const key = keyOf(context, context.who.user_id);
  const request = { ...key, email, isKnownBrowser: isKnown, phone, subject: phone };
  const { sent_to, resend_after, notice } = await issueCode(context, request);
  return { login_status: "otp", two_factor_number: sent_to, two_factor_notice: notice, resend_after };
}

export const reauthenticationHandlers: Handlers<typeof reauthentication> = {
  async confirm(context, { body }) {
    const { within, origin } = context;
    const login = await verifyOwnPassword(context, body.password, {
      password: "Incorrect password. Try again.",
    });
    if (loginStatusOf(login.role, login) !== "otp") {
      await within.cellOf(context.scope, "reauthentication", (unit) => saveConfirmation(unit, context), origin);
      return confirmed;
    }
    if (body.otp === "") return sendCode(context, login);
    const { email, isKnownBrowser } = login;
    const guess = { ...codeKeyOf(context), email, isKnownBrowser, otp: body.otp };
    await checkCode(context, guess, (unit) => saveConfirmation(unit, context));
    return confirmed;
  },
};

type ConfirmContext = ContextOf<(typeof reauthentication)["confirm"]>;

const confirmed: ReauthenticationStep = { confirmed: 1, sent_to: "", notice: "", resend_after: 0 };

/** Binds the code to this session. */
function codeKeyOf({ scope, who }: ConfirmContext) {
  const { dealer_id } = scope;
  return { purpose: "reauthenticate", dealer_id, user_id: who.user_id, bound_to: String(who.session_id) } as const;
}

/** Sends a code, unless one has just left: the person who closed the dialog and opens it again enters that one. */
async function sendCode(context: ConfirmContext, login: OwnLogin): Promise<CallResult<ReauthenticationStep>> {
  const { email, isKnownBrowser, two_factor_number: phone } = login;
  const key = codeKeyOf(context);
  const wait = await secondsUntilNextCode(context, key);
  const sent =
    wait > 0
      ? { sent_to: maskAddress(phone), notice: "", resend_after: wait }
      : await issueCode(context, { ...key, email, isKnownBrowser, phone });
  return new CallResult(`We sent a code to ${sent.sent_to}.`, { ...sent, confirmed: 0 }, "info");
}

async function saveConfirmation(unit: UnitOfWork, { who, scope }: ConfirmContext): Promise<void> {
  const { user_id, session_id } = who;
  const { dealer_id } = scope;
  await setConfirmed(unit.db, session_id, unit.now());
  await unit.audit({ action: "re-entered the password", subject: "user", subject_id: user_id, dealer_id, user_id });
}
