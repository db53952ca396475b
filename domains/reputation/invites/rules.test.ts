import { expect, test } from "vitest";
import { skipReasons } from "#domains/marketing/rules/rules.ts";
import { readContact } from "./contract.ts";
import {
  agoInWords,
  inviteMail,
  inviteText,
  isCoolingDown,
  leftOutTexts,
  mayMailInstead,
  refusalText,
  reminderText,
  stateOf,
} from "./rules.ts";

const minute = 60_000;

test.each([
  [0, "0 minutes ago"],
  [minute, "1 minute ago"],
  [59 * minute + 59_000, "59 minutes ago"],
  [60 * minute, "1 hour ago"],
  [1439 * minute, "23 hours ago"],
  [1440 * minute, "1 day ago"],
  [59 * 1440 * minute, "59 days ago"],
  [-5000, "0 minutes ago"],
])("%i ms are %s", (ms, words) => {
  expect(agoInWords(ms)).toBe(words);
});

test("the cool-down ends to the millisecond", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms);
  expect(isCoolingDown(undefined, 60, now)).toBe(false);
  expect(isCoolingDown(daysAgo(60, 1), 60, now)).toBe(true);
  expect(isCoolingDown(daysAgo(60), 60, now)).toBe(false);
});

const values = {
  customer_name: "%review_link% %company_name%",
  first_name: "Ana",
  last_name: "Ruiz",
  company_name: "Lopez Motors",
  company_phone: "",
  company_email: "",
  company_address: "",
};

test("the link stands where the text has it, and a customer's name never becomes one", () => {
  const text = inviteText("Hi %customer_name%: %Review_Link%", "en", values, "https://a.example/r/1");
  expect(text).toBe(
    "Hi %review_link% %company_name%: https://a.example/r/1 Reply STOP to unsubscribe from marketing messages.",
  );
  expect(reminderText("es", values, "https://a.example/r/1")).toContain("Responda STOP");
});

test("a mail has the link as a button and shows no markup that somebody typed", () => {
  const mail = inviteMail(
    "Hi %first_name%. Review us: %review_link%",
    "en",
    { ...values, first_name: "<b>" },
    "https://a/r?b&c",
  );
  expect(mail.html).toContain("Hi &lt;b&gt;. Review us:");
  expect(mail.html).toContain('href="https://a/r?b&amp;c"');
  expect(mail.text).toBe("Hi <b>. Review us:\n\nLeave a review: https://a/r?b&c");
  expect(inviteMail("%review_link%", "es", values, "https://a/").subject).toContain("Lopez Motors");
});

test("every reason of the gate has its words", () => {
  for (const reason of skipReasons) {
    expect(refusalText(reason)).not.toBe("");
    expect(leftOutTexts[reason]).not.toBe("");
  }
});

test.each([
  ["(909) 555-0123", { channel: "sms", contact: "+19095550123" }],
  ["+1 909 555 0123", { channel: "sms", contact: "+19095550123" }],
  [" Ana@Example.com ", { channel: "email", contact: "ana@example.com" }],
  ["555-0123", undefined],
  ["ana", undefined],
])("%j is read as %j", (typed, contact) => {
  expect(readContact(typed)).toEqual(contact);
});

test.each([
  ["queued", null, "waiting"],
  ["sending", null, "waiting"],
  ["sent", null, "sent"],
  ["sent", "queued", "sent"],
  ["sent", "delivered", "delivered"],
  ["sent", "failed", "failed"],
  ["failed", null, "failed"],
  ["skipped", null, "left_out"],
])("%s with a text that is %s shows as %s", (state, message, shown) => {
  expect(stateOf(state, message)).toBe(shown);
});

test.each([
  ["opted_out", true],
  ["invalid", true],
  ["no_consent", true],
  // Somebody has to read the conversation first.
  ["asked", false],
  ["removed", false],
] as const)("who can't be texted because of %s may be mailed: %s", (reason, expected) => {
  expect(mayMailInstead(reason)).toBe(expected);
});
