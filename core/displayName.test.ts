import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { nameProblem, quotedName } from "./displayName.ts";

const oneLine = "Keep this on one line";
const unseen = "This contains invisible characters. Type it again";
const mixed = "Use letters of one alphabet within a word";
const link = (word: string) => `“${word}” looks like a link. Remove it or put a space after the dot`;

describe("a name", () => {
  test.each([
    "",
    "Ana",
    "St. John's Ford & Sons, Inc.",
    "O'Brien-Smith Jr.",
    "J.R. Smith",
    "U.S.A. Motors",
    "Ph.D. Auto",
    "No.1 Motors",
    "3.5 Percent Cars",
    "Cars com of Dallas",
    "Cars. com",
    "Smith / Jones",
    "A/C Experts: heating, cooling",
    "Type: R",
    "Sales@Ford",
    'Robert "Bob" Smith',
    "María José Núñez",
    "Мария Иванова",
    "Γιώργος",
    "משה כהן",
    "محمد",
    "王小明",
    "Zoë’s 🚗 Garage",
    "<b>Sons</b>",
  ])("may be %j", (name) => {
    expect(nameProblem(name)).toBe("");
  });

  test.each([
    ["Ana\nLopez", oneLine],
    ["Ana\r\nBcc: x@y", oneLine],
    ["Ana\tLopez", oneLine],
    ["Ana\u0000", oneLine],
    ["Ana\u001b[31m", oneLine],
    ["Ana\u0085Lopez", oneLine],
    ["Ana\u2028Lopez", oneLine],
    ["Ana\u2029Lopez", oneLine],
    ["Ana\u202emoc.live", unseen],
    ["\u2067Ana\u2069", unseen],
    ["Ana\u200bLopez", unseen],
    ["evil\u200d.com", unseen],
    ["Ana\ufeffLopez", unseen],
    ["Ana\u00adLopez", unseen],
    ["Ana\u3164", unseen],
    ["Ana \ue000", unseen],
    ["Ana \ud800", unseen],
    ["\u{e0041}Ana", unseen],
    ["Cars.com of Dallas", link("Cars.com")],
    ["Pay at evil.com/x now", link("evil.com/x")],
    ["St.John's Ford", link("St.John's")],
    ["https://x", link("https://x")],
    ["HTTP:x", link("HTTP:x")],
    ["(http:x)", link("(http:x)")],
    ["mailto:ana", link("mailto:ana")],
    ["tel:911", link("tel:911")],
    ["app://open", link("app://open")],
    ["www.x", link("www.x")],
    ["WWW.x", link("WWW.x")],
    ["ana@evil.co", link("ana@evil.co")],
    ["evil．com", link("evil．com")],
    ["evil。com", link("evil。com")],
    ["evil｡com", link("evil｡com")],
    ["evil․com", link("evil․com")],
    ["ｅｖｉｌ.ｃｏｍ", link("ｅｖｉｌ.ｃｏｍ")],
    ["пример.рф", link("пример.рф")],
    ["xn--e1afmkfd.xn--p1ai", link("xn--e1afmkfd.xn--p1ai")],
    ["192.168.1.10/login", link("192.168.1.10/login")],
    [`${"a".repeat(60)}.com`, link(`${"a".repeat(40)}…`)],
    ["Rооftop", mixed],
    ["Ford Μotors", mixed],
  ])("may not be %j", (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });

  test("is never a link, whatever stands around it", () => {
    const label = fc.stringMatching(/^[a-z0-9-]{1,10}$/);
    const ending = fc.constantFrom("com", "net", "io", "co", "xyz", "link", "рф", "中国");
    const around = fc.constantFrom("", " ", "(", ")", "Pay ", "! ", "/", "x@", ", ");
    fc.assert(
      fc.property(around, label, ending, around, (before, name, end, after) => {
        expect(nameProblem(`${before}${name}.${end}${after}`)).not.toBe("");
      }),
    );
  });

  test("that is fine holds nothing that a phone or a mail's header could take for more than text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        if (nameProblem(text) !== "") return;
        expect(text).not.toMatch(/[\r\n\u2028\u2029]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
        expect(text).not.toMatch(/https?:\/\/|\bwww\.|[a-z0-9]\.(com|net|org)\b/i);
      }),
      { numRuns: inDepth(1_000, 200) },
    );
  });

  test("of plain words is fine", () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ'&,-]{1,12}\.?$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        expect(nameProblem(words.join(" "))).toBe("");
      }),
    );
  });
});

test.each([
  ["Reyes Motors", "“Reyes Motors”"],
  ['Robert "Bob" Smith', "“Robert 'Bob' Smith”"],
  ["x” <security@rooftop> “y", "“x' <security@rooftop> 'y”"],
])("%j in a sentence is %j", (name, quoted) => {
  expect(quotedName(name)).toBe(quoted);
});
