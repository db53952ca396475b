import type { Email, MailResult, OutgoingMail } from "#ports/email/email.ts";

/** A mailbox that a test inspects, with failures on request. */
export interface RecordedMails extends Email {
  /** The mails sent, in order. */
  readonly sent: OutgoingMail[];
  /** The latest mail to an address. */
  to(address: string): OutgoingMail | undefined;
  /** Returns these results for the next mails; later ones are accepted again. */
  answerNext(...results: MailResult[]): void;
}

export function createRecordedMails(): RecordedMails {
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
