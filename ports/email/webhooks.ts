import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { EmailListener, MailEvent } from "./email.ts";
import { readMailReport } from "./mailReport.ts";
import { isFromSendgrid, sendgridEvents } from "./sendgridEvents.ts";
import { sesEvents } from "./sesEvents.ts";
import { type FetchText, readSns } from "./sns.ts";

/** Which webhooks there are: each with what proves who calls. */
export interface MailWebhookSettings {
  /** What a mail server that passes bounces on sends as its password. */
  readonly secret?: string | undefined;
  /** The SNS topics that Amazon SES reports to. */
  readonly sesTopics?: readonly string[] | undefined;
  /** SendGrid's public key, in base64. */
  readonly sendgridKey?: string | undefined;
  /** How Amazon's certificates are fetched; for tests. */
  readonly fetchText?: FetchText;
  /** Requests a minute and webhook; lower in tests. */
  readonly perMinute?: number;
}

const maxBytes = 2 * 1024 * 1024;

/** Reads the events in a body; `forbidden` for one that isn't the provider's, `unreadable` for one that can't be read. */
type Reader = (request: FastifyRequest, body: Buffer) => Promise<readonly MailEvent[] | "forbidden" | "unreadable">;

/** Mounts the webhooks that are set up, below `/webhooks/email/`. */
export async function mountMailWebhooks(
  http: FastifyInstance,
  listener: EmailListener,
  settings: MailWebhookSettings & { readonly log: Log },
): Promise<void> {
  const { secret, sesTopics = [], sendgridKey, fetchText, perMinute = 1_200, log } = settings;
  const readers: Record<string, Reader> = {
    ...(secret && { message: async (request, body) => (isAllowed(request, secret) ? readMail(body) : "forbidden") }),
    ...(sesTopics.length > 0 && {
      ses: async (_request, body) => {
        const notification = await readSns(body.toString("utf8"), sesTopics, fetchText);
        return typeof notification === "string" ? notification : sesEvents(notification);
      },
    }),
    ...(sendgridKey && {
      sendgrid: async (request, body) =>
        isFromSendgrid(sendgridKey, request.headers, body) ? sendgridEvents(body.toString("utf8")) : "forbidden",
    }),
  };
  if (Object.keys(readers).length === 0) return;
  await http.register(async (scope) => {
    // Reads the raw body, which the signatures cover, whatever its content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if (!error.statusCode) log.error({ err: error }, "an email webhook failed");
      return reply.code(error.statusCode ?? 503).send();
    });
    for (const [name, read] of Object.entries(readers)) {
      const limit = createLimit(perMinute);
      scope.post(
        `/webhooks/email/${name}`,
        {
          onRequest: async (request, reply) => {
            if (name === "message" && !isAllowed(request, secret ?? "")) return reply.code(403).send();
            if (!limit()) return reply.code(429).header("retry-after", "60").send();
          },
        },
        (request, reply) => receive(request, reply, read, listener),
      );
    }
  });
}

async function receive(request: FastifyRequest, reply: FastifyReply, read: Reader, listener: EmailListener) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const events = await read(request, body);
  if (events === "forbidden") return reply.code(403).send();
  if (events === "unreadable") return reply.code(400).send();
  // One after the other: two events of one person are stored in the order in which they came.
  for (const event of events) await listener.onMailEvent(event);
  return reply.code(200).type("text/plain").send("");
}

async function readMail(body: Buffer): Promise<readonly MailEvent[]> {
  const event = await readMailReport(body);
  return event ? [event] : [];
}

/** The secret as a bearer token or as the password of basic authentication, compared in constant time. */
function isAllowed(request: FastifyRequest, secret: string): boolean {
  const [, scheme = "", value = ""] = /^(bearer|basic) (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const given =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(value, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : value;
  const digest = (text: string) => createHmac("sha256", "mail webhook").update(text).digest();
  return secret !== "" && timingSafeEqual(digest(given), digest(secret));
}

/** Counts requests by the minute, in this process. */
function createLimit(perMinute: number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const current = Math.floor(performance.now() / 60_000);
    if (current !== minute) count = 0;
    minute = current;
    count += 1;
    return count <= perMinute;
  };
}
