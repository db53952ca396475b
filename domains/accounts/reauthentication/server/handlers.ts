import { CallResult, type ContextOf, type Handlers } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { maskAddress } from "#domains/accounts/codes/rules.ts";
import { checkCode, issueCode, secondsUntilNextCode } from "#domains/accounts/codes/server/public.ts";
import { loginStatusOf } from "#domains/accounts/rules.ts";
import { type OwnLogin, verifyOwnPassword } from "#domains/accounts/server/public.ts";
import type { ReauthenticationStep, reauthentication } from "../contract.ts";
import { setConfirmed } from "./store.ts";

export const reauthenticationHandlers: Handlers<typeof reauthentication> = {
  async confirm(context, { body }) {
    const { within, origin } = context;
    const login = await verifyOwnPassword(context, body.password, {
      password: "Incorrect password. Try again.",
    });
    if (loginStatusOf(login.role, login) !== "otp") {
      await within.platform("reauthentication", (unit) => saveConfirmation(unit, context), origin);
      return confirmed;
    }
    if (body.otp === "") return sendCode(context, login);
    const { email, isKnownBrowser } = login;
    const guess = { ...keyOf(context), email, isKnownBrowser, otp: body.otp };
    await checkCode(context, guess, (unit) => saveConfirmation(unit, context));
    return confirmed;
  },
};

type ConfirmContext = ContextOf<(typeof reauthentication)["confirm"]>;

const confirmed: ReauthenticationStep = { confirmed: 1, sent_to: "", notice: "", resend_after: 0 };

/** Binds the code to this session. */
function keyOf({ scope, who }: ConfirmContext) {
  const { dealer_id } = scope;
  return { purpose: "reauthenticate", dealer_id, user_id: who.user_id, bound_to: String(who.session_id) } as const;
}

/** Sends a code, unless one has just left: whoever closed the dialog and opens it again enters that one. */
async function sendCode(context: ConfirmContext, login: OwnLogin): Promise<CallResult<ReauthenticationStep>> {
  const { email, isKnownBrowser, two_factor_number: phone } = login;
  const key = keyOf(context);
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
