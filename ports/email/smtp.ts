import nodemailer from "nodemailer";
import type { Log } from "../log.ts";
import type { Email, MailResult, OutgoingMail } from "./email.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte. */
  readonly url: string;
  /** Whom mails come from: an address, or `Name <address>`. */
  readonly from: string;
  readonly log: Log;
  /** Milliseconds that a server may be silent; shorter in tests. */
  readonly timeout?: number;
}

/** What nodemailer's errors carry besides their message. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Makes the adapter to a mail server: a few connections, kept open while there is work for them. */
export function createSmtp({ url, from, log, timeout = 20_000 }: SmtpSettings): Email {
  const transport = nodemailer.createTransport(withSettings(url, timeout));
  const underway = new Set<Promise<MailResult>>();
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";

  async function send(mail: OutgoingMail): Promise<MailResult> {
    const messageId = `<${mail.reference.replace(/[^\w.-]/g, "-")}@${domain}>`;
    try {
      const { to, subject, text, html, headers = {} } = mail;
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text, html, headers, messageId });
      return { kind: "accepted", id: messageId };
    } catch (error) {
      const result = resultOf(error as SmtpError);
      // A mail server's words may quote the address, never the mail.
      log.warn({ reference: mail.reference, result }, "a mail was not taken");
      return result;
    }
  }

  return {
    provider: "smtp",
    send(mail) {
      const sending = send(mail).finally(() => underway.delete(sending));
      underway.add(sending);
      return sending;
    },
    async stop() {
      await Promise.allSettled(underway);
      transport.close();
    },
  };
}

/** Beside an address, nodemailer takes settings only from that address's query. What is set there already stands. */
function withSettings(address: string, timeout: number): string {
  const url = new URL(address);
  const settings = {
    ...{ pool: true, maxConnections: 3, maxMessages: 100 },
    // The pool hands a mail to another connection by itself when one breaks; only we may decide on that.
    maxRequeues: 0,
    ...{ connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: 2 * timeout, dnsTimeout: timeout },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
  for (const [name, value] of Object.entries(settings)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Failures to get in at all: the mail was still with us. */
const atTheDoor = ["EDNS", "EAUTH", "ETLS", "EPROTOCOL", "NoAuth"];
const beforeAnyWord = /^(Connection timeout|Greeting never received|Connection pool was closed|Reached maximum number)/;

function resultOf(error: SmtpError): MailResult {
  const { code = "", syscall, responseCode, response, message } = error;
  if (syscall === "connect" || atTheDoor.includes(code) || beforeAnyWord.test(message)) return { kind: "busy" };
  if (code === "EENVELOPE" && responseCode === undefined) return { kind: "refused", words: message };
  if (responseCode !== undefined && responseCode >= 500) return { kind: "refused", words: response ?? message };
  if (responseCode !== undefined) return { kind: "busy" };
  return { kind: "lost", why: message };
}
