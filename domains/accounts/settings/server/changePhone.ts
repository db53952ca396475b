import { Failure, found } from "#core/failure.ts";
import type { LocationScope, Scope, Who } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { Said, type Surroundings } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { checkCode, issueCode, mayIssue, newestSubject } from "#domains/accounts/codes/server/public.ts";
import type { Person } from "#domains/accounts/server/public.ts";
import type { PhoneKind, PhoneStep } from "../contract.ts";
import { codeSent, firstProof, phoneSaved } from "../rules.ts";
import { setOfLocation, setOfPerson, settingsRow } from "./store.ts";

export type OwnContext = Surroundings & { readonly who: Who; readonly scope: LocationScope };

export const selfOf = ({ scope, who }: { scope: Scope; who: Who }): Person => ({
  dealer_id: scope.dealer_id,
  user_id: who.user_id,
});

export async function ownSettings(context: OwnContext) {
  const { within, scope } = context;
  return found(await within.lookup("settings", (db) => settingsRow(db, selfOf(context), scope.location_id)));
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

/** Starts a phone change by sending it a code; it is saved once the code is entered. An empty phone is removed at once. */
export async function changePhone(context: OwnContext, purpose: PhonePurpose, typed: string): Promise<Said<PhoneStep>> {
  const settings = await ownSettings(context);
  const pending = { phone: toE164(typed) ?? "", location_id: context.scope.location_id };
  if (pending.phone === settings[fields[purpose]]) return verifiedResult(purpose, pending.phone);
  if (pending.phone === "") {
    await context.within.platform("settings", (unit) => savePhone(unit, context, purpose, pending), context.origin);
    return verifiedResult(purpose, "");
  }
  const which = firstProof(context.who.role, settings.two_factor_number, purpose);
  return sendCode(context, which, pending);
}

/** Checks a code: saves the phone, or continues with the next one to verify. */
export async function verifyPhone(context: OwnContext, which: PhoneKind, otp: string): Promise<Said<PhoneStep>> {
  const { email } = await ownSettings(context);
  const guess = { ...keyOf(context, which), email, otp };
  // Checked first: otherwise the old phone's code would be used up and no code could go to the new one.
  if (which === "otp_old") await mayIssue(context, keyOf(context, "otp"));
  const pending = await checkCode(context, guess, async (unit, { subject }) => {
    const verified = JSON.parse(subject) as PendingPhone;
    if (which !== "otp_old") await savePhone(unit, context, which, verified);
    return verified;
  });
  return which === "otp_old" ? sendCode(context, "otp", pending) : verifiedResult(which, pending.phone);
}

/** Sends another code for the same phone. */
export async function resendPhoneCode(context: OwnContext, which: PhoneKind): Promise<Said<PhoneStep>> {
  const subject = await context.within.lookup("code", (db) => newestSubject(db, keyOf(context, which)));
  if (!subject) throw new Failure("conflict", "Please enter the phone number first");
  return sendCode(context, which, JSON.parse(subject) as PendingPhone);
}

/** Binds the code to this session and this phone. */
function keyOf(context: OwnContext, which: PhoneKind) {
  return { purpose: "phone", ...selfOf(context), bound_to: `${context.who.session_id} ${which}` } as const;
}

async function sendCode(context: OwnContext, which: PhoneKind, pending: PendingPhone): Promise<Said<PhoneStep>> {
  const { email, two_factor_number } = await ownSettings(context);
  const phone = which === "otp_old" ? two_factor_number : pending.phone;
  // By text only: a mailed code does not verify a phone.
  const request = {
    ...keyOf(context, which),
    email,
    phone,
    channel: "text",
    subject: JSON.stringify(pending),
  } as const;
  const { sent_to, resend_after } = await issueCode(context, request);
  return new Said(codeSent(which, sent_to), { verified: 0, which, sent_to, resend_after }, "info");
}

async function savePhone(
  unit: Unit,
  context: OwnContext,
  purpose: PhonePurpose,
  { phone, location_id }: PendingPhone,
): Promise<void> {
  const { dealer_id, user_id } = selfOf(context);
  if (purpose === "otp") await setOfPerson(unit.db, { dealer_id, user_id }, { two_factor_number: phone });
  else await setOfLocation(unit.db, { dealer_id, location_id }, { [fields[purpose]]: phone });
  const [subject, subject_id] = purpose === "otp" ? ["user", user_id] : ["location", location_id];
  const action = phone ? `set the phone for ${purpose}` : `removed the phone for ${purpose}`;
  await unit.audit({ action, subject, subject_id, dealer_id, user_id });
}

function verifiedResult(which: PhonePurpose, phone: string): Said<PhoneStep> {
  return new Said(phoneSaved(which, phone), { verified: 1, which, sent_to: "", resend_after: 0 });
}
