import type { CarrierAdapter } from "#ports/carrier.ts";
import type { Registrar } from "#ports/registration/registration.ts";
import { twilioRegistration } from "#ports/registration/twilio/twilioRegistration.ts";
import type { Sms } from "#ports/sms/sms.ts";
import { twilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { twilioVoice } from "#ports/voice/twilio/twilioVoice.ts";
import type { Voice } from "#ports/voice/voice.ts";

/** A phone number takes texts and calls from one carrier, and is registered with the same. */
interface CarrierPorts {
  readonly sms: CarrierAdapter<Sms>;
  readonly voice: CarrierAdapter<Voice>;
  /** Absent: the carrier asks for no registration. */
  readonly registration?: CarrierAdapter<Registrar>;
}

const named = {
  twilio: { sms: twilioSms, voice: twilioVoice, registration: twilioRegistration },
} as const satisfies Readonly<Record<string, CarrierPorts>>;

export type CarrierName = keyof typeof named;

/** Real carriers by the name that `SMS_PROVIDER` chooses. */
export const carriers: Readonly<Record<CarrierName, CarrierPorts>> = named;
