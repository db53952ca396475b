import type { FastifyInstance } from "fastify";
import type { InboundText, SmsListener, StatusReport } from "./sms.ts";
import { refusalWith, statusOf } from "./twilioMessages.ts";
import { mountSigned, nothingToDo, type WebhookSettings } from "./twilioSigned.ts";

const maxMedia = 10;

/** Mounts Twilio's SMS webhooks: `/webhooks/twilio/message` and `/webhooks/twilio/status`. */
export async function mountTwilioWebhooks(
  http: FastifyInstance,
  settings: WebhookSettings,
  callbacks: SmsListener,
): Promise<void> {
  await mountSigned(http, settings, {
    "/webhooks/twilio/message": async (form) => {
      const text = parseInbound(form);
      if (text) await callbacks.inbound(text);
      return text && nothingToDo;
    },
    "/webhooks/twilio/status": async (form, query) => {
      const report = parseReport(form, query.get("m") ?? "");
      if (report) await callbacks.status(report);
      return report && nothingToDo;
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
  const carrierAnsweredOptOut = form.has("OptOutType");
  return { sid, from, to, body: form.get("Body") ?? "", media, carrierAnsweredOptOut };
}

function parseReport(form: URLSearchParams, reference: string): StatusReport | undefined {
  const sid = form.get("MessageSid");
  const status = statusOf(form.get("MessageStatus") ?? "");
  if (!sid || !status) return undefined;
  return { reference, sid, status, refusal: refusalWith(status, form.get("ErrorCode")) };
}
