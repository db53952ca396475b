import type { CarrierAdapter } from "../../carrier.ts";
import { readTwilioAccount, twilioVariables } from "../../sms/twilio/account.ts";
import { type FetchLimits, fetchTwilioMedia } from "../../sms/twilio/media.ts";
import { createTwilioRest } from "../../sms/twilio/rest.ts";
import type { TwilioWebhookSettings } from "../../sms/twilio/signedWebhooks.ts";
import type { Voice } from "../voice.ts";
import { placeOnTwilio } from "./placeOnTwilio.ts";
import { mountTwilioVoiceWebhooks } from "./webhooks.ts";

/** A two-hour stereo MP3 has about 30 MB. */
const recordingLimits: FetchLimits = { megabytes: 64, timeout: 90_000 };

export interface TwilioVoiceSettings extends TwilioWebhookSettings {
  /** Milliseconds for one request; shorter in tests. */
  readonly timeout?: number;
}

/** Calls through Twilio, as the environment chooses and configures it. */
export const twilioVoice: CarrierAdapter<Voice> = {
  variables: twilioVariables,
  create: (settings, context) => createTwilioVoice({ ...readTwilioAccount(settings), ...context }),
};

/** Calls through Twilio. */
export function createTwilioVoice(settings: TwilioVoiceSettings): Voice {
  const rest = createTwilioRest(settings, settings.timeout);
  return {
    placeCall: (call, leaveBy) => placeOnTwilio(rest, settings, call, leaveBy),
    fetchRecording: (url) => fetchTwilioMedia(settings, audioUrlOf(settings, url), recordingLimits),
    connect: (callbacks, http) => mountTwilioVoiceWebhooks(http, settings, callbacks),
    stop: () => rest.close(),
  };
}

/**
 * The URL of a recording's audio; without an extension it returns metadata. Recordings of our account are fetched from
 * the configured API, whatever host the webhook names.
 */
function audioUrlOf({ accountSid, apiUrl }: TwilioWebhookSettings, address: string): string {
  const url = new URL(address);
  const path = /\.(mp3|wav)$/.test(url.pathname) ? url.pathname : `${url.pathname}.mp3`;
  if (path.startsWith(`/2010-04-01/Accounts/${accountSid}/Recordings/`)) return apiUrl.replace(/\/+$/, "") + path;
  return new URL(path, url).href;
}
