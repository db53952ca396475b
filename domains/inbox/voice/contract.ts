import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { managers } from "#core/people.ts";
import { optionalText } from "#core/words.ts";
import { longestText } from "#domains/inbox/text/contract.ts";

const On = z.literal([0, 1]);
const typedOn = (field: string) =>
  z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: `Please choose whether ${field}` }),
  );

/** How a location takes calls. */
export const VoiceSettings = z.object({
  /** 1: calls are recorded, and both sides are told so first. */
  recording_consent: On,
  /** 1: whoever calls in vain is texted. */
  missed_call_text: On,
  /** What is texted then. */
  missed_call_words: z.string(),
});
export type VoiceSettings = z.infer<typeof VoiceSettings>;

export const VoiceSettingsDraft = z.object({
  recording_consent: typedOn("calls are recorded"),
  missed_call_text: typedOn("a missed call is answered by text"),
  /** Empty: the usual words. */
  missed_call_words: optionalText(longestText),
});
export type VoiceSettingsDraft = z.infer<typeof VoiceSettingsDraft>;

export const voice = calls("voice", {
  settings: {
    method: "GET",
    path: "/settings/calls",
    allow: managers,
    visitors: "looks",
    about: "How the acting location takes calls: recorded or not, and what a missed call is answered with.",
    data: VoiceSettings,
  },
  changeSettings: {
    method: "POST",
    path: "/settings/calls",
    allow: managers,
    about: "Changes how the acting location takes calls. Empty words are the usual ones.",
    body: VoiceSettingsDraft,
    data: VoiceSettings,
    says: "Saved",
  },
});
