import { expect, test } from "vitest";
import { siteOf } from "./contract.ts";
import { addressPrefix, frameAncestors, greetingOf, snippetOf, textOn, widgetTexts } from "./rules.ts";

test.each([
  ["example.com", "example.com"],
  ["https://www.Example.com/trucks?x=1#y", "www.example.com"],
  ["http://127.0.0.1:8080", "127.0.0.1:8080"],
  ["shop.müller.example", "shop.müller.example"],
  ["localhost:5173", "localhost:5173"],
  ["example", undefined],
  ["*.example.com", undefined],
  ["example.com; script-src *", undefined],
  ["'self'", undefined],
  ["javascript:alert(1)", undefined],
  ["https://user@example.com", undefined],
  ["", undefined],
])("the website %s is %s", (typed, site) => {
  expect(siteOf(typed)).toBe(site);
});

test("any website may frame the page until some are named", () => {
  expect(frameAncestors([])).toBe("*");
  expect(frameAncestors(["example.com", "www.other.com:8443"])).toBe(
    "'self' https://example.com http://example.com https://www.example.com http://www.example.com https://www.other.com:8443 http://www.other.com:8443",
  );
});

test.each([
  ["#016b70", "#ffffff"],
  ["#ffd400", "#000000"],
  ["#ffffff", "#000000"],
  ["#000000", "#ffffff"],
])("on %s stands %s", (color, text) => {
  expect(textOn(color)).toBe(text);
});

test.each([
  ["203.0.113.7", "203.0.113"],
  ["::ffff:203.0.113.9", "203.0.113"],
  ["2001:db8:85a3:12ff::1", "2001:0db8:85a3:12"],
  ["2001:db8:85a3:1200:1:2:3:4", "2001:0db8:85a3:12"],
  ["::1", "0000:0000:0000:00"],
])("the address %s counts as %s", (ip, prefix) => {
  expect(addressPrefix(ip)).toBe(prefix);
});

test("the greeting is that of the hour, or the default one", () => {
  const own = { greeting: "Hi!", closed_greeting: "" };
  expect(greetingOf(own, true)).toBe("Hi!");
  expect(greetingOf(own, false)).toBe(widgetTexts.closedGreeting);
});

test("the snippet's title is markup for no browser", () => {
  const snippet = snippetOf("https://rooftop.test", "k", `"><script>alert(1)</script>`);
  expect(snippet).not.toContain("<script>alert");
  expect(snippet).toContain('src="https://rooftop.test/w/k"');
});
