import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasCredentials } from "./webAddress.ts";

test.each([
  "https://user@example.com",
  "https://user:password@example.com/feed.ics",
  "https://:password@example.com",
  "https://user:@example.com",
  "https://@example.com",
  "https://www.google.com@evil.example/maps",
  "https://www.google.com%40evil.example",
  "HTTPS://User@example.com",
  "http://a@b@example.com:8080",
  "webcal://user:password@example.com/a.ics",
  "webcals://user@example.com",
  "//user@example.com",
  "https:user@example.com",
  "https:/user@example.com",
  "https:\\\\user@example.com",
  "https:///user@example.com",
  " https://user@example.com",
  "ht\ntps://user@example.com",
  "https://us\ter@example.com",
  "https://user@[2606:4700::1]/",
])("%j names a user", (address) => expect(hasCredentials(address)).toBe(true));

test.each([
  "",
  "example.com",
  "https://example.com",
  "https://example.com:8443/a@b",
  "https://example.com/@rooftop",
  "https://example.com?mail=ana@example.com",
  "https://example.com#a@b",
  "https://example.com\\a@b",
  "https://calendar.google.com/calendar/ical/ana%40example.com/private-1/basic.ics",
  "mailto:ana@example.com",
  "ana@example.com",
  "tel:+12125550177",
])("%j names none", (address) => expect(hasCredentials(address)).toBe(false));

test("agrees with how a browser reads an address", () => {
  const part = fc.stringMatching(/^[\w.~!$&'()*+,;=%-]{0,12}$/);
  fc.assert(
    fc.property(part, part, fc.stringMatching(/^[\w/?#@:.-]{0,20}$/), (user, password, rest) => {
      for (const address of [
        `https://${user}:${password}@example.com/${rest}`,
        `https://${user}@example.com?${rest}`,
        `https://example.com/${rest}`,
      ]) {
        if (!URL.canParse(address)) continue;
        const { username, password: word } = new URL(address);
        if (username !== "" || word !== "") expect(hasCredentials(address)).toBe(true);
        else if (!address.includes("@")) expect(hasCredentials(address)).toBe(/^https:\/\/[^/?#]*%40/.test(address));
      }
    }),
    { numRuns: 200 },
  );
});
