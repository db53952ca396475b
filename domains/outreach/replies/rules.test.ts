import { describe, expect, test } from "vitest";
import { readReplyMailbox, replyMailbox } from "#core/server/signedLink.ts";
import { cutQuoted, isAutomatic, isBounce, isOwn, wantsNoEmails } from "./rules.ts";

describe("a mailbox for replies", () => {
  const mailbox = replyMailbox("a secret", 12, 3_456);

  test("fits before an at sign, says which email it is of, and survives capitals", () => {
    expect(replyMailbox("a secret", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(64);
    expect(readReplyMailbox(["a secret"], mailbox.toUpperCase())).toEqual({ dealer_id: 12, id: 3_456 });
    expect(readReplyMailbox(["a new secret", "a secret"], mailbox)).toEqual({ dealer_id: 12, id: 3_456 });
  });

  test.each([
    ["another secret's", replyMailbox("another", 12, 3_456)],
    ["another business's", mailbox.replace("reply-c-", "reply-d-")],
    ["another email's", mailbox.replace("-2o0-", "-2o1-")],
    ["a short signature", mailbox.slice(0, -1)],
    ["no signature", "reply-c-2o0-"],
    ["a lead's address", "leads-00112233445566778899"],
    ["nothing", ""],
  ])("doesn't open with %s", (_, other) => {
    expect(other).not.toBe(mailbox);
    expect(readReplyMailbox(["a secret"], other)).toBeUndefined();
  });
});

test.each([
  [[["auto-submitted", "auto-replied"]], "Re: Your Accord", true],
  [[["auto-submitted", "no"]], "Re: Your Accord", false],
  [[["x-autoreply", "yes"]], "Re: Your Accord", true],
  [[["x-autorespond", ""]], "Re: Your Accord", true],
  [[["precedence", "bulk"]], "Re: Your Accord", true],
  [[["precedence", "auto_reply"]], "Re: Your Accord", true],
  [[["precedence", "first-class"]], "Re: Your Accord", false],
  [[], "Out of Office: Your Accord", true],
  [[], "Automatic reply: Your Accord", true],
  [[], "Re: Out of office hours", false],
  [[], "Outside of the office", false],
  [[["x-mailer", "Outlook"]], "Your Accord", false],
] as const)("%j with the subject %j was written by a program: %s", (headers, subject, expected) => {
  expect(isAutomatic(headersOf(headers), subject)).toBe(expected);
});

test.each([
  [[["content-type", 'multipart/report; report-type=delivery-status; boundary="x"']], "renee@example.com", true],
  [[["content-type", "multipart/report; report-type=disposition-notification"]], "renee@example.com", false],
  [[], "MAILER-DAEMON@example.com", true],
  [[], "postmaster@example.com", true],
  [[["return-path", "<>"]], "", true],
  [[["content-type", "text/plain"]], "renee@example.com", false],
] as const)("%j of %j is a bounce: %s", (headers, sender, expected) => {
  expect(isBounce(headersOf(headers), sender)).toBe(expected);
});

test.each([
  [[["x-rooftop-reply-copy", "12"]], "sales@northside.example", true],
  [[], "mail@rooftop.test", true],
  [[], "MAIL@rooftop.test", true],
  [[], "leads-1@Leads.example.com", true],
  [[], "renee@example.com", false],
  [[], "renee@notleads.example.com", false],
] as const)("%j of %j is ours: %s", (headers, sender, expected) => {
  expect(isOwn(headersOf(headers), sender, { domain: "leads.example.com", address: "mail@rooftop.test" })).toBe(
    expected,
  );
});

const headersOf = (headers: readonly (readonly [string, string])[]) => headers.map(([key, value]) => ({ key, value }));

test.each([
  ["nothing", "Yes, please", "Yes, please", ""],
  [
    "Gmail",
    "Tomorrow works.\r\n\r\nOn Fri, Nov 20, 2026 at 9:14 AM Sam Park <reply-1@x.com> wrote:\r\n\r\n> Hi Renee,\r\n>\r\n> it is here.\r\n",
    "Tomorrow works.",
    "On Fri, Nov 20, 2026 at 9:14 AM Sam Park <reply-1@x.com> wrote:\n\n> Hi Renee,\n>\n> it is here.",
  ],
  [
    "Gmail, broken into two lines",
    "Tomorrow works.\n\nOn Fri, Nov 20, 2026 at 9:14 AM Northside Ford of Troy\n<reply-1@leads.example.com> wrote:\n> Hi",
    "Tomorrow works.",
    "On Fri, Nov 20, 2026 at 9:14 AM Northside Ford of Troy\n<reply-1@leads.example.com> wrote:\n> Hi",
  ],
  [
    "Outlook",
    "Tomorrow works.\n\n________________________________\nFrom: Sam <a@b.com>\nSent: Friday\nTo: Renee\nSubject: Your Accord\n\nHi Renee",
    "Tomorrow works.",
    "________________________________\nFrom: Sam <a@b.com>\nSent: Friday\nTo: Renee\nSubject: Your Accord\n\nHi Renee",
  ],
  [
    "an original message",
    "No thanks\n-----Original Message-----\nFrom: Sam\nHi",
    "No thanks",
    "-----Original Message-----\nFrom: Sam\nHi",
  ],
  [
    "a phone without marks",
    "Yes\n\nOn Nov 20, 2026, at 9:14 AM, Sam <a@b.com> wrote:\n\nHi Renee",
    "Yes",
    "On Nov 20, 2026, at 9:14 AM, Sam <a@b.com> wrote:\n\nHi Renee",
  ],
  [
    "Spanish",
    "Sí\n\nEl vie, 20 nov 2026 a las 9:14, Sam (<a@b.com>) escribió:\n> Hola",
    "Sí",
    "El vie, 20 nov 2026 a las 9:14, Sam (<a@b.com>) escribió:\n> Hola",
  ],
  ["marks alone", "Yes\n> Hi Renee\n> it is here", "Yes", "> Hi Renee\n> it is here"],
  [
    "answers between",
    "> Is 3 pm good?\nYes\n> And the trade-in?\nIt is a Civic",
    "> Is 3 pm good?\nYes\n> And the trade-in?\nIt is a Civic",
    "",
  ],
  [
    "an answer below",
    "On Fri, Nov 20, 2026 at 9:14 AM Sam <a@b.com> wrote:\n> Is 3 pm good?\n\nYes",
    "On Fri, Nov 20, 2026 at 9:14 AM Sam <a@b.com> wrote:\n> Is 3 pm good?\n\nYes",
    "",
  ],
  ["only a quotation", "> Hi Renee", "> Hi Renee", ""],
  ["words like a head", "From: my phone\nI can come on Friday", "From: my phone\nI can come on Friday", ""],
  [
    "a sentence like an attribution",
    "On Friday my wife wrote:\nshe wants 2 keys",
    "On Friday my wife wrote:\nshe wants 2 keys",
    "",
  ],
])("a reply with %s loses no word", (_, text, words, quoted) => {
  expect(cutQuoted(text)).toEqual({ words, quoted });
});

test("a long reply takes no time", () => {
  const began = process.cpuUsage().user;
  cutQuoted(`On ${"x 1 wrote ".repeat(20_000)}`);
  cutQuoted("On 1 x\n".repeat(20_000));
  cutQuoted("> \n".repeat(50_000));
  cutQuoted(`${"_".repeat(20)}\n`.repeat(5_000));
  expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
});

test.each([
  ["unsubscribe", true],
  ["Please stop emailing me.", true],
  ["STOP", true],
  ["don't email me again", true],
  ["Take me off your list", true],
  ["Can I stop by on Friday?", false],
  ["Please email me the numbers", false],
  [`unsubscribe ${"long words ".repeat(40)}`, false],
])("%j asks for no more emails: %s", (words, expected) => {
  expect(wantsNoEmails(words)).toBe(expected);
});
