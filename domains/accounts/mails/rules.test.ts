import { describe, expect, test } from "vitest";
import {
  codeMail,
  deviceOf,
  formatInTimeZone,
  invitationMail,
  newSignInMail,
  noticeMail,
  noticeTopics,
  passwordChangedMail,
  type SecurityEvent,
} from "./rules.ts";

const event: SecurityEvent = {
  first_name: `<img src="https://x.test">`,
  when: "Monday, March 2, 2026 at 9:41 AM EST",
  device: "Chrome on Windows",
  ip: "203.0.113.7",
};

const mails = [
  ["a code", codeMail("042917"), ["042917", "2 minutes"]],
  ["a changed password", passwordChangedMail(event), [event.when, event.device, event.ip]],
  ["a new sign-in", newSignInMail(event), [event.when, event.device, event.ip]],
  ...noticeTopics.map((topic) => [topic, noticeMail(topic, event), [event.when, event.device, event.ip]] as const),
] as const;

describe.each(mails)("the mail about %s", (_name, mail, words) => {
  test("has the same content as text and HTML", () => {
    for (const word of words) {
      expect(mail.text).toContain(word);
      expect(mail.html).toContain(word);
    }
    expect(mail.text).not.toMatch(/<(p|td|h1|div)\b/);
    expect(mail.subject).not.toMatch(/[\r\n<>]/);
  });

  test("loads nothing, links nowhere and escapes user input", () => {
    expect(mail.html).not.toMatch(/<(img|link|script|a|iframe)\b|url\(|src=(?!&)"/i);
  });

  test("fits light and dark", () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain("prefers-color-scheme: dark");
  });
});

test("a name is unchanged in the text and escaped in the HTML", () => {
  const mail = newSignInMail(event);
  expect(mail.text).toContain(event.first_name);
  expect(mail.html).toContain("Hi &lt;img src=&quot;https://x.test&quot;&gt;,");
});

test("the owner reads whose phone was changed", () => {
  const { text } = noticeMail("codes phone of a member changed", { ...event, member: "Ana Diaz" });
  expect(text).toContain("Ana Diaz's sign-in codes now go to a different phone.");
  expect(text).toContain("check with Ana Diaz and set a new password for them under Team.");
});

test("the mail with a code offers a link where there is one", () => {
  const link = "https://rooftop.test/forgot-password/new-password/ana%40example.com/ticket";
  expect(codeMail("042917", "", link).text).toContain(link);
  expect(codeMail("042917").text).not.toContain("link");
});

test("unknown facts are omitted", () => {
  expect(newSignInMail({ ...event, ip: "" }).text).not.toContain("Address");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36", "Chrome on Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0", "Edge on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on an iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on a Mac"],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["curl/8.0", "An unknown browser"],
  ["", "An unknown browser"],
])("%s is %s", (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

test("formats an instant in the given time zone", () => {
  const at = new Date("2026-07-04T02:30:00Z");
  expect(formatInTimeZone("America/Los_Angeles", at).replace(/\s/g, " ")).toBe("Friday, July 3, 2026 at 7:30 PM PDT");
});

test("an invitation carries its link and escapes names", () => {
  const link = "https://rooftop.test/invitation#a-token";
  const mail = invitationMail({ business_name: "Hill & <b>Sons</b>", invited_by: "Ann <i>", link, days: 7 });
  expect(mail.subject).toBe("“Ann <i>” invited you to join “Hill & <b>Sons</b>” on Rooftop");
  expect(mail.text).toContain(`\n\n${link}\n\n`);
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.html).not.toMatch(/<(b|i)>/);
});
