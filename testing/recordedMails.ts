import { pino } from "pino";
import type { Email, EmailListener, MailEvent, MailResult, OutgoingMail } from "#ports/email/email.ts";
import { type MailWebhookSettings, mountMailWebhooks } from "#ports/email/webhooks.ts";

/** A mailbox that a test inspects, with failures on request. */
export interface RecordedMails extends Email {
  /** The mails sent, in order. */
  readonly sent: OutgoingMail[];
  /** The latest mail to an address. */
  to(address: string): OutgoingMail | undefined;
  /** Returns these results for the next mails; later ones are accepted again. */
  answerNext(...results: MailResult[]): void;
  /** Reports what became of a mail, as a provider would. */
  report(event: MailEvent): Promise<void>;
}

/** @param webhooks are mounted when the app connects; default: none. */
export function createRecordedMails(webhooks: MailWebhookSettings = {}): RecordedMails {
  let listener: EmailListener | undefined;
  const sent: OutgoingMail[] = [];
  const results: MailResult[] = [];
  return {
    provider: "kept",
    answersWithin: 1_000,
    address: "mail@rooftop.test",
    server: "smtp.sendgrid.net",
    inboundDomain: webhooks.inboundDomain,
    sent,
    to: (address) => sent.findLast(({ to }) => to === address),
    answerNext: (...next) => void results.push(...next),
    async send(mail, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "busy", retryAfter: 1 };
      sent.push(mail);
      return results.shift() ?? { kind: "accepted", id: `<${mail.reference}@rooftop.test>` };
    },
    async report(event) {
      await listener?.onMailEvent(event);
    },
    async connect(connected, http) {
      listener = connected;
      await mountMailWebhooks(http, connected, { log: pino({ level: "silent" }), ...webhooks });
    },
    async stop() {},
  };
}
