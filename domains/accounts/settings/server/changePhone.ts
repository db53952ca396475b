import { Failure, found } from "#core/failure.ts";
import type { LocationScope, Scope, Who } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { Said, type Surroundings } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { checkCode, issueCode, mayIssue, newestSubject } from "#domains/accounts/codes/server/public.ts";
import type { PhoneKind, PhoneStep } from "../contract.ts";
import { codeSent, firstProof, phoneSaved } from "../rules.ts";
import { type Self, setOfLocation, setOfPerson, settingsRow } from "./store.ts";

export type OwnContext = Surroundings & { readonly who: Who; readonly scope: LocationScope };

export const selfOf = ({ scope, who }: { scope: Scope; who: Who }): Self => ({
  dealer_id: scope.dealer_id,
  user_id: who.user_id,
});

export async function ownSettings(context: OwnContext) {
  const { within, scope } = context;
  return found(await within.lookup("settings", (db) => settingsRow(db, selfOf(context), scope.location_id)));
}

/** What a code proves: this phone, for this location. Kept with the code, so that it can't be exchanged afterwards. */
interface Wanted {
  readonly phone: string;
  readonly location_id: number;
}

const fields = {
  call: "call_phone_no",
  notification: "notification_phone_no",
  otp: "two_factor_number",
} as const;
type Wish = keyof typeof fields;

/** Begins the change of a phone: a code goes to it, and it counts once that is entered. An empty one is removed at once. */
export async function changePhone(context: OwnContext, wish: Wish, typed: string): Promise<Said<PhoneStep>> {
  const settings = await ownSettings(context);
  const wanted = { phone: toE164(typed) ?? "", location_id: context.scope.location_id };
  if (wanted.phone === settings[fields[wish]]) return done(wish, wanted.phone);
  if (wanted.phone === "") {
    await context.within.platform("settings", (unit) => keep(unit, context, wish, wanted), context.origin);
    return done(wish, "");
  }
  const which = firstProof(context.who.role, settings.two_factor_number, wish);
  return sendCode(context, which, wanted);
}

/** Takes a code: the phone counts, or the next one has to be proved. */
export async function verifyPhone(context: OwnContext, which: PhoneKind, otp: string): Promise<Said<PhoneStep>> {
  const { email } = await ownSettings(context);
  const guess = { ...keyOf(context, which), email, otp };
  // Otherwise the code from the former phone would be used up, and none could follow to the new one.
  if (which === "otp_old") await mayIssue(context, keyOf(context, "otp"));
  const wanted = await checkCode(context, guess, async (unit, { subject }) => {
    const proved = JSON.parse(subject) as Wanted;
    if (which !== "otp_old") await keep(unit, context, which, proved);
    return proved;
  });
  return which === "otp_old" ? sendCode(context, "otp", wanted) : done(which, wanted.phone);
}

/** Sends another code for the phone that the last one was for. */
export async function resendPhoneCode(context: OwnContext, which: PhoneKind): Promise<Said<PhoneStep>> {
  const subject = await context.within.lookup("code", (db) => newestSubject(db, keyOf(context, which)));
  if (!subject) throw new Failure("conflict", "Please enter the phone number first");
  return sendCode(context, which, JSON.parse(subject) as Wanted);
}

/** Only the session that asked may use the code, and only for this phone. */
function keyOf(context: OwnContext, which: PhoneKind) {
  return { purpose: "phone", ...selfOf(context), bound_to: `${context.who.session_id} ${which}` } as const;
}

async function sendCode(context: OwnContext, which: PhoneKind, wanted: Wanted): Promise<Said<PhoneStep>> {
  const { email, two_factor_number } = await ownSettings(context);
  const phone = which === "otp_old" ? two_factor_number : wanted.phone;
  // By text alone: a code that came by mail says nothing about a phone.
  const request = { ...keyOf(context, which), email, phone, ways: "text", subject: JSON.stringify(wanted) } as const;
  const { sent_to, resend_after } = await issueCode(context, request);
  return new Said(codeSent(which, sent_to), { verified: 0, which, sent_to, resend_after }, "info");
}

async function keep(unit: Unit, context: OwnContext, wish: Wish, { phone, location_id }: Wanted): Promise<void> {
  const { dealer_id, user_id } = selfOf(context);
  if (wish === "otp") await setOfPerson(unit.db, { dealer_id, user_id }, { two_factor_number: phone });
  else await setOfLocation(unit.db, { dealer_id, location_id }, { [fields[wish]]: phone });
  const [subject, subject_id] = wish === "otp" ? ["user", user_id] : ["location", location_id];
  const action = phone ? `set the phone for ${wish}` : `removed the phone for ${wish}`;
  await unit.audit({ action, subject, subject_id, dealer_id, user_id });
}

function done(which: Wish, phone: string): Said<PhoneStep> {
  return new Said(phoneSaved(which, phone), { verified: 1, which, sent_to: "", resend_after: 0 });
}
