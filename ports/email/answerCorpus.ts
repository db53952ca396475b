import { type CorpusMail, lines, type OriginalMail, originalHeaders, report } from "./bounceCorpus.ts";

/* For tests: what junk buttons, people and their programs answer. */

function answer(headers: string[], body: string): string {
  return lines(...headers, "", body);
}

/** Automatic answers, complaints, delays, people. */
export function otherCorpus(original: OriginalMail): CorpusMail[] {
  const to = `To: ${original.sender ?? "mail@rooftop.test"}`;
  const about = `In-Reply-To: <${original.reference}@rooftop.test>`;
  const away = "I'm out of the office until Monday. Call 555-0142. 550 5.1.1 is only a joke.";
  const feedback = (from: string, type: string, more: string[] = []) =>
    lines(
      `From: ${from}`,
      to,
      "Subject: FW: Winter tires",
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
      "",
      "--=_f",
      "Content-Type: text/plain",
      "",
      "This is an email abuse report.",
      "",
      "--=_f",
      "Content-Type: message/feedback-report",
      "",
      `Feedback-Type: ${type}`,
      "User-Agent: SomeGenerator/1.0",
      "Version: 1",
      ...more,
      "",
      "--=_f",
      "Content-Type: message/rfc822",
      "Content-Disposition: inline",
      "",
      originalHeaders(original),
      "",
      "Hello.",
      "--=_f--",
      "",
    );
  const delayed = (action: string) =>
    report(
      "MAILER-DAEMON@mx.example.com",
      original,
      "A notice.",
      lines("Reporting-MTA: dns; mx", "", `Action: ${action}`, "Status: 4.4.1"),
    );
  return [
    {
      name: "gmail away",
      kind: "auto_replied",
      raw: answer(
        [
          "From: ana@gmail.com",
          to,
          about,
          "Precedence: bulk",
          "X-Autoreply: yes",
          "Auto-Submitted: auto-replied",
          "Subject: Out of office Re: Winter tires",
        ],
        away,
      ),
    },
    {
      name: "exchange away",
      kind: "auto_replied",
      raw: answer(
        [
          "Return-Path: <>",
          "From: ana@contoso.com",
          to,
          about,
          "Auto-Submitted: auto-generated",
          "X-Auto-Response-Suppress: All",
          "Subject: Automatic reply: Winter tires",
        ],
        away,
      ),
    },
    {
      name: "vacation(1) away",
      kind: "auto_replied",
      raw: answer(
        ["Return-Path: <>", "From: ana@unix.example", to, about, "Precedence: auto_reply", "Subject: away"],
        away,
      ),
    },
    {
      name: "cpanel away",
      kind: "auto_replied",
      raw: answer(["From: ana@cpanel.example", to, about, "X-Autorespond: Winter tires", "Subject: I'm away"], away),
    },
    {
      name: "sieve away",
      kind: "auto_replied",
      raw: answer(
        [
          "Return-Path: <>",
          "From: ana@dovecot.example",
          to,
          about,
          "Auto-Submitted: auto-replied (vacation)",
          "Subject: Auto: Winter tires",
        ],
        away,
      ),
    },
    {
      name: "yahoo complaint",
      kind: "complained",
      raw: feedback("Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>", "abuse"),
    },
    {
      name: "comcast complaint",
      kind: "complained",
      raw: feedback("feedback@feedback.comcast.net", "abuse", ["Original-Rcpt-To: ana@comcast.net"]),
    },
    {
      name: "aol complaint",
      kind: "complained",
      raw: feedback("scomp@aol.net", "Abuse", ["Redacted-Address: redacted"]),
    },
    { name: "fraud complaint", kind: "complained", raw: feedback("abuse@fastmail.example", "fraud") },
    {
      name: "outlook complaint",
      kind: "complained",
      raw: lines(
        "From: staff@hotmail.com",
        to,
        "Subject: complaint about message from 192.0.2.1",
        "X-HmXmrOriginalRecipient: ana@hotmail.com",
        'Content-Type: multipart/mixed; boundary="=_o"',
        "",
        "--=_o",
        "Content-Type: message/rfc822",
        "",
        originalHeaders(original),
        "",
        "Hello.",
        "--=_o--",
      ),
    },
    { name: "list opt-out", kind: "unsubscribed", raw: feedback("fbl@example.com", "opt-out") },
    { name: "not junk after all", kind: undefined, raw: feedback("fbl@example.com", "not-spam") },
    { name: "forged sender report", kind: undefined, raw: feedback("dmarc@example.com", "auth-failure") },
    { name: "delayed", kind: "deferred", raw: delayed("delayed") },
    { name: "delivered", kind: "delivered", raw: delayed("delivered") },
    { name: "relayed", kind: "delivered", raw: delayed("relayed") },
    { name: "expanded", kind: "delivered", raw: delayed("expanded") },
    {
      name: "exim warning",
      kind: "deferred",
      raw: answer(
        [
          "Return-Path: <>",
          "From: Mailer-Daemon@mx.example",
          to,
          "Subject: Warning: message could not be delivered yet",
          about,
        ],
        "The message has not yet been delivered. Delivery attempts continue; still trying. 451 4.7.1 later",
      ),
    },
    {
      name: "a person's answer",
      kind: undefined,
      raw: answer(
        ["From: ana@gmail.com", to, about, "Subject: Re: Winter tires"],
        "How much? My number is 555 0142. Is it 5.1.1?",
      ),
    },
    {
      name: "a person's mail about failures",
      kind: undefined,
      raw: answer(
        ["From: ana@gmail.com", to, "Subject: Delivery failure of my car"],
        "It was delivered with 550 miles.",
      ),
    },
    {
      name: "an email that a program sent to unsubscribe",
      kind: "unsubscribed",
      raw: answer(
        [
          "From: ana@icloud.com",
          `To: u+${original.reference}@bounces.rooftop.test`,
          "Subject: unsubscribe",
          "Auto-Submitted: auto-replied",
          "X-Apple-Unsubscribe: true",
        ],
        "Sent by the app to leave this list.",
      ),
    },
    {
      name: "an email to unsubscribe, sent while away",
      kind: "unsubscribed",
      raw: answer(
        [
          "From: ana@gmail.com",
          `To: "Harbor" <U+${original.reference.toUpperCase()}@bounces.rooftop.test>`,
          "Subject: Out of office",
          "Precedence: auto_reply",
        ],
        "550 5.1.1 is no bounce here.",
      ),
    },
    {
      name: "ionos",
      kind: "bounced",
      bounce: "hard",
      raw: answer(
        [
          "Return-Path: <>",
          'From: "Mail Delivery System" <mailer-daemon@kunden.example.de>',
          to,
          "Auto-Submitted: auto-replied",
          "Subject: Mail delivery failed: returning message to sender",
        ],
        lines(
          "Your mail could not be delivered to this recipient:",
          "",
          "  ana@example.com:",
          "  SMTP error from remote server for RCPT TO command, reason: 550 5.1.1 User unknown",
          "",
          "--- The header of the original message is following. ---",
          originalHeaders(original),
        ),
      ),
    },
    {
      name: "a postmaster who is away",
      kind: "auto_replied",
      raw: answer(
        [
          "Return-Path: <>",
          "From: postmaster@small.example",
          to,
          about,
          "Auto-Submitted: auto-replied",
          "Subject: Out of office: Returned mail",
        ],
        away,
      ),
    },
    {
      name: "an email to unsubscribe",
      kind: "unsubscribed",
      raw: answer(
        ["From: ana@gmail.com", `To: u+${original.reference}@bounces.rooftop.test`, "Subject: unsubscribe"],
        "",
      ),
    },
  ];
}
