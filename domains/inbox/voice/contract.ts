import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { optionalText } from "#core/fields.ts";
import { managers } from "#core/people.ts";
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
  /** 1: a missed call is answered by text. */
  missed_call_text: OnOff,
  /** The text after a missed call. */
  missed_call_words: z.string(),
});
export type VoiceSettings = z.infer<typeof VoiceSettings>;

export const VoiceSettingsDraft = z.object({
  recording_consent: requiredOnOff("calls are recorded"),
  missed_call_text: requiredOnOff("a missed call is answered by text"),
  /** Empty: the default text. */
  missed_call_words: optionalText(maxTextLength),
});
export type VoiceSettingsDraft = z.infer<typeof VoiceSettingsDraft>;

export const voice = calls("voice", {
  settings: {
    method: "GET",
    path: "/settings/calls",
    allow: managers,
    supportAccess: "reads",
    about: "The acting location's call settings: recording, and the text after a missed call.",
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
