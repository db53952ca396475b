import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { Log } from "../log.ts";
import type { TwilioAccount } from "./twilioRest.ts";

const mostBytes = 64 * 1024;

export interface WebhookSettings extends TwilioAccount {
  /** Where Twilio reaches us. The signature is over this address, whatever a proxy makes of the request. */
  readonly publicUrl: string;
  readonly log: Log;
}

/** What is answered to a telling; undefined: it says nothing of use. */
export type Answer = (form: URLSearchParams, query: URLSearchParams) => Promise<string | undefined>;

/** The TwiML that asks for nothing. */
export const nothingToDo = "<Response/>";

/** Mounts webhooks by their paths. Only what Twilio has signed for our account gets as far as their answers. */
export async function mountSigned(
  http: FastifyInstance,
  settings: WebhookSettings,
  webhooks: Readonly<Record<string, Answer>>,
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
    for (const [path, answer] of Object.entries(webhooks)) {
      scope.post(path, (request, reply) => receive(settings, request, reply, answer));
    }
  });
}

async function receive(
  settings: WebhookSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
  if (!isSigned(settings, request, form) || form.get("AccountSid") !== settings.accountSid)
    return reply.code(403).send();
  const about = { sid: form.get("MessageSid") ?? form.get("CallSid") };
  try {
    const said = await answer(form, new URL(request.url, settings.publicUrl).searchParams);
    if (said === undefined) {
      const status = form.get("MessageStatus") ?? form.get("CallStatus");
      settings.log.warn({ ...about, status }, "a webhook says nothing of use");
    }
    return reply.type("text/xml").send(said ?? nothingToDo);
  } catch (error) {
    // Not stored: Twilio's fallback address is told next.
    settings.log.error({ err: error, ...about }, "a webhook could not be stored");
    return reply.code(503).send();
  }
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
