/* What a simulated mailbox answers: the same mails that real servers, programs and junk buttons send. */

export const mailReactions = ["bounce_hard", "bounce_soft", "out_of_office", "complain"] as const;
export type MailReaction = (typeof mailReactions)[number];

/** The mail that a simulated mailbox answers, as it has it. */
interface AnsweredMail {
  readonly to: string;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
}

const failures = {
  bounce_hard: ["5.1.1", "550 5.1.1 The email account that you tried to reach does not exist"],
  bounce_soft: ["4.2.2", "452 4.2.2 The mailbox is full"],
} as const;

/** The answer as a raw mail (RFC 5322). */
export function simulatedAnswer(mail: AnsweredMail, reaction: MailReaction): string {
  if (reaction === "out_of_office") return outOfOffice(mail);
  if (reaction === "complain") return complaint(mail);
  const [status, words] = failures[reaction];
  const report = lines(
    "Reporting-MTA: dns; mailbox.rooftop.test",
    "",
    `Final-Recipient: rfc822; ${mail.to}`,
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
  );
  const headers = ["Return-Path: <>", "From: MAILER-DAEMON@mailbox.rooftop.test", "Subject: Undelivered mail"];
  return multipart(mail, headers, "delivery-status", report, "text/rfc822-headers");
}

function outOfOffice(mail: AnsweredMail): string {
  return lines(
    `From: ${mail.to}`,
    `To: ${sender(mail)}`,
    `Message-ID: ${freshId()}`,
    "Auto-Submitted: auto-replied",
    "Subject: Out of office",
    `In-Reply-To: ${mail.headers["Message-ID"] ?? ""}`,
    "",
    "I'm away until Monday.",
  );
}

function complaint(mail: AnsweredMail): string {
  const report = lines("Feedback-Type: abuse", "User-Agent: Simulator/1", "Version: 1");
  const headers = ["From: feedback@mailbox.rooftop.test", "Subject: Spam report"];
  return multipart(mail, headers, "feedback-report", report, "message/rfc822");
}

function multipart(mail: AnsweredMail, headers: string[], type: string, report: string, copy: string): string {
  const part = (kind: string, text: string) => lines("--=_part", `Content-Type: ${kind}`, "", text, "");
  return lines(
    ...headers,
    `To: ${sender(mail)}`,
    `Message-ID: ${freshId()}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary="=_part"`,
    "",
    part("text/plain", "This is an automatic report."),
    part(`message/${type}`, report),
    part(copy, lines(`Message-ID: ${mail.headers["Message-ID"] ?? ""}`, `To: ${mail.to}`, "")),
    "--=_part--",
    "",
  );
}

const sender = ({ headers }: AnsweredMail) => (headers["Return-Path"] ?? "").replace(/[<>]/g, "");
const freshId = () => `<${crypto.randomUUID()}@mailbox.rooftop.test>`;
const lines = (...all: string[]) => all.join("\r\n");
