import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, optionalText, optionalUsPhone, sent } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { maxTextLength } from "#domains/inbox/composer/contract.ts";

const OnOff = z.literal([0, 1]);
const requiredOnOff = (field: string) =>
  z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: `Select whether ${field}` }),
  );

/** A location's call settings. */
export const VoiceSettings = z.object({
  /** 1: calls are recorded, after announcing it to both sides. */
  recording_consent: OnOff,
  /** 1: what became of each call is mailed to the location's email for its CRM. */
  send_email: OnOff,
  /** 1: a missed call is answered by text. */
  missed_call_text: OnOff,
  /** The text after a missed call. */
  missed_call_words: z.string(),
});
export type VoiceSettings = z.infer<typeof VoiceSettings>;

export const VoiceSettingsDraft = z.object({
  recording_consent: requiredOnOff("calls are recorded"),
  /** Stays as it is without it. */
  send_email: z.optional(requiredOnOff("calls are mailed")),
  missed_call_text: requiredOnOff("a missed call is answered by text"),
  /** Empty: the default text. */
  missed_call_words: sent(optionalText(maxTextLength)),
});
export type VoiceSettingsDraft = z.infer<typeof VoiceSettingsDraft>;

/** The member's own phone for calls to customers, E.164. */
export const OwnPhone = z.object({
  /** Rings first; empty until the member entered one. */
  phone: z.string(),
  /** The phone in their profile, to start from; empty without one. */
  profile_phone: z.string(),
});
export type OwnPhone = z.infer<typeof OwnPhone>;

export const OwnPhoneDraft = z.object({ phone: sent(optionalUsPhone()) });

export const CallDraft = z.object({
  customer_id: chosenId("Please select a customer"),
  /** Rings first, now and for later calls; empty: the one that was entered before. */
  phone: z._default(optionalUsPhone(), ""),
});
export type CallDraft = z.infer<typeof CallDraft>;

export const voice = calls("voice", {
  ownPhone: {
    method: "GET",
    path: "/calls/own-phone",
    allow: staff,
    about: "The caller's own phone, which rings first when they call a customer.",
    data: OwnPhone,
  },
  changeOwnPhone: {
    method: "POST",
    path: "/calls/own-phone",
    allow: staff,
    audit: "trail",
    about: "Changes the caller's own phone for calls; empty removes it.",
    body: OwnPhoneDraft,
    data: OwnPhone,
    successMessage: "Saved",
    rate: { points: 20, seconds: 3600, by: "person" },
  },
  placeCall: {
    method: "POST",
    path: "/calls/place",
    allow: staff,
    audit: "trail",
    about:
      "Calls a customer through the location's number: the caller's own phone rings first, and the customer's once they press 1 there. One call at a time.",
    body: CallDraft,
    data: z.object({ id: Id, chat_id: Id, phone: z.string() }),
    rate: { points: 40, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  settings: {
    method: "GET",
    path: "/settings/calls",
    allow: managers,
    supportAccess: "reads",
    about: "The acting location's call settings: recording, mails about calls, and the text after a missed call.",
    data: VoiceSettings,
  },
  changeSettings: {
    method: "POST",
    path: "/settings/calls",
    allow: managers,
    audit: "trail",
    about: "Changes the acting location's call settings. Empty words stand for the default text.",
    body: VoiceSettingsDraft,
    data: VoiceSettings,
    successMessage: "Saved",
  },
});
