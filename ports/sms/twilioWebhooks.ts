import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { Log } from "../log.ts";
import type { InboundText, SmsListener, StatusReport } from "./sms.ts";
import { refusalWith, statusOf } from "./twilioMessages.ts";
import type { TwilioAccount } from "./twilioRest.ts";

const mostBytes = 64 * 1024;
const mostMedia = 10;

export interface WebhookSettings extends TwilioAccount {
  /** Where Twilio reaches us. The signature is over this address, whatever a proxy makes of the request. */
  readonly publicUrl: string;
  readonly log: Log;
}

/** Mounts what Twilio calls: `/webhooks/twilio/message` and `/webhooks/twilio/status`. */
export async function mountTwilioWebhooks(
  http: FastifyInstance,
  settings: WebhookSettings,
  listener: SmsListener,
): Promise<void> {
  await http.register(async (scope) => {
    // A body is read as what the signature covers, whatever type it claims and whatever the app does elsewhere.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if (!error.statusCode) settings.log.error({ err: error }, "a webhook failed");
      return reply.code(error.statusCode ?? 503).send();
    });
    scope.addHook("onRequest", async (request, reply) => {
      if (!request.headers["x-twilio-signature"]) return reply.code(403).send();
    });

    scope.post("/webhooks/twilio/message", (request, reply) =>
      receive(settings, request, reply, async (form) => {
        const text = inboundIn(form);
        if (text) await listener.inbound(text);
        return text !== undefined;
      }),
    );
    scope.post("/webhooks/twilio/status", (request, reply) =>
      receive(settings, request, reply, async (form) => {
        const report = reportIn(form, new URL(request.url, settings.publicUrl).searchParams.get("m") ?? "");
        if (report) await listener.status(report);
        return report !== undefined;
      }),
    );
  });
}

async function receive(
  settings: WebhookSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (form: URLSearchParams) => Promise<boolean>,
): Promise<FastifyReply> {
  const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
  if (!isSigned(settings, request, form) || form.get("AccountSid") !== settings.accountSid)
    return reply.code(403).send();
  try {
    const understood = await handle(form);
    if (!understood)
      settings.log.warn(
        { sid: form.get("MessageSid"), status: form.get("MessageStatus") },
        "a webhook says nothing of use",
      );
  } catch (error) {
    // Not stored: Twilio's fallback address is told next.
    settings.log.error({ err: error, sid: form.get("MessageSid") }, "a webhook could not be stored");
    return reply.code(503).send();
  }
  return reply.type("text/xml").send("<Response/>");
}

function isSigned(settings: WebhookSettings, request: FastifyRequest, form: URLSearchParams): boolean {
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = settings.publicUrl.replace(/\/+$/, "") + request.raw.url;
  const fields = Object.fromEntries([...new Set(form.keys())].map((name) => [name, valuesOf(form, name)]));
  return settings.authTokens.some((token) => validateRequest(token, signature, url, fields));
}

function valuesOf(form: URLSearchParams, name: string): string | string[] {
  const values = form.getAll(name);
  return values.length === 1 ? (values[0] ?? "") : values;
}

function inboundIn(form: URLSearchParams): InboundText | undefined {
  const [sid, from, to] = [form.get("MessageSid"), form.get("From"), form.get("To")];
  if (!sid || !from || !to) return undefined;
  const count = Math.min(Number.parseInt(form.get("NumMedia") ?? "0", 10) || 0, mostMedia);
  const media = Array.from({ length: count }, (_, at) => ({
    url: form.get(`MediaUrl${at}`) ?? "",
    type: form.get(`MediaContentType${at}`) ?? "application/octet-stream",
  })).filter(({ url }) => url !== "");
  const carrierAnsweredOptOut = form.has("OptOutType");
  return { sid, from, to, body: form.get("Body") ?? "", media, carrierAnsweredOptOut };
}

function reportIn(form: URLSearchParams, reference: string): StatusReport | undefined {
  const sid = form.get("MessageSid");
  const status = statusOf(form.get("MessageStatus") ?? "");
  if (!sid || !status) return undefined;
  return { reference, sid, status, refusal: refusalWith(status, form.get("ErrorCode")) };
}
