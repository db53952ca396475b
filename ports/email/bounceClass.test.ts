import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classOfFailure } from "./bounceClass.ts";
import { failures } from "./bounceCorpus.ts";
import { sendgridEvents } from "./sendgridEvents.ts";
import { sesEvents } from "./sesEvents.ts";

type SaidFailure = readonly [status: string, words: string];

/** What servers say, by what it means for the person's address. */
const table: Record<"hard" | "soft" | "policy", readonly SaidFailure[]> = {
  hard: [
    ["5.1.1", ""],
    ["5.1.1", "550 5.1.1 <ana@example.com> User unknown"],
    ["", "550 5.1.1 User doesn't exist: ana@example.com"],
    ["5.1.10", ""],
    ["5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@example.com not found by SMTP address lookup"],
    [
      "5.4.1",
      "550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [XX0.eop-nam12.prod.protection.example.com]",
    ],
    ["5.4.1", "550 5.4.1 [ana@example.com]: Recipient address rejected: Access denied"],
    ["5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable"],
    ["5.0.0", "550 Requested action not taken: mailbox unavailable"],
    ["5.4.310", "550 5.4.310 DNS domain exmaple.com does not exist"],
    ["5.1.0", "550 #5.1.0 Address rejected."],
    ["5.1.0", "550 5.1.0 ana@example.com Recipient unknown"],
    ["5.2.1", "550 5.2.1 Mailbox disabled, not accepting messages"],
    ["5.2.1", "550 5.2.1 This account has been suspended"],
    ["5.0.0", "550 mx1.antispam.example.com said: no such user"],
    ["5.1.1", "550 permanent failure for one or more recipients (ana@barracuda-user.com:550 5.1.1 User unknown)"],
    ["5.7.1", "550 5.7.1 No such user: ana@example.com"],
    ["", "554 5.1.10 Recipient domain has a null MX"],
    ["5.7.1", "550 5.7.1 The recipient has blocked your address"],
    ["", "550 Unknown local part ana in <ana@example.com>"],
    ["5.1.1", "550 5.0.0 Rejected"],
  ],
  soft: [
    [
      "5.2.1",
      "550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n 550-5.2.1 prevents additional messages from being delivered. 550 5.2.1 try later",
    ],
    ["4.2.1", "450 4.2.1 The user you are trying to contact is receiving mail too quickly"],
    ["5.2.2", "552 5.2.2 mailbox full"],
    ["5.1.1", "552 5.2.2 The user's mailbox has exceeded its quota"],
    ["5.0.0", "550 Administrative prohibition"],
    ["5.1.0", ""],
    ["5.1.0", "550 5.1.0 Failure"],
    ["4.1.1", "450 4.1.1 User unknown, try again"],
    ["", "450 Requested mail action not taken: mailbox unavailable"],
    ["5.4.1", "550 5.4.1 No answer from host"],
    ["5.4.7", "554 5.4.7 Delivery expired (message too old) after 5 days"],
    ["4.4.7", "450 4.4.7 Message expired, connection timed out"],
    ["4.7.1", "451 4.7.1 Greylisting in action, please come back later"],
  ],
  policy: [
    [
      "5.1.0",
      "550 5.1.0 192.0.2.9 may not send for <dealer.example> according to its SPF record. Check your SPF settings",
    ],
    ["5.1.1", "550 5.7.1 IP address blacklisted by recipient"],
    [
      "5.1.1",
      "550 5.1.1 Mail from this server is refused, see https://www.spamhaus.org/query/ip/192.0.2.9 - listed in SBL",
    ],
    ["5.7.26", "550 5.7.26 This message does not pass authentication checks (SPF and DKIM both do not pass)"],
    ["5.1.1", "550 5.1.1 DMARC policy of dealer.example says reject"],
    ["5.2.1", "550 5.2.1 DKIM verification failed"],
    ["5.1.2", "550 5.1.2 Helo command rejected: Host not found"],
    ["5.1.1", "550 5.1.1 Sender verify failed"],
    ["5.1.8", "550 5.1.8 <mail@dealer.example>: Sender address rejected: Domain not found"],
    ["5.1.7", ""],
    ["5.1.1", "554 5.1.1 Message considered unsolicited bulk mail"],
    ["5.2.1", "550 5.2.1 Too many messages from your IP, sending rate exceeded"],
    ["5.1.1", "550 5.1.1 Daily sending quota exceeded"],
    ["4.7.0", "421 4.7.0 [TSS04] Messages from 192.0.2.9 temporarily deferred due to user complaints"],
    ["4.7.28", "421 4.7.28 Our system has detected an unusual rate of unsolicited mail"],
    ["5.2.3", "552 5.2.3 Message size exceeds fixed maximum message size"],
    ["5.3.4", "552 5.3.4 Message too large"],
    ["5.1.1", "554 5.1.1 Message content rejected: contains a URL in a list"],
    ["5.1.1", "550 5.1.1 Rejected due to its content"],
    ["5.0.0", "550 Relaying denied"],
    ["5.1.1", "550 5.1.1 Client host [192.0.2.9] blocked using zen.spamhaus.org"],
    ["5.4.1", "550 5.4.1 The sending IP has a poor reputation"],
    ["5.0.0", "550 No PTR record: reverse DNS lookup failed"],
    ["5.7.1", "550 5.7.1 Recipient address rejected: Access denied"],
    ["5.7.606", "550 5.7.606 Access denied, banned sending IP [192.0.2.9]"],
    ["", "550 Your domain does not exist"],
    ["", "554 5.7.5 Permanent error evaluating DMARC policy"],
  ],
};

