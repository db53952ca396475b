import { expect, test } from "vitest";
import { starterTemplates } from "../../starters/rules.ts";
import { checksOf } from "./mailChecks.ts";

test.each([
  ['<p><img src="https://a.example/1.jpg" alt="A red truck"></p>', 0, 0],
  ['<p><img src="https://a.example/1.jpg" alt=""> <img alt=" " src="https://a.example/2.jpg"><img src="x"></p>', 3, 0],
  ['<a href="https://a.example">x</a><a href="mailto:a@b.example">y</a><a>z</a><a href="#">w</a>', 0, 2],
  ['<a href="sms:+19095550123">text us</a><a href="tel:+19095550123">call us</a>', 0, 0],
  ["<p>Plain</p>", 0, 0],
])("%s lacks %i descriptions and %i addresses", (html, picturesWithoutAlt, deadLinks) => {
  expect(checksOf(html, 1_001)).toEqual({ picturesWithoutAlt, deadLinks, kilobytes: 2, isClipped: false });
});

test("Gmail cuts a long one", () => expect(checksOf("", 102_001)).toMatchObject({ kilobytes: 103, isClipped: true }));

test.each(starterTemplates.map((starter) => [starter.title, starter] as const))(
  "%s asks for nothing but where its button leads",
  (_, { template }) => {
    expect(checksOf(template, 1)).toMatchObject({ picturesWithoutAlt: 0, deadLinks: 1 });
  },
);
