import { Socket } from "node:net";
import { Transform } from "node:stream";
import { type Deadline, NeverLeft } from "../deadline.ts";
import type { Log } from "../log.ts";
import { type BackOff, createBackOff } from "./backOff.ts";
import type { Email, MailFile, MailResult, MailStream, OutgoingMail } from "./email.ts";
import { bareAddress, domainOf, envelopeSender, headersOf, messageIdOf, onOneLine, senderName } from "./mailHeaders.ts";
import { isOverloaded, resultOf, type SmtpError } from "./smtpResults.ts";
import { inboundDomainOf, type MailWebhookSettings, mountMailWebhooks } from "./webhooks.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte. */
  readonly url: string;
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
  /** A domain whose mail reaches us: bounces of marketing go to an address of their own there. */
  readonly bounceDomain?: string | undefined;
  /** How events reach us, because SMTP itself only says whether a mail was accepted. */
  readonly webhooks?: MailWebhookSettings;
  readonly log: Log;
  /** Milliseconds the server may stay silent; shorter in tests. */
  readonly timeout?: number;
}

/** Sends through a mail server over a small connection pool for each stream. */
export function createSmtp({ url, from, bounceDomain, webhooks, log, timeout = 20_000 }: SmtpSettings): Email {
  const address = withPoolOptions(url, timeout);
  const lines: Record<MailStream, Line> = { account: { backOff: undefined }, marketing: { backOff: createBackOff() } };
  const inFlight = new Set<Promise<MailResult>>();
  const domain = domainOf(from);

  async function send(mail: OutgoingMail, leaveBy: Deadline): Promise<MailResult> {
    const line = lines[mail.stream ?? "account"];
    const waitMs = line.backOff?.wait() ?? 0;
    if (waitMs > 0) return { kind: "busy", retryAfter: Math.ceil(waitMs / 1_000) };
    const messageId = messageIdOf(mail.reference, domain);
    try {
      line.transport ??= openTransport(address);
      const transport = await line.transport;
      sendWithoutDelay(transport);
      const content = { ...composed(mail), messageId, leaveBy };
      await transport.sendMail(content);
      line.backOff?.succeeded();
      return { kind: "accepted", id: messageId };
    } catch (error) {
      if (error instanceof NeverLeft) return { kind: "busy", retryAfter: error.retryAfterSeconds };
      if (isOverloaded(error as SmtpError)) line.backOff?.failed();
      const result = resultOf(error as SmtpError);
      // A server's reply may quote the address, never the mail.
      log.warn({ reference: mail.reference, result }, "an email could not be sent");
      return result;
    }
  }

  function composed(mail: OutgoingMail) {
    const { to, subject, text, html, fromName, replyTo, calendar, attachments } = mail;
    const sender = envelopeSender(mail, bounceDomain);
    return {
      from: fromName === undefined ? from : { name: senderName(fromName), address: bareAddress(from) },
      to: { name: "", address: to },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      ...(sender && { envelope: { from: sender, to } }),
      subject: onOneLine(subject),
      text,
      ...(html !== undefined && { html }),
      ...(calendar && { icalEvent: { ...calendar, filename: "invite.ics" } }),
      ...(attachments && { attachments: attachments.map(attachmentOf) }),
      headers: headersOf(mail, bounceDomain),
    };
  }

  return {
    provider: "smtp",
    // To connect, to be greeted, and to be silent for as long as allowed.
    answersWithin: 4 * timeout,
    address: bareAddress(from),
    inboundDomain: webhooks && inboundDomainOf(webhooks),
    server: new URL(url).hostname,
    send(mail, leaveBy) {
      const sending = send(mail, leaveBy).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
      return sending;
    },
    connect: (listener, http) => mountMailWebhooks(http, listener, { ...webhooks, log }),
    async stop() {
      await Promise.allSettled(inFlight);
      for (const { transport } of Object.values(lines)) (await transport)?.close();
    },
  };
}

const attachmentOf = ({ name, type, bytes }: MailFile) => ({
  filename: onOneLine(name),
  contentType: onOneLine(type),
  content: Buffer.from(bytes),
});

/** One stream's connections. A code somebody waits for is tried in any case. */
interface Line {
  readonly backOff: BackOff | undefined;
  transport?: ReturnType<typeof openTransport>;
}

/** Loads nodemailer at the first mail. */
async function openTransport(address: string) {
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport(address);
  transport.use("stream", ({ data, message }, done) => {
    const { leaveBy } = data as { readonly leaveBy?: Deadline };
    if (leaveBy) message.transform(endedAt(leaveBy));
    done();
  });
  return transport;
}

/** Passes a mail's content on until the deadline; a server drops what lacks its end. */
function endedAt(leaveBy: Deadline): Transform {
  const lateError = () => (leaveBy.hasPassed() ? new NeverLeft("the deadline passed before it left") : null);
  return new Transform({
    transform: (chunk, _encoding, done) => done(lateError(), chunk),
    flush: (done) => done(lateError()),
  });
}

/**
 * Has the pool's connections send what they have at once. By default the last bytes of a mail wait for the server to
 * acknowledge those before them, which servers put off: without this, a mail takes three times as long. nodemailer has no
 * option for it; where it names these fields otherwise, mails are slower and arrive all the same.
 */
function sendWithoutDelay({ transporter }: { readonly transporter: unknown }): void {
  const pool = transporter as { readonly _connections?: readonly PooledConnection[] };
  for (const { connection } of pool._connections ?? []) {
    const socket = connection?._socket;
    if (socket instanceof Socket) socket.setNoDelay(true);
  }
}

interface PooledConnection {
  readonly connection?: { readonly _socket?: unknown };
}

/** nodemailer reads options next to a URL only from its query. Options already in the URL win. */
function withPoolOptions(address: string, timeout: number): string {
  const url = new URL(address);
  const options = {
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    // By default the pool resends a mail when its connection breaks; only the caller may decide to retry.
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 2 * timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  for (const [name, value] of Object.entries(options)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}
