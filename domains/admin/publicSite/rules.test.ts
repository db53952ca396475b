import { expect, test } from "vitest";
import { isPageOf, networks } from "./contract.ts";
import { footerSlots, noContacts } from "./rules.ts";

test.each([
  ["https://facebook.com/rooftop", true],
  ["https://www.facebook.com/rooftop", true],
  ["https://business.FACEBOOK.com/rooftop?ref=1", true],
  ["http://facebook.com/rooftop", false],
  ["https://facebook.com", false],
  ["https://facebook.com/", false],
  ["https://facebook.com.example.com/rooftop", false],
  ["https://notfacebook.com/rooftop", false],
  ["https://facebook.com@example.com/rooftop", false],
  ['https://facebook.com/"><script>', false],
  ["javascript:alert(1)//https://facebook.com/a", false],
  ["https://instagram.com/rooftop", false],
])("%s is a page of Facebook: %s", (url, expected) => {
  expect(isPageOf(networks.facebook.hosts, url)).toBe(expected);
});

test("nothing that isn't set is shown", () => {
  expect(footerSlots(noContacts)).toEqual({ contact: "", follow: "" });
  const { contact, follow } = footerSlots({ ...noContacts, phone: "2125550123", x: "https://twitter.com/rooftop" });
  expect(contact).toBe('<ul class="contact"><li><a href="tel:+12125550123">(212) 555-0123</a></li></ul>');
  expect(follow).toContain('<li><a href="https://twitter.com/rooftop" rel="noopener">X</a></li>');
  expect(follow.match(/<li>/g)).toHaveLength(1);
});

test("what is shown is text, whatever it says", () => {
  const email = "o'neil&\"<b>@rooftop.example";
  expect(footerSlots({ ...noContacts, email }).contact).not.toMatch(/<b>|"<|&"/);
});
