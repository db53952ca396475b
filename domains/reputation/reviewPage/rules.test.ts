import fc from "fast-check";
import { expect, test } from "vitest";
import { siteKinds } from "../sites/fields.ts";
import { preferredLanguage, readAnswer, reviewPageContent } from "./rules.ts";

const site = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }),
  kind: fc.constantFrom(...siteKinds),
  title: fc.string({ maxLength: 60 }),
  write_url: fc.constant("https://evil.example/r"),
});
const facts = fc.record({
  business: fc.string({ maxLength: 255 }),
  location: fc.string({ maxLength: 255 }),
  sites: fc.uniqueArray(site, { selector: ({ id }) => id, maxLength: 12 }),
  number: fc.constantFrom("", "+19095550123"),
  legal: fc.constant({ privacy: "/legal/a/privacy", terms: "/legal/a/terms" }),
});

test("offers every site once, in order, each alike, whatever they are called; and never a link of somebody's choice", () => {
  fc.assert(
    fc.property(facts, fc.constantFrom("en" as const, "es" as const), (page, language) => {
      const content = reviewPageContent(page, language);
      const offered = [...content.matchAll(/<button class="main" name="site" value="(\d+)">/g)].map(([, id]) =>
        Number(id),
      );
      expect(offered).toEqual(page.sites.map(({ id }) => id));
      expect(content).not.toMatch(/https?:/);
      // Nothing but the page's own elements, whatever a business is called.
      const tags = new Set([...content.matchAll(/<\/?([^\s>]*)/g)].map(([, tag]) => tag));
      expect([...tags].filter((tag) => !["h1", "p", "form", "button", "a"].includes(tag ?? ""))).toEqual([]);
    }),
  );
});

test("asks nobody what they think before they choose", () => {
  fc.assert(
    fc.property(
      fc.record({ sites: fc.uniqueArray(site, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }) }),
      (page) => {
        const content = reviewPageContent(
          { business: "Lopez Motors", location: "", number: "", legal: { privacy: "/p", terms: "/t" }, ...page },
          "en",
        );
        expect(content).not.toMatch(/<input|<select|type="radio"|rating|stars?\b|satisf|happy/i);
      },
    ),
  );
});

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["", "en"],
  ["est", "en"],
])("a browser that asks for %j reads %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ["site=12", { kind: "site", id: 12 }],
  ["done=1", { kind: "done" }],
  ["seen", { kind: "seen" }],
  ["site=12x", { kind: "seen" }],
  ["site=https://evil.example", { kind: "seen" }],
  ["url=https://evil.example&site=3", { kind: "site", id: 3 }],
])("%j says %j", (form, answer) => {
  expect(readAnswer(form)).toEqual(answer);
});
