import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { EmailListener, MailEvent } from "./email.ts";
import { readMailReport } from "./mailReport.ts";
import { isFromSendgrid, sendgridEvents } from "./sendgridEvents.ts";
import { sesEvents, sesMail } from "./sesEvents.ts";
import { type FetchText, fetchFromAmazon, readSns } from "./sns.ts";

/** Which webhooks there are: each with what proves who calls. */
export interface MailWebhookSettings {
  /** The domain whose mails come to `/webhooks/email/lead`, with the same password, or through an SNS topic of SES. */
  readonly inboundDomain?: string | undefined;
  /** What a mail server that passes bounces on sends as its password. */
  readonly secret?: string | undefined;
  /** The SNS topics that Amazon SES reports to. */
  readonly sesTopics?: readonly string[] | undefined;
  /** SendGrid's public key, in base64. */
  readonly sendgridKey?: string | undefined;
  /** How Amazon's certificates are fetched; for tests. */
  readonly fetchText?: FetchText;
  /** Proven requests a minute of each sender; lower in tests. */
  readonly perMinute?: number;
  /** Milliseconds of a steady clock; for tests. */
  readonly now?: () => number;
}

/** The domain whose mails reach us; undefined when no webhook takes them. */
export const inboundDomainOf = ({ inboundDomain, secret, sesTopics = [] }: MailWebhookSettings): string | undefined =>
  secret || sesTopics.length > 0 ? inboundDomain : undefined;

const maxBytes = 2 * 1024 * 1024;
/** Of a mail with its attachments. */
const maxInboundBytes = 20 * 1024 * 1024;
/** Certificates a minute that are fetched for one address, whose requests nothing proves yet. */
const certificatesPerMinute = 30;

/** A body whose sender is proven. Only such bodies count against the limit. */
interface ProvenReport {
  readonly sender: string;
  /** A mail in it that somebody sent to the inbound domain. */
  readonly mail?: Buffer;
  /** The events in it; `unreadable` when they can't be read. */
  readonly read: () => Promise<readonly MailEvent[]> | readonly MailEvent[] | "unreadable";
}

/** Proves who sent a body; `forbidden` for one that isn't the provider's, `unreadable` for one that says nobody. */
type Prove = (request: FastifyRequest, body: Buffer) => Promise<ProvenReport | "forbidden" | "unreadable">;

/** Mounts the webhooks that are set up, below `/webhooks/email/`. */
export async function mountMailWebhooks(
  http: FastifyInstance,
  listener: EmailListener,
  settings: MailWebhookSettings & { readonly log: Log },
): Promise<void> {
  const { secret, sesTopics = [], sendgridKey, fetchText = fetchFromAmazon, perMinute = 1_200, log } = settings;
  const now = settings.now ?? (() => performance.now());
  const certificates = createLimit(certificatesPerMinute, now);
  const provers: Record<string, Prove> = {
    ...(secret && {
      message: async (request, body) =>
        isAllowed(request, secret) ? { sender: "message", read: () => readMail(body) } : "forbidden",
    }),
    ...(sesTopics.length > 0 && {
      ses: async ({ ip }, body) => {
        const fetchCertificate: FetchText = async (url) => {
          if (!certificates(ip)) throw Object.assign(new Error("Too many certificates"), { statusCode: 429 });
          return fetchText(url);
        };
        const notification = await readSns(body.toString("utf8"), sesTopics, { fetchText, fetchCertificate });
        if (typeof notification === "string") return notification;
        const mail = sesMail(notification);
        return { sender: notification.topic, ...(mail && { mail }), read: () => sesEvents(notification) };
      },
    }),
    ...(sendgridKey && {
      sendgrid: async (request, body) =>
        isFromSendgrid(sendgridKey, request.headers, body)
          ? { sender: "sendgrid", read: () => sendgridEvents(body.toString("utf8")) }
          : "forbidden",
    }),
  };
  if (Object.keys(provers).length === 0) return;
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
    const hasRoom = createLimit(perMinute, now);
    // Only whoever has the secret may send a large body.
    const requireSecret = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isAllowed(request, secret ?? "")) return reply.code(403).send();
    };
    if (secret && settings.inboundDomain) {
      scope.post(
        "/webhooks/email/lead",
        {
          bodyLimit: maxInboundBytes,
          onRequest: requireSecret,
        },
        async (request, reply) => {
          if (!hasRoom("lead")) return reply.code(429).header("retry-after", "60").send();
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          if (body.length === 0) return reply.code(400).send();
          // The mail server tells the sender that nobody has the address.
          return reply.code((await listener.onInboundMail?.(body)) ? 200 : 404).send();
        },
      );
    }
    for (const [name, prove] of Object.entries(provers)) {
      scope.post(
        `/webhooks/email/${name}`,
        {
          ...(name === "message" && { onRequest: requireSecret }),
        },
        async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const report = await prove(request, body);
          if (report === "forbidden") return reply.code(403).send();
          if (report === "unreadable") return reply.code(400).send();
          if (!hasRoom(report.sender)) return reply.code(429).header("retry-after", "60").send();
          return receive(reply, report, listener);
        },
      );
    }
  });
}

async function receive(reply: FastifyReply, { mail, read }: ProvenReport, listener: EmailListener) {
  // SES sends a notification again for hours unless it is taken, so an address that nobody has is no failure.
  if (mail) await listener.onInboundMail?.(mail);
  const events = await read();
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

/** Counts by key and minute, in this process. */
function createLimit(perMinute: number, now: () => number): (key: string) => boolean {
  let minute = 0;
  const counts = new Map<string, number>();
  return (key) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts.clear();
    minute = current;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= perMinute;
  };
}
