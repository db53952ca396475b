import type { Role } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { PhoneKind } from "./contract.ts";

/** The first phone to verify. Members must still have the old number for codes to replace it; the owner need not. */
export function firstPhoneToVerify(role: Role, onFile: string, purpose: "call" | "notification" | "otp"): PhoneKind {
  if (purpose !== "otp") return purpose;
  return onFile !== "" && role !== "dealer" ? "otp_old" : "otp";
}

export function codeSentText(which: PhoneKind, sent_to: string): string {
  if (which === "otp_old") return `We sent a code to your current phone, ${sent_to}. Enter it to continue.`;
  return `We sent a code to ${sent_to}. Enter it to finish.`;
}

const names = { call: "Phone for call forward", notification: "Phone for notification", otp: "Phone for OTP" } as const;

export function phoneSavedText(which: keyof typeof names, phone: string): string {
  return phone ? `${names[which]} is ${formatPhone(phone)} now` : `${names[which]} was removed`;
}

export function numberRequestText(state: 0 | 1 | 2, isNew: boolean): string {
  if (state === 1) return "This location already has a phone number";
  return isNew
    ? "Phone number requested. We'll let you know when it's ready."
    : "You already requested a number. We'll let you know when it's ready.";
}

/** Shown below a phone while no other code can be sent. */
export function waitText(seconds: number): string {
  const time = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`;
  return `You can request another code in ${time}.`;
}

/** What carriers want people to read before they give a number for codes. */
export const codesDisclosure =
  "We text a code each time you need one. Message and data rates may apply. Reply HELP for help, STOP to opt out.";
