import type { FastifyInstance } from "fastify";
import { carrierKeywords, type InboundText, type SmsCallbacks, type StatusReport } from "../sms.ts";
import { carrierStatusOf, refusalIfFailed } from "./messages.ts";
import { emptyTwiml, mountSignedWebhooks, type TwilioWebhookSettings } from "./signedWebhooks.ts";

const maxMedia = 10;

/** Mounts Twilio's SMS webhooks: `/webhooks/twilio/message` and `/webhooks/twilio/status`. */
export async function mountTwilioSmsWebhooks(
  http: FastifyInstance,
  settings: TwilioWebhookSettings,
  callbacks: SmsCallbacks,
): Promise<void> {
  await mountSignedWebhooks(http, settings, {
    "/webhooks/twilio/message": async (form) => {
      const text = parseInbound(form);
      if (text) await callbacks.onInboundText(text);
      return text && emptyTwiml;
    },
    "/webhooks/twilio/status": async (form, query) => {
      const report = parseReport(form, query.get("m") ?? "");
      if (report) await callbacks.onStatusReport(report);
      return report && emptyTwiml;
    },
  });
}

function parseInbound(form: URLSearchParams): InboundText | undefined {
  const [sid, from, to] = [form.get("MessageSid"), form.get("From"), form.get("To")];
  if (!sid || !from || !to) return undefined;
  const count = Math.min(Number.parseInt(form.get("NumMedia") ?? "0", 10) || 0, maxMedia);
  const media = Array.from({ length: count }, (_, index) => ({
    url: form.get(`MediaUrl${index}`) ?? "",
    type: form.get(`MediaContentType${index}`) ?? "application/octet-stream",
  })).filter(({ url }) => url !== "");
  const optOutType = form.get("OptOutType")?.trim().toLowerCase() ?? "";
  const carrierKeyword = carrierKeywords.find((keyword) => keyword === optOutType);
  return {
    sid,
    from,
    to,
    body: form.get("Body") ?? "",
    media,
    carrierAnsweredOptOut: optOutType !== "",
    ...(carrierKeyword && { carrierKeyword }),
  };
}

function parseReport(form: URLSearchParams, reference: string): StatusReport | undefined {
  const sid = form.get("MessageSid");
  const status = carrierStatusOf(form.get("MessageStatus") ?? "");
  if (!sid || !status) return undefined;
  return { reference, sid, status, refusal: refusalIfFailed(status, form.get("ErrorCode")) };
}
