import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSignedForm, type TwilioWebhookSettings } from "../../sms/twilio/signedWebhooks.ts";
import type { RegistrationCallbacks } from "../registration.ts";

const maxBytes = 256 * 1024;
const maxSids = 100;

/** Profiles, brands, campaigns under both of their names, services, toll-free verifications, numbers. */
const ours = /^(?:BU|BN|QE|CM|MG|HH|PN)[0-9a-fA-F]{32}$/;

/**
 * Mounts `/webhooks/twilio/registration`, for what Trust Hub and Event Streams report: forms, and arrays of CloudEvents.
 * Only requests that Twilio signed are read, and of those only which resources they are about.
 */
export async function mountTwilioRegistrationWebhook(
  http: FastifyInstance,
  settings: TwilioWebhookSettings,
  callbacks: RegistrationCallbacks,
): Promise<void> {
  await http.register(async (scope) => {
    // Reads the raw body that the signature covers, whatever its content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
      reply.code(error.statusCode ?? 503).send(),
    );
    scope.addHook("onRequest", async (request, reply) => {
      if (!request.headers["x-twilio-signature"]) return reply.code(403).send();
    });
    scope.post("/webhooks/twilio/registration", (request, reply) => receive(settings, callbacks, request, reply));
  });
}

async function receive(
  settings: TwilioWebhookSettings,
  callbacks: RegistrationCallbacks,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = typeof request.body === "string" ? request.body : "";
  const isJson = String(request.headers["content-type"] ?? "").includes("json");
  if (!(await (isJson ? isSignedBody : isSignedForm)(settings, request, body))) return reply.code(403).send();
  const notices = isJson ? eventsIn(body) : [Object.fromEntries(new URLSearchParams(body))];
  const sids = new Set(notices.filter((notice) => isOfAccount(notice, settings.accountSid)).flatMap(sidsIn));
  try {
    for (const sid of [...sids].slice(0, maxSids)) await callbacks.onNotice(sid);
  } catch (error) {
    settings.log.error({ err: error }, "a registration's notice could not be stored");
    return reply.code(503).send();
  }
  return reply.code(204).send();
}

/** The signature of a body that is no form covers the address alone, and that has the body's hash. */
async function isSignedBody(settings: TwilioWebhookSettings, request: FastifyRequest, body: string): Promise<boolean> {
  const { validateRequestWithBody } = await import("twilio/lib/webhooks/webhooks.js");
  if (!new URL(request.url, settings.publicUrl).searchParams.get("bodySHA256")) return false;
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  const url = settings.publicUrl.replace(/\/+$/, "") + request.raw.url;
  return settings.authTokens.some((token) => validateRequestWithBody(token, signature, url, body));
}

type NoticeData = Readonly<Record<string, unknown>>;

const isNoticeData = (value: unknown): value is NoticeData => typeof value === "object" && value !== null;

/** What the events are about; nothing of a body that isn't as documented. */
function eventsIn(body: string): NoticeData[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return [parsed].flat().flatMap((event) => (isNoticeData(event) && isNoticeData(event.data) ? [event.data] : []));
  } catch {
    return [];
  }
}

/** A notice without an account is taken for ours: it was signed with our token. */
function isOfAccount(notice: NoticeData, accountSid: string): boolean {
  const account = Object.entries(notice).find(([name]) => /^account_?sid$/i.test(name))?.[1];
  return account === undefined || account === accountSid;
}

const sidsIn = (notice: NoticeData): string[] =>
  Object.values(notice).filter((value): value is string => typeof value === "string" && ours.test(value));