describe("a failed delivery", () => {
  const rows = Object.entries(table).flatMap(([bounce, all]) => all.map(([status, words]) => [status, words, bounce]));
  test.each(rows)("%s %j is %s", (status, words, bounce) =>
    expect(classOfFailure({ status: status ?? "", words: words ?? "" })).toBe(bounce),
  );

  test("says nothing without words and codes", () => {
    for (const words of ["", "Hello, I am away"]) expect(classOfFailure({ words })).toBeUndefined();
    expect(classOfFailure({ status: "2.0.0", words: "" })).toBeUndefined();
  });

  test("never holds an address for what is said about us, whatever code stands beside it", () => {
    const codes = fc.constantFrom("5.1.1", "5.1.10", "5.2.1", "5.4.1", "5.1.0", "5.0.0", "5.1.2", "5.4.4", "5.5.0");
    const said = fc.constantFrom(
      "SPF check failed",
      "DKIM signature is missing",
      "rejected by DMARC",
      "your IP is on a block list",
      "listed at dnsbl.example.net",
      "poor sender reputation",
      "looks like spam",
      "sending rate exceeded",
      "too many connections",
      "message too big",
      "rejected for its content",
    );
    const spoken = (text: string) =>
      fc.constantFrom(text, text.toUpperCase(), `Sorry: ${text}.`, `${text} (see https://x.example/a)`);
    fc.assert(
      fc.property(
        codes,
        codes,
        said.chain(spoken),
        (status, inWords, words) => classOfFailure({ status, words: `550 ${inWords} ${words}` }) === "policy",
      ),
    );
  });

  test("doesn't depend on the names of hosts, addresses and links", () => {
    const name = fc.constantFrom(
      "spam.filter.example.com",
      "ana@blocklist.example",
      "https://policy.example/spf",
      "mx.reputation.example.net",
    );
    fc.assert(
      fc.property(fc.constantFrom(...failures), name, ([status, words, expected], named) => {
        expect(classOfFailure({ status, words: `${words} ${named}` })).toBe(expected);
      }),
    );
  });
});

describe("providers' reports", () => {
  const ses = (bounceType: string, bounceSubType: string, status = "", diagnosticCode = "") => {
    const bounce = { bounceType, bounceSubType, bouncedRecipients: [{ status, diagnosticCode }] };
    return sesEvents({
      id: "1",
      topic: "arn:aws:sns:us-east-1:123456789012:mail",
      message: { eventType: "Bounce", bounce, mail: {} },
    })[0]?.bounce;
  };
  const sendgrid = (type: string, status: string, reason: string) => {
    const events = sendgridEvents(JSON.stringify([{ event: "bounce", sg_event_id: "1", type, status, reason }]));
    return events === "unreadable" ? events : events[0]?.bounce;
  };

  test.each(Object.entries(table).flatMap(([bounce, all]) => all.map(([status, words]) => [status, words, bounce])))(
    "of %s %j: %s",
    (status = "", words = "", bounce) => {
      expect(ses("Permanent", "General", status, words && `smtp; ${words}`)).toBe(bounce);
      expect(ses("Transient", "General", status, words)).toBe(bounce === "hard" ? "soft" : bounce);
      expect(sendgrid("bounce", status, words)).toBe(bounce);
      expect(sendgrid("blocked", status, words)).toBe(bounce === "hard" ? "soft" : bounce);
    },
  );

  test("SES's own words count where the server said nothing", () => {
    expect(
      ["General", "NoEmail", "Suppressed", "OnAccountSuppressionList"].map((sub) => ses("Permanent", sub)),
    ).toEqual(Array(4).fill("hard"));
    expect(["MessageTooLarge", "ContentRejected", "AttachmentRejected"].map((sub) => ses("Transient", sub))).toEqual(
      Array(3).fill("policy"),
    );
    expect([ses("Transient", "MailboxFull"), ses("Undetermined", "Undetermined")]).toEqual(["soft", "soft"]);
  });
});
