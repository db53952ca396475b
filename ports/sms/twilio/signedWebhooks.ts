import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CarrierContext } from "../../carrier.ts";
import type { TwilioAccount } from "./account.ts";

const maxBytes = 64 * 1024;

/** The signature covers our public URL, even when a proxy rewrites the request. */
export interface TwilioWebhookSettings extends TwilioAccount, CarrierContext {}

/** Handles a webhook and returns TwiML; undefined when the webhook is irrelevant. */
export type WebhookHandler = (form: URLSearchParams, query: URLSearchParams) => Promise<string | undefined>;

/** TwiML without instructions. */
export const emptyTwiml = "<Response/>";

/** Mounts webhook handlers by path. Only requests that Twilio signed for our account reach them. */
export async function mountSignedWebhooks(
  http: FastifyInstance,
  settings: TwilioWebhookSettings,
  webhooks: Readonly<Record<string, WebhookHandler>>,
): Promise<void> {
  await http.register(async (scope) => {
    // Reads the raw body that the signature covers, whatever its content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if (!error.statusCode) settings.log.error({ err: error }, "a webhook failed");
      return reply.code(error.statusCode ?? 503).send();
    });
    scope.addHook("onRequest", async (request, reply) => {
      if (!request.headers["x-twilio-signature"]) return reply.code(403).send();
    });
    for (const [path, handler] of Object.entries(webhooks)) {
      scope.post(path, (request, reply) => receive(settings, request, reply, handler));
    }
  });
}

async function receive(
  settings: TwilioWebhookSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: WebhookHandler,
): Promise<FastifyReply> {
  const body = typeof request.body === "string" ? request.body : "";
  const form = new URLSearchParams(body);
  if (!(await isSignedForm(settings, request, body)) || form.get("AccountSid") !== settings.accountSid)
    return reply.code(403).send();
  const context = { sid: form.get("MessageSid") ?? form.get("CallSid") };
  try {
    const twiml = await handler(form, new URL(request.url, settings.publicUrl).searchParams);
    if (twiml === undefined) {
      const status = form.get("MessageStatus") ?? form.get("CallStatus");
      settings.log.warn({ ...context, status }, "ignored an irrelevant webhook");
    }
    return reply.type("text/xml").send(twiml ?? emptyTwiml);
  } catch (error) {
    // Not stored: Twilio calls the fallback URL next.
    settings.log.error({ err: error, ...context }, "a webhook could not be stored");
    return reply.code(503).send();
  }
}

/** Whether Twilio signed this request, whose body is a form. */
export async function isSignedForm(
  settings: TwilioWebhookSettings,
  request: FastifyRequest,
  body: string,
): Promise<boolean> {
  const { validateRequest } = await import("twilio/lib/webhooks/webhooks.js");
  const form = new URLSearchParams(body);
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = settings.publicUrl.replace(/\/+$/, "") + request.raw.url;
  const fields = Object.fromEntries([...new Set(form.keys())].map((name) => [name, valuesOf(form, name)]));
  return settings.authTokens.some((token) => validateRequest(token, signature, url, fields));
}

function valuesOf(form: URLSearchParams, name: string): string | string[] {
  const values = form.getAll(name);
  return values.length === 1 ? (values[0] ?? "") : values;
}
