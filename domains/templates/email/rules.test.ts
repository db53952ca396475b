import { expect, test } from "vitest";
import { saysNothing } from "./contract.ts";
import { checksOf, inScheme, linkOf, mailWords, starterTemplates } from "./rules.ts";

test.each([
  ["https://a.example/x", "https://a.example/x"],
  [" harbor.example/sale?x=1 ", "https://harbor.example/sale?x=1"],
  ["sales@harbor.example", "mailto:sales@harbor.example"],
  ["tel:+15035550100", "tel:+15035550100"],
  ["javascript:alert(1)", undefined],
  ["https://", undefined],
  ["https://ana:secret@harbor.example", undefined],
  ["https://harbor.example@evil.example/x", undefined],
  ["our cars", undefined],
  ["", undefined],
])("%j leads to %j", (typed, expected) => expect(linkOf(typed)).toBe(expected));

test.each([
  ["<p></p>", true],
  ["<p> &nbsp;</p><br>", true],
  ["<p>x</p>", false],
  ['<img src="https://a.example/1.jpg" alt="">', false],
])("%j says nothing: %j", (html, expected) => expect(saysNothing(html)).toBe(expected));

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

const html = `<meta name="color-scheme" content="light dark"><style>:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { p { color: white } } @media (prefers-color-scheme:light) { p { color: black } }
</style>`;

test("a shown email follows the preview's scheme, not the page's", () => {
  expect(inScheme(html, "dark")).toBe(`<meta name="color-scheme" content="dark"><style>:root { color-scheme: dark }
@media (min-width: 0) { p { color: white } } @media (max-width: 0) { p { color: black } }
</style>`);
  expect(inScheme(html, "light")).toBe(`<meta name="color-scheme" content="light"><style>:root { color-scheme: light }
@media (max-width: 0) { p { color: white } } @media (min-width: 0) { p { color: black } }
</style>`);
});

test("a first impression shows no markup", () => {
  expect(mailWords("<style>p{}</style><h1>Winter&nbsp;</h1><p>Tires &amp; oil, 5 &lt; 6</p>")).toBe(
    "Winter Tires & oil, 5 < 6",
  );
});
