import type { CarrierAdapter, CarrierContext } from "../../carrier.ts";
import { NeverLeft } from "../../deadline.ts";
import { refusalOf } from "../carrierErrors.ts";
import type { OutgoingText, SendResult, Sms } from "../sms.ts";
import { readTwilioAccount, type TwilioAccount, twilioHostUrl, twilioVariables } from "./account.ts";
import { findMessage } from "./find.ts";
import { fetchTwilioMedia } from "./media.ts";
import { carrierStatusOf, parseSentMessage, refusalIfFailed } from "./messages.ts";
import { createTwilioNumbers } from "./numbers.ts";
import { apiTimeout, createTwilioRest, type TwilioResponse } from "./rest.ts";
import { mountTwilioSmsWebhooks } from "./webhooks.ts";

export interface TwilioSmsSettings extends TwilioAccount, CarrierContext {
  /** Milliseconds for one request; shorter in tests. */
  readonly timeout?: number;
}

/** Texts through Twilio, as the environment chooses and configures it. */
export const twilioSms: CarrierAdapter<Sms> = {
  variables: twilioVariables,
  create: (settings, context) => createTwilioSms({ ...readTwilioAccount(settings), ...context }),
};

const authenticationFailed = "20003";
const tooManyRequests = "20429";

/** SMS through Twilio. */
export function createTwilioSms(settings: TwilioSmsSettings): Sms {
  const timeout = settings.timeout ?? apiTimeout;
  const rest = createTwilioRest(settings, timeout);
  const pricing = createTwilioRest({ ...settings, apiUrl: twilioHostUrl(settings.apiUrl, "pricing") }, timeout);
  const callbackUrl = `${settings.publicUrl.replace(/\/+$/, "")}/webhooks/twilio/status?m=`;
  const messagesPath = `/2010-04-01/Accounts/${settings.accountSid}/Messages.json`;

  return {
    provider: "twilio",
    answersWithin: timeout + 1_000,
    // Twilio documents no delay.
    listsWithin: 60_000,
    // A long code's rate.
    segmentsPerSecond: 1,

    async send(text, leaveBy) {
      try {
        return resultOf(await rest.post(messagesPath, formOf(text, callbackUrl), leaveBy));
      } catch (error) {
        if (error instanceof NeverLeft) return { kind: "busy", retryAfterSeconds: error.retryAfterSeconds };
        settings.log.warn({ err: error, reference: text.reference }, "no answer from the carrier");
        return { kind: "lost", why: messageOf(error) };
      }
    },

    async find(text) {
      try {
        return await findMessage(rest, messagesPath, text);
      } catch (error) {
        return { kind: "unclear", why: messageOf(error) };
      }
    },

    fetchMedia: (url) => fetchTwilioMedia(settings, url),
    numbers: createTwilioNumbers(settings, rest, pricing),
    connect: (callbacks, http) => mountTwilioSmsWebhooks(http, settings, callbacks),
    async stop() {
      await Promise.all([rest.close(), pricing.close()]);
    },
  };
}

/** Encoded by hand: `URLSearchParams` takes several times as long, and a campaign has a hundred thousand. */
function formOf(text: OutgoingText, callbackUrl: string): string {
  const callback = encoded(callbackUrl + encoded(text.reference));
  const body = text.body !== "" || text.media.length === 0 ? `&Body=${encoded(text.body)}` : "";
  const media = text.media.map((url) => `&MediaUrl=${encoded(url)}`).join("");
  return `To=${encoded(text.to)}&From=${encoded(text.from)}&StatusCallback=${callback}${body}${media}`;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function resultOf({ status, body, retryAfter }: TwilioResponse): SendResult {
  const code = typeof body.code === "number" || typeof body.code === "string" ? String(body.code) : "";
  if (status === 429 || (status >= 400 && code === tooManyRequests)) return busy(retryAfter);
  if (status >= 200 && status < 300) return acceptedOrLost(body, status);
  if (status === 401) return { kind: "refused", refusal: refusalOf(authenticationFailed) };
  // A proxy's 408 says nothing about what Twilio did.
  if (status >= 400 && status < 500 && status !== 408) return { kind: "refused", refusal: refusalOf(code) };
  return { kind: "lost", why: `The carrier answered with status ${status}` };
}

function busy(retryAfter: string | undefined): SendResult {
  const seconds = Number(retryAfter);
  return { kind: "busy", retryAfterSeconds: seconds > 0 ? Math.min(Math.ceil(seconds), 3600) : 1 };
}

function acceptedOrLost(body: unknown, httpStatus: number): SendResult {
  const message = parseSentMessage(body);
  const status = message && carrierStatusOf(message.status);
  if (!message || !status) return { kind: "lost", why: `The carrier's answer ${httpStatus} could not be read` };
  const refusal = refusalIfFailed(status, message.error_code);
  return refusal ? { kind: "refused", refusal } : { kind: "accepted", sid: message.sid, status };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
