import type { BounceClass, MailEvent } from "./email.ts";

/* For tests: how mail servers say that a mail could not be delivered, in the words of those that say it most. */

/** An answer with what it means. */
export interface CorpusMail {
  readonly name: string;
  readonly raw: string;
  readonly kind: MailEvent["kind"] | undefined;
  readonly bounce?: BounceClass;
}

/** The mail that a bounce answers. */
export interface OriginalMail {
  readonly reference: string;
  readonly to: string;
  /** The address that bounces go to, where one is set up. */
  readonly sender?: string;
}

type DeliveryFailure = readonly [status: string, words: string, expected: BounceClass];

/** Each class in the words of several servers; the code of the reply is part of them. */
export const failures: readonly DeliveryFailure[] = [
  ["5.1.0", "550 5.1.0 Address rejected.", "hard"],
  ["5.1.1", "550-5.1.1 The email account that you tried to reach does not exist.", "hard"],
  ["5.1.1", "550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown in virtual mailbox table", "hard"],
  ["5.1.2", "550 5.1.2 Bad destination system address", "hard"],
  ["5.1.3", "553 5.1.3 Bad destination mailbox address syntax", "hard"],
  ["5.1.6", "550 5.1.6 Recipient no longer on server", "hard"],
  ["5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "hard"],
  ["5.2.1", "550 5.2.1 The email account that you tried to reach is disabled.", "hard"],
  ["5.4.4", "550 5.4.4 Host or domain name not found. Name service error for name=exmaple.com", "hard"],
  ["5.2.2", "552 5.2.2 The email account that you tried to reach is over quota", "soft"],
  ["5.2.1", "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents others", "soft"],
  ["5.2.3", "552 5.2.3 Message exceeds maximum fixed size", "policy"],
  ["5.3.4", "552 5.3.4 Message too big for system", "policy"],
  ["4.2.2", "452 4.2.2 The recipient's inbox is out of storage space", "soft"],
  ["4.4.7", "450 4.4.7 Message expired, connection timed out", "soft"],
  ["4.7.0", "421 4.7.0 [TSS04] Messages temporarily deferred due to user complaints", "policy"],
  ["5.7.1", "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Contact your provider", "policy"],
  ["5.7.1", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "policy"],
  ["5.7.26", "550 5.7.26 This email is unauthenticated, which poses a security risk", "policy"],
  ["5.7.9", "554 5.7.9 Message not accepted for policy reasons", "policy"],
  ["5.6.0", "554 5.6.0 Message content rejected", "policy"],
  // Microsoft's words for a recipient that doesn't exist
  ["5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DM6NAM.example.com]", "hard"],
  ["5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)", "hard"],
  // Codes of a person with words about us
  ["5.1.0", "550 5.1.0 192.0.2.9 may not send for <harbor.example> according to its SPF record", "policy"],
  ["5.1.1", "550 5.7.1 IP address blacklisted by recipient", "policy"],
  ["5.1.1", "550 5.1.1 Sender address rejected: Domain not found", "policy"],
  ["5.1.8", "550 5.1.8 Access denied, bad outbound sender", "policy"],
  ["5.2.1", "550 5.2.1 Your IP address exceeded its sending rate. Slow down", "policy"],
  ["5.1.1", "550 5.1.1 DKIM signature required for this domain", "policy"],
];

/** Replies without an enhanced code, or with one that stands for anything. */
export const vagueFailures: readonly DeliveryFailure[] = [
  ["5.0.0", "550 No such user here", "hard"],
  ["5.0.0", "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com)", "hard"],
  ["5.0.0", "550 Requested action not taken: mailbox unavailable or does not exist", "hard"],
  ["5.0.0", "550 El usuario no existe", "hard"],
  ["5.0.0", "550 Utilisateur inconnu", "hard"],
  ["5.0.0", "550 Empfänger unbekannt", "hard"],
  ["5.0.0", "552 Mailbox full", "soft"],
  ["5.0.0", "552 Das Postfach ist voll", "soft"],
  ["5.0.0", "554 Message rejected as spam", "policy"],
  ["5.0.0", "550 Administrative prohibition", "soft"],
];

export const lines = (...all: string[]) => all.join("\r\n");

export function originalHeaders({ reference, to }: OriginalMail): string {
  return lines(
    `Message-ID: <${reference}@rooftop.test>`,
    "From: Harbor Motors <mail@rooftop.test>",
    `To: ${to}`,
    "Subject: Winter tires, 20% off",
    "MIME-Version: 1.0",
  );
}

export function report(
  from: string,
  original: OriginalMail,
  human: string,
  status: string,
  headers: string[] = [],
): string {
  return lines(
    "Return-Path: <>",
    `From: ${from}`,
    `To: ${original.sender ?? "mail@rooftop.test"}`,
    `Message-ID: <${Math.abs(hash(status + human))}@mx.example.com>`,
    ...headers,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
    "",
    "--=_b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    human,
    "",
    "--=_b",
    "Content-Type: message/delivery-status",
    "",
    status,
    "",
    "--=_b",
    headers.includes("X-Whole: 1") ? "Content-Type: message/rfc822" : "Content-Type: text/rfc822-headers",
    "",
    originalHeaders(original),
    "",
    "--=_b--",
    "",
  );
}

const hash = (text: string) => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, 7);

