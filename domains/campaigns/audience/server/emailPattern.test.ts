import { describe, expect, test } from "vitest";
import { type FilledMail, linkTarget, type MailAddresses, mailPattern } from "./emailPattern.ts";

const values = {
  customer_name: 'Amy "A" <Pond>',
  first_name: "Amy & co",
  last_name: "%company_phone%",
  company_name: "Harbor Auto",
  company_phone: "(207) 555-0100",
  company_email: "",
  company_address: "",
};
const addresses: MailAddresses = {
  unsubscribe: "https://app.test/u/t",
  view: "https://app.test/v/t",
  open: "https://app.test/o/t.gif",
  scanner: "https://app.test/l/s",
  link: (n) => `https://app.test/l/${n}`,
};
const fill = (mail: Partial<FilledMail>) =>
  mailPattern({ subject: "", html: "", text: "", ...mail })(values, addresses);

describe("a campaign's mail for one person", () => {
  test.each([
    ["<p>Hi %first_name%</p>", "<p>Hi Amy &amp; co</p>"],
    ['<img alt="%customer_name%">', '<img alt="Amy &quot;A&quot; &lt;Pond&gt;">'],
    // A value is filled in once.
    ["<p>%last_name%</p>", "<p>%company_phone%</p>"],
    // What stands in an address is encoded for addresses.
    ['<a href="mailto:a@b.test?subject=%first_name%">x</a>', '<a href="mailto:a@b.test?subject=Amy%20%26%20co">x</a>'],
    [
      '<a href="%%link:2%%">a</a><a href="%%unsubscribe%%">b</a><img src="%%open%%">',
      '<a href="https://app.test/l/2">a</a><a href="https://app.test/u/t">b</a><img src="https://app.test/o/t.gif">',
    ],
    ["<p>100% off, 20% %fist_name% %%nothing%%</p>", "<p>100% off, 20% %fist_name% %%nothing%%</p>"],
  ])("%s", (html, filled) => {
    expect(fill({ html }).html).toBe(filled);
  });

  test("is plain in its subject and its text", () => {
    const { subject, text } = fill({ subject: "%first_name%: news", text: "Hi %customer_name%\n%%link:1%%\n%%view%%" });
    expect(subject).toBe("Amy & co: news");
    expect(text).toBe('Hi Amy "A" <Pond>\nhttps://app.test/l/1\nhttps://app.test/v/t');
  });

  test("a name can't begin a header or a line", () => {
    const sly = { ...values, first_name: "Amy\r\nBcc: all@example.com" };
    const filled = mailPattern({ subject: "%first_name%", html: "", text: "%first_name%" })(sly, addresses);
    expect(filled.subject).toBe("Amy Bcc: all@example.com");
    expect(filled.text).toBe("Amy Bcc: all@example.com");
  });
});

describe("where a link leads", () => {
  test.each([
    ["https://shop.test/a?b=c", "https://shop.test/a?b=c"],
    ["https://shop.test/?name=%first_name%", "https://shop.test/?name=Amy%20%26%20co"],
    ["javascript:alert(1)", undefined],
    ["//evil.test", undefined],
    ["https://", undefined],
    ["ftp://files.test", undefined],
    ["https://shop.test/ https://evil.test", undefined],
  ])("%s → %s", (url, target) => {
    expect(linkTarget(url, values)).toBe(target);
  });
});
