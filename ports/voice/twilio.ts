import { type FetchLimits, fetchTwilioMedia } from "../sms/twilioMedia.ts";
import type { WebhookSettings } from "../sms/twilioSigned.ts";
import { mountTwilioCalls } from "./twilioCalls.ts";
import type { Voice } from "./voice.ts";

/** Two hours of two voices as MP3 are about 30 MB. */
const ofRecordings: FetchLimits = { megabytes: 64, timeout: 90_000 };

/** Calls by Twilio. */
export function createTwilioVoice(settings: WebhookSettings): Voice {
  return {
    fetchRecording: (url) => fetchTwilioMedia(settings, soundAddress(settings, url), ofRecordings),
    connect: (listener, http) => mountTwilioCalls(http, settings, listener),
    stop: async () => {},
  };
}

/**
 * Where a recording's sound is: the bare address is its description, with an ending it is the sound. One of our account
 * is asked for at the API that we use, whatever host a telling names.
 */
function soundAddress({ accountSid, apiUrl }: WebhookSettings, address: string): string {
  const told = new URL(address);
  const path = /\.(mp3|wav)$/.test(told.pathname) ? told.pathname : `${told.pathname}.mp3`;
  if (path.startsWith(`/2010-04-01/Accounts/${accountSid}/Recordings/`)) return apiUrl.replace(/\/+$/, "") + path;
  return new URL(path, told).href;
}
