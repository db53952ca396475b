import { twilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { twilioVoice } from "#ports/voice/twilio/twilioVoice.ts";

/** Real carriers by the name that `SMS_PROVIDER` chooses: a phone number takes texts and calls from one. */
export const carriers = {
  twilio: { sms: twilioSms, voice: twilioVoice },
} as const;

export type CarrierName = keyof typeof carriers;
