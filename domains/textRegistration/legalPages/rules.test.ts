import fc from "fast-check";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { expect, test } from "vitest";
import { segmentsOf } from "#core/smsCounter.ts";
import { hostileTexts } from "#testing/hostileTexts.ts";
import {
  confirmationText,
  consentWords,
  type LegalDocument,
  type LegalFacts,
  type LegalText,
  privacyPolicy,
  shownFacts,
  textTerms,
} from "./rules.ts";
import { formDrawing, wrapLines } from "./server/formPicture.ts";
import { documentContent, legalPage, nothingTypedYet, pageFooter, signUpContent } from "./server/page.ts";

const links = {
  privacy: "https://rooftop.test/legal/a/privacy",
  terms: "https://rooftop.test/legal/a/terms",
  texts: "https://rooftop.test/legal/a/texts",
};

/** What anyone may have typed into a business's fields. */
const anything = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(...hostileTexts, "", " ", "javascript:injected()", "https://evil.example/?a=1&b=2", "a@b.co?cc=x"),
);
const anyFacts: fc.Arbitrary<LegalFacts> = fc.record({
  isPlatform: fc.boolean(),
  business: anything,
  legal_name: anything,
  address: anything,
  phone: fc.oneof(anything, fc.constantFrom("+19095550123", "(909) 555-0123")),
  email: fc.oneof(anything, fc.constant("hello@lopez.example")),
  website: fc.oneof(
    anything,
    fc.constantFrom("lopez.example", "https://lopez.example/x?y", "https://u:p@lopez.example"),
  ),
  locations: fc.array(fc.record({ title: anything, address: anything, number: fc.constantFrom("", "+19095550100") }), {
    maxLength: 4,
  }),
});

const plain = (pieces: readonly LegalText[]) =>
  pieces.map((one) => (typeof one === "string" ? one : "strong" in one ? one.strong : one.text)).join("");
const wordsOf = ({ title, introduction, sections }: LegalDocument) =>
  [
    title,
    plain(introduction),
    ...sections.flatMap(({ heading, paragraphs, list = [] }) => [heading, ...[...paragraphs, ...list].map(plain)]),
  ].join("\n");

/** What carriers' reviewers look for. */
const inPrivacy = [
  /We don't share your mobile number, or your consent to get text messages, with third parties or affiliates for marketing or promotional purposes, and we never sell them\./,
  /phone carriers/,
  /service providers/,
  /excludes text message opt-in data and consent/,
  /What we collect/,
  /see, correct or delete your information/,
  /Reply STOP/,
  /Reply HELP/,
];
const inTerms = [
  /Program: .+ text messages/s,
  /Message frequency varies/,
  /Message and data rates may apply/,
  /Reply STOP/,
  /Reply HELP/,
  /Carriers are not liable for delayed or undelivered messages/,
  /Consent isn't a condition of purchase/,
  /privacy policy/,
  /Contact us/,
];
const inConsent = [
  /I agree to receive recurring text messages from /,
  /offers and news/,
  /Message frequency varies/,
  /Message and data rates may apply/,
  /Consent isn't a condition of purchase/,
  /Reply STOP/,
  /HELP/,
];

test("what reviewers look for is on both pages and in the form, whatever a business is called", () => {
  fc.assert(
    fc.property(anyFacts, anything, (facts, addition) => {
      const { business } = shownFacts(facts);
      const privacy = wordsOf(privacyPolicy(facts, links, addition));
      const terms = wordsOf(textTerms(facts, links, addition));
      for (const words of inPrivacy) expect(privacy).toMatch(words);
      for (const words of inTerms) expect(terms).toMatch(words);
      for (const words of inConsent) expect(consentWords(business)).toMatch(words);
      for (const text of [privacy, terms, consentWords(business), confirmationText(business)])
        expect(text).toContain(business);
    }),
  );
});

type LegalNode = DefaultTreeAdapterMap["node"];
type LegalElement = DefaultTreeAdapterMap["element"];
const childrenOf = (node: LegalNode): LegalNode[] => ("childNodes" in node ? node.childNodes : []);
const elementsIn = (node: LegalNode): LegalElement[] => [
  ...("tagName" in node ? [node] : []),
  ...childrenOf(node).flatMap(elementsIn),
];
const textIn = (node: LegalNode): string => ("value" in node ? node.value : childrenOf(node).map(textIn).join(""));

