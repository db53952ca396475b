import type { Log } from "../log.ts";
import type { Email, MailResult, OutgoingMail } from "./email.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte. */
  readonly url: string;
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
  readonly log: Log;
  /** Milliseconds the server may stay silent; shorter in tests. */
  readonly timeout?: number;
}

/** The fields that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Sends through a mail server over a small connection pool. */
export function createSmtp({ url, from, log, timeout = 20_000 }: SmtpSettings): Email {
  const address = withPoolOptions(url, timeout);
  let transport: ReturnType<typeof openTransport> | undefined;
  const inFlight = new Set<Promise<MailResult>>();
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";

  async function send(mail: OutgoingMail): Promise<MailResult> {
    const messageId = `<${mail.reference.replace(/[^\w.-]/g, "-")}@${domain}>`;
    try {
      const { to, subject, text, html, headers = {} } = mail;
      transport ??= openTransport(address);
      await (await transport).sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers,
        messageId,
      });
      return { kind: "accepted", id: messageId };
    } catch (error) {
      const result = resultOf(error as SmtpError);
      // A server's reply may quote the address, never the mail.
      log.warn({ reference: mail.reference, result }, "an email could not be sent");
      return result;
    }
  }

  return {
    provider: "smtp",
    send(mail) {
      const sending = send(mail).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
      return sending;
    },
    async stop() {
      await Promise.allSettled(inFlight);
      (await transport)?.close();
    },
  };
}

/** Loads nodemailer at the first mail. */
async function openTransport(address: string) {
  const { default: nodemailer } = await import("nodemailer");
  return nodemailer.createTransport(address);
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

/** Failures before the server accepted anything: the mail was not sent. */
const preSendCodes = ["EDNS", "EAUTH", "ETLS", "EPROTOCOL", "NoAuth"];
const preSendMessages =
  /^(Connection timeout|Greeting never received|Connection pool was closed|Reached maximum number)/;

function resultOf(error: SmtpError): MailResult {
  const { code = "", syscall, responseCode, response, message } = error;
  if (syscall === "connect" || preSendCodes.includes(code) || preSendMessages.test(message)) return { kind: "busy" };
  if (code === "EENVELOPE" && responseCode === undefined) return { kind: "refused", words: message };
  if (responseCode !== undefined && responseCode >= 500) return { kind: "refused", words: response ?? message };
  if (responseCode !== undefined) return { kind: "busy" };
  return { kind: "lost", why: message };
}
