import { Failure, orNotFound } from "#core/failure.ts";
import type { CurrentUser, LocationScope, PersonKey, Scope } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { CallResult, type Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyCodesPhoneChanged } from "#domains/accounts/mails/server/public.ts";
import { isKnownBrowser } from "#domains/accounts/server/browsers.ts";
import { newestSubject } from "#domains/accounts/server/codeStore.ts";
import { assertMayIssue, checkCode, issueCode } from "#domains/accounts/server/codes.ts";
import { requireConfirmation } from "#domains/accounts/twoFactor/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { updateLocationSettings } from "#domains/locations/server/public.ts";
import type { PhoneKind, PhoneStep } from "../contract.ts";
import { codeSentText, firstPhoneToVerify, phoneSavedText } from "../rules.ts";
import { settingsRow, updatePersonSettings } from "./store.ts";

export type SettingsContext = Deps & { readonly who: CurrentUser; readonly scope: LocationScope };

export const personKeyOf = ({ scope, who }: { scope: Scope; who: CurrentUser }): PersonKey => ({
  dealer_id: scope.dealer_id,
  user_id: who.user_id,
});

export async function loadOwnSettings(context: SettingsContext) {
  const { within, scope } = context;
  return orNotFound(
    await within.cellOf.read(scope, "settings", (db) => settingsRow(db, personKeyOf(context), scope.location_id)),
  );
}

/** The phone and location that a code verifies. Stored with the code, so that they can't be swapped afterwards. */
interface PendingPhone {
  readonly phone: string;
  readonly location_id: number;
}

const fields = {
  call: "call_phone_no",
  notification: "notification_phone_no",
  otp: "two_factor_number",
} as const;
type PhonePurpose = keyof typeof fields;

/** The phone for codes is a factor: changing it needs the password again. */
async function requireConfirmationFor({ within, scope, who, ports }: SettingsContext, which: PhoneKind): Promise<void> {
  if (which !== "otp" && which !== "otp_old") return;
  await within.cellOf.read(scope, "settings", (db) => requireConfirmation(db, who, ports.clock.now()));
}

/** Starts a phone change by sending it a code; it is saved once the code is entered. An empty phone is removed at once. */
export async function changePhone(
  context: SettingsContext,
  purpose: PhonePurpose,
  typed: string,
): Promise<CallResult<PhoneStep>> {
  await requireConfirmationFor(context, purpose);
  const settings = await loadOwnSettings(context);
  const pending = { phone: toE164(typed) ?? "", location_id: context.scope.location_id };
  if (pending.phone === settings[fields[purpose]]) return verifiedResult(purpose, pending.phone);
  if (pending.phone === "") {
    await context.within.cellOf(
      context.scope,
      "settings",
      (unit) => savePhone(unit, context, purpose, pending),
      context.origin,
    );
    return verifiedResult(purpose, "");
  }
  const { dealer_id } = context.scope;
  await context.within.cellOf.read({ dealer_id }, "settings", (db) =>
    assertReachable(db, dealer_id, fields[purpose], pending.phone),
  );
  const which = firstPhoneToVerify(context.who.role, settings.two_factor_number, purpose);
  return sendCode(context, which, pending);
}

/** Checks a code: saves the phone, or continues with the next one to verify. */
export async function verifyPhone(
  context: SettingsContext,
  which: PhoneKind,
  otp: string,
): Promise<CallResult<PhoneStep>> {
  await requireConfirmationFor(context, which);
  const { email } = await loadOwnSettings(context);
  const isKnown = await context.within.cellOf.read(context.scope, "code", (db) =>
    isKnownBrowser(db, context.cookies, email),
  );
  const guess = { ...keyOf(context, which), email, isKnownBrowser: isKnown, otp };
  // Checked first: otherwise the old phone's code would be used up and no code could go to the new one.
  if (which === "otp_old") await assertMayIssue(context, keyOf(context, "otp"));
  const pending = await checkCode(context, guess, async (unit, { subject }) => {
    const verified = JSON.parse(subject) as PendingPhone;
    if (which !== "otp_old") await savePhone(unit, context, which, verified);
    return verified;
  });
  return which === "otp_old" ? sendCode(context, "otp", pending) : verifiedResult(which, pending.phone);
}

/** Sends another code for the same phone. */
export async function resendPhoneCode(context: SettingsContext, which: PhoneKind): Promise<CallResult<PhoneStep>> {
  const subject = await context.within.cellOf.read(context.scope, "code", (db) =>
    newestSubject(db, keyOf(context, which)),
  );
  if (!subject) throw new Failure("conflict", "Enter the phone number first");
  return sendCode(context, which, JSON.parse(subject) as PendingPhone);
}

/** Binds the code to this session and this phone. */
function keyOf(context: SettingsContext, which: PhoneKind) {
  return { purpose: "phone", ...personKeyOf(context), bound_to: `${context.who.session_id} ${which}` } as const;
}

async function sendCode(
  context: SettingsContext,
  which: PhoneKind,
  pending: PendingPhone,
): Promise<CallResult<PhoneStep>> {
  const { email, two_factor_number } = await loadOwnSettings(context);
  const phone = which === "otp_old" ? two_factor_number : pending.phone;
  const isKnown = await context.within.cellOf.read(context.scope, "code", (db) =>
    isKnownBrowser(db, context.cookies, email),
  );
  // By text only: a mailed code does not verify a phone.
  const request = {
    ...keyOf(context, which),
    email,
    isKnownBrowser: isKnown,
    phone,
    channel: "text",
    subject: JSON.stringify(pending),
  } as const;
  const { sent_to, resend_after } = await issueCode(context, request);
  return new CallResult(codeSentText(which, sent_to), { verified: 0, which, sent_to, resend_after }, "info");
}

async function savePhone(
  unit: UnitOfWork,
  context: SettingsContext,
  purpose: PhonePurpose,
  { phone, location_id }: PendingPhone,
): Promise<void> {
  const { dealer_id, user_id } = personKeyOf(context);
  if (purpose === "otp") {
    await updatePersonSettings(unit.db, { dealer_id, user_id }, { two_factor_number: phone });
    await notifyCodesPhoneChanged(unit, { dealer_id, user_id }, context.origin);
  } else await updateLocationSettings(unit.db, { dealer_id, location_id }, { [fields[purpose]]: phone });
  const [subject, subject_id] = purpose === "otp" ? ["user", user_id] : ["location", location_id];
  const action = phone ? `set the phone for ${purpose}` : `removed the phone for ${purpose}`;
  await unit.audit({ action, subject, subject_id, dealer_id, user_id });
}

function verifiedResult(which: PhonePurpose, phone: string): CallResult<PhoneStep> {
  return new CallResult(phoneSavedText(which, phone), { verified: 1, which, sent_to: "", resend_after: 0 });
}