const own = new Set(
  "html head meta title style body main header footer section h1 h2 p ul li strong a form fieldset div label input select option span button".split(
    " ",
  ),
);

/** Nothing in the page runs, loads or leads anywhere but to what it says. */
function expectHarmless(page: string): LegalElement[] {
  const elements = elementsIn(parse(page));
  expect(elements.map(({ tagName }) => tagName).filter((name) => !own.has(name))).toEqual([]);
  for (const { attrs, tagName } of elements) {
    expect(attrs.filter(({ name }) => /^on|^srcdoc$|^formaction$|^action$|^src$/.test(name))).toEqual([]);
    for (const { name, value } of attrs)
      if (name === "href")
        expect(value).toMatch(/^(https?:\/\/[a-z0-9.:-]+(\/|$)|tel:\+\d+$|sms:\+\d+$|mailto:[^\s?&]+@[^\s?&]+$)/i);
    if (tagName === "meta" || tagName === "style") expect(attrs.map(({ name }) => name)).not.toContain("href");
  }
  return elements;
}

test("nothing that anyone typed becomes markup or leads anywhere it doesn't say", () => {
  fc.assert(
    fc.property(anyFacts, anything, anything, (raw, addition, typed) => {
      const facts = shownFacts(raw);
      const footer = pageFooter(links);
      for (const make of [privacyPolicy, textTerms]) {
        const content = documentContent(make(facts, links, addition), facts.business, "November 28, 2026");
        const elements = expectHarmless(legalPage({ title: facts.business, content, footer }, "nonce"));
        const [title] = elements.filter(({ tagName }) => tagName === "h1");
        expect(title && textIn(title)).toMatch(/^(Privacy policy|Text message terms)$/);
      }
      const form = {
        token: typed,
        locations: [
          { reference: "one", title: typed },
          { reference: "two", title: facts.business },
        ],
        typed: { ...nothingTypedYet, first_name: typed, last_name: typed, phone: typed, location: typed },
        errors: { phone: typed },
      };
      expectHarmless(legalPage({ title: typed, content: signUpContent(facts, links, form), footer }, "nonce"));
    }),
  );
});

test("the owner's own words come after ours, as text in paragraphs, and empty ones add nothing", () => {
  const facts = shownFacts({
    isPlatform: false,
    business: "Lopez Motors",
    legal_name: "Lopez Motors",
    address: "",
    phone: "",
    email: "",
    website: "",
    locations: [],
  });
  const added = privacyPolicy(facts, links, "One.\n\n<b>Two</b>\nand more");
  const own = added.sections.find(({ heading }) => heading === "More from Lopez Motors");
  expect(own?.paragraphs).toEqual([["One."], ["<b>Two</b>\nand more"]]);
  const without = textTerms(facts, links, " \n\n ");
  expect(without.sections.map(({ heading }) => heading)).not.toContain("More from Lopez Motors");
  expect(wordsOf(privacyPolicy(facts, links, ""))).not.toContain("doing business as");
});

test("the box isn't checked beforehand, and a business without a number shows its form without taking anything", () => {
  const facts = shownFacts({
    isPlatform: false,
    business: "Lopez Motors",
    legal_name: "",
    address: "",
    phone: "",
    email: "",
    website: "",
    locations: [],
  });
  const page = (locations: readonly { reference: string; title: string }[]) =>
    signUpContent(facts, links, { token: "t", locations, typed: nothingTypedYet }).text;
  expect(page([{ reference: "a", title: "Downtown" }])).not.toMatch(/ checked|disabled|<select/);
  expect(page([])).toMatch(/<fieldset disabled>/);
  expect(page([])).toContain("By checking this box, I agree to receive recurring text messages from Lopez Motors");
});

test("the confirmation of a usual name fits into two texts", () => {
  expect(segmentsOf(confirmationText("Lopez Motors of San Bernardino")).count).toBeLessThanOrEqual(2);
});

test("lines of the picture fit, and lose no word", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      expect(wrapLines(text, 16, 300).join("").replaceAll(" ", "")).toBe(text.replace(/\s+/g, ""));
    }),
  );
});

test("the picture is markup of its own, whatever a business is called", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { svg } = formDrawing(shownFacts(facts));
      const tags = new Set([...svg.matchAll(/<\/?([^\s>/]*)/g)].map(([, tag]) => tag));
      expect([...tags].filter((tag) => !["svg", "g", "path", "rect", "text"].includes(tag ?? ""))).toEqual([]);
    }),
  );
});
