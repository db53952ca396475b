import { expect, test } from "vitest";
import { marketingMail } from "./rules.ts";

const footer = {
  business_name: `Harbor & "Sons"`,
  postal_address: "12 Pier St, Springfield, NY 10001",
  unsubscribeUrl: "https://rooftop.test/u/1-2.abc",
};
const mail = marketingMail({ subject: "Winter <tires>", html: "<p>Hello</p>", text: "Hello\n\n" }, footer);

test("a mail's text ends with who sent it, from where, and how to get no more", () => {
  expect(mail.text).toBe(`Hello
-- 
Harbor & "Sons"
12 Pier St, Springfield, NY 10001
You're receiving this email because you're a customer of Harbor & "Sons".
Unsubscribe: https://rooftop.test/u/1-2.abc
`);
});

test("the business's own pages follow the link to unsubscribe, in both parts", () => {
  const legal = { privacy: "https://rooftop.test/legal/a/privacy", terms: "https://rooftop.test/legal/a/terms" };
  const linked = marketingMail({ subject: "Winter", html: "<p>Hello</p>", text: "Hello" }, { ...footer, legal });
  expect(linked.text).toMatch(/Unsubscribe: .+\nPrivacy: https:\S+\/privacy\nTerms: https:\S+\/terms\n$/);
  expect(linked.html.match(/<a /g)).toHaveLength(3);
});

test("its HTML has the content as it is, everything else escaped, and one link of ours", () => {
  expect(mail.html).toContain("<p>Hello</p>");
  expect(mail.html).toContain("<title>Winter &lt;tires&gt;</title>");
  expect(mail.html).toContain("Harbor &amp; &quot;Sons&quot;");
  expect(mail.html.match(/<a /g)).toHaveLength(1);
  expect(mail.html).toContain(`href="${footer.unsubscribeUrl}"`);
  expect(mail.html).not.toMatch(/<script|<link|<img/);
});