type Wording = (original: OriginalMail, status: string, words: string) => string;

/** How each server writes that a mail could not be delivered. */
export const bounceWordings: Readonly<Record<string, Wording>> = {
  postfix: (original, status, words) =>
    report(
      "MAILER-DAEMON@mx.example.com (Mail Delivery System)",
      original,
      `This is the postfix system at host mx.example.com.\r\n\r\n<${original.to}>: host mail.example.com said: ${words}`,
      lines(
        "Reporting-MTA: dns; mx.example.com",
        "X-Postfix-Queue-ID: 4F3A2",
        "",
        `Final-Recipient: rfc822; ${original.to}`,
        "Action: failed",
        `Status: ${status}`,
        "Remote-MTA: dns; mail.example.com",
        `Diagnostic-Code: smtp; ${words.slice(0, 30)}\r\n    ${words.slice(30)}`,
      ),
      ["Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied"],
    ),
  gmail: (original, status, words) =>
    report(
      "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      original,
      `** Address not found **\r\n\r\nYour message wasn't delivered to ${original.to}.`,
      lines(
        "Reporting-MTA: dns; googlemail.com",
        "",
        "Action: failed",
        `Final-Recipient: rfc822; ${original.to}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${words}`,
      ),
      [
        "Subject: Delivery Status Notification (Failure)",
        `X-Failed-Recipients: ${original.to}`,
        "Auto-Submitted: auto-replied",
        "X-Whole: 1",
      ],
    ),
  exchange: (original, status, words) =>
    report(
      "postmaster@contoso.onmicrosoft.com",
      original,
      "Your message couldn't be delivered.",
      lines(
        "Reporting-MTA: dns;BN8.prod.outlook.com",
        "",
        `Final-Recipient: rfc822;${original.to}`,
        "Action: failed",
        `Status: ${status}`,
        `Diagnostic-Code: smtp;${words}`,
        "X-Display-Name: Ana",
      ),
      ["Subject: Undeliverable: Winter tires", "Auto-Submitted: auto-generated"],
    ),
  sendmail: (original, status, words) =>
    report(
      "Mail Delivery Subsystem <MAILER-DAEMON@relay.example.com>",
      original,
      `   ----- The following addresses had permanent fatal errors -----\r\n<${original.to}>`,
      lines(
        "Reporting-MTA: dns; relay.example.com",
        "Arrival-Date: Mon, 2 Nov 2026 10:00:00 GMT",
        "",
        `Final-Recipient: RFC822; ${original.to}`,
        "Action: failed",
        `Status: ${status}`,
        `Diagnostic-Code: SMTP; ${words}`,
      ),
      ["Subject: Returned mail: see transcript for details", "X-Whole: 1"],
    ),
  exim: (original, _status, words) =>
    lines(
      "Return-path: <>",
      "From: Mail Delivery System <Mailer-Daemon@mx.example.com>",
      `To: ${original.sender ?? "mail@rooftop.test"}`,
      `X-Failed-Recipients: ${original.to}`,
      "Auto-Submitted: auto-replied",
      "Subject: Mail delivery failed: returning message to sender",
      "",
      "This message was created automatically by mail delivery software.",
      "",
      `  ${original.to}`,
      "    SMTP error from remote mail server after RCPT TO:",
      `    ${words}`,
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
      originalHeaders(original),
      "",
      "550 5.1.1 is no word of the server, but of the message itself.",
    ),
  qmail: (original, _status, words) =>
    lines(
      "Return-Path: <>",
      "From: MAILER-DAEMON@qmail.example.com",
      `To: ${original.sender ?? "mail@rooftop.test"}`,
      "Subject: failure notice",
      "",
      "Hi. This is the qmail-send program at qmail.example.com.",
      `<${original.to}>:`,
      "192.0.2.7 does not like recipient.",
      `Remote host said: ${words}`,
      "Giving up on 192.0.2.7.",
      "",
      "--- Below this line is a copy of the message.",
      "",
      "Return-Path: <mail@rooftop.test>",
      originalHeaders(original),
    ),
};

/** Every class in every server's words. Plain bounces have no status of their own. */
export function bounceCorpus(original: OriginalMail): CorpusMail[] {
  return [...failures, ...vagueFailures].flatMap(([status, words, bounce]) =>
    Object.entries(bounceWordings).map(([server, write]) => ({
      name: `${server} ${words}`,
      raw: write(original, status, words),
      kind: "bounced" as const,
      bounce,
    })),
  );
}
