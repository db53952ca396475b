import type { Email, MailResult, OutgoingMail } from "#ports/email/email.ts";

/** A mailbox that a test looks into, and that fails as it is told to. */
export interface KeptMails extends Email {
  /** What was handed over, in order. */
  readonly sent: OutgoingMail[];
  /** The newest to an address. */
  to(address: string): OutgoingMail | undefined;
  /** Answers the next mails like this; afterwards everything is accepted again. */
  answerNext(...results: MailResult[]): void;
}

export function createKeptMails(): KeptMails {
  const sent: OutgoingMail[] = [];
  const results: MailResult[] = [];
  return {
    provider: "kept",
    sent,
    to: (address) => sent.findLast(({ to }) => to === address),
    answerNext: (...next) => void results.push(...next),
    async send(mail) {
      sent.push(mail);
      return results.shift() ?? { kind: "accepted", id: `<${mail.reference}@rooftop.test>` };
    },
    async stop() {},
  };
}
