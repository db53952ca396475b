import { expect, test } from "vitest";
import { processorTime } from "#testing/processorTime.ts";
import { hostileMails } from "#testing/templates/hostileMails.ts";
import { maxTemplateLength } from "../contract.ts";
import { lostParts, safeStyle, sanitizeTemplate } from "./sanitizeTemplate.ts";

test("what the editor writes stays to the letter", () => {
  const written = [
    '<h1 style="text-align:center">Hi %first_name%</h1>',
    '<p>Time for <strong>an</strong> <em>oil</em> <u>change</u>: <a href="https://a.example/book?x=1&amp;y=2">book</a></p>',
    '<p><span style="color:#016b70">Call</span> <a href="tel:+15035550100">us</a> or <a href="mailto:a@b.example">write</a></p>',
    "<ul><li><p>One</p></li><li><p>Two</p></li></ul>",
    '<img alt="A red truck" width="552" src="https://a.example/p.jpg" style="width:552px;max-width:100%;height:auto" />',
    '<table class="button" role="presentation" border="0" cellpadding="0" cellspacing="0"><tbody><tr><td align="center" bgcolor="#016b70" style="border-radius:8px;mso-padding-alt:12px 24px"><a href="https://a.example" style="display:inline-block">Book</a></td></tr></tbody></table>',
    "<hr />",
  ].join("");
  expect(sanitizeTemplate(written)).toBe(written);
});

const allowed =
  /^(?:p|div|h[1-6]|blockquote|pre|center|[uo]l|li|a|span|font|b|strong|i|em|u|s|strike|su[bp]|small|code|br|hr|img|table|thead|tbody|tfoot|t[rdh])$/;

test.each(hostileMails.map((html, index) => [index, html] as const))("hostile markup %i does nothing", (_, html) => {
  const clean = sanitizeTemplate(html);
  expect(sanitizeTemplate(clean)).toBe(clean);
  const elements = [...clean.matchAll(/<(\/?)([a-z][^\s/>]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/gi)];
  // Whatever else has a bracket would be markup that this test doesn't understand.
  expect(clean.replace(/<\/?[a-z][^\s/>]*(?:\s+[\w:-]+="[^"<>]*")*\s*\/?>/gi, "")).not.toMatch(/[<>]/);
  const open: string[] = [];
  for (const [, closing, name = "", attributes = "", selfClosing] of elements) {
    expect(name).toMatch(allowed);
    expect(attributes.replace(/\stitle="[^"]*"/, "")).not.toMatch(
      /\son\w+=|javascript:|expression|url\(|position|display:none(?!;mso-hide:all")|id=|:-\d/i,
    );
    for (const [, , address = ""] of attributes.matchAll(/\s(href|src)="([^"]*)"/g)) {
      expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:|sms:)/);
    }
    if (closing) expect(open.pop()).toBe(name);
    else if (!selfClosing) {
      if (name === "td" || name === "th") expect(open.at(-1)).toBe("tr");
      else if (name === "tr") expect(["table", "tbody", "thead", "tfoot"]).toContain(open.at(-1));
      else if (/^t(body|head|foot)$/.test(name)) expect(open.at(-1)).toBe("table");
      else expect(["table", "tbody", "thead", "tfoot", "tr"]).not.toContain(open.at(-1));
      open.push(name);
    }
  }
  expect(open).toEqual([]);
});

test("what is no text goes with what is in it", () => {
  const html =
    "<title>x</title><style>x</style><p>Hi</p><script>x</script><svg><text>x</text></svg><xml><o>x</o></xml><textarea>x</textarea>";
  expect(sanitizeTemplate(html)).toBe("<p>Hi</p>");
});

test("two megabytes are refused in words, before they are read", () => {
  const refuse = () => expect(() => sanitizeTemplate("<p>x</p>".repeat(262_144))).toThrow(/too large/);
  expect(processorTime(refuse)).toBeLessThan(100);
  expect(sanitizeTemplate("<p>x</p>".repeat(maxTemplateLength / 8))).toHaveLength(maxTemplateLength);
});

test.each([
  ["color: RED ; font-weight:bold", "color:RED;font-weight:bold"],
  ['font-family:"Segoe UI", Arial,sans-serif', "font-family:'Segoe UI', Arial, sans-serif"],
  ["color:rgb(1, 2, 3) !important", "color:rgb(1, 2, 3)"],
  ["border:1px solid #d9dde1", "border:1px solid #d9dde1"],
  ["margin:0 0 16px;margin-top:-5px", "margin:0 0 16px"],
  ["background:url(x)", ""],
  ["color:red/**/;--x:1;behavior:url(x);float:left", ""],
  ["width:calc(100% - 1px);width:var(--x)", ""],
  [";;:;color:;:red", ""],
])("of %s stays %s", (style, expected) => expect(safeStyle(style)).toBe(expected));

test("a style that was made to take long doesn't", () => {
  const words = ["a-", "1.", "'", "rgb(", ", ", "1px ", "a' "];
  const taken = processorTime(() => words.map((word) => safeStyle(`color:${word.repeat(1_000)}!`)));
  expect(taken).toBeLessThan(200);
});

test.each([
  "display:none",
  "display: none !important; font-size:1px; line-height:1px",
  "visibility:hidden",
  "font-size:1px;opacity:0;color:#fff",
  "max-height:0px; overflow:hidden",
  "DISPLAY:NONE",
])("what is hidden by %s stays hidden", (style) => {
  const clean = sanitizeTemplate(`<div style="${style}">Ends Friday</div><p>Hi</p>`);
  expect(clean).toBe('<div style="display:none;mso-hide:all">Ends Friday</div><p>Hi</p>');
  expect(sanitizeTemplate(clean)).toBe(clean);
});

test.each(["font-size:0px", "max-height:0", "mso-hide:all", "opacity:0.9", "display:block"])(
  "%s hides nothing",
  (style) => expect(sanitizeTemplate(`<td style="${style}">x</td>`)).not.toContain("none"),
);

test.each([
  ["sms:+15035550100", true],
  ["sms:+15035550100?body=Hi", true],
  ["tel:+15035550100", true],
  ["ftp://a.example", false],
  ["javascript:alert(1)", false],
])("a link to %s stays: %s", (href, stays) => {
  expect(sanitizeTemplate(`<a href="${href}">x</a>`).includes("href")).toBe(stays);
});

test.each([
  ["<p>Hi</p>", []],
  ['<!doctype html><html><head><meta charset="utf-8"><title>x</title></head><body><p>Hi</p></body></html>', []],
  ["<script>x</script>", ["scripts"]],
  ['<p onclick="x()">x</p>', ["scripts"]],
  ["<style>p{color:red}</style><form><input></form>", ["style sheets (use inline styles)", "forms"]],
  ['<a href="ftp://a.example">x</a>', ["links that aren't web, email, phone or text addresses"]],
  ['<img src="cid:1">', ["pictures without a web address"]],
  ['<div style="background:url(https://a.example/b.png)">x</div>', ["background pictures"]],
  ['<p style="position:absolute">x</p>', ["floating and positioned layout"]],
  ["<video></video><marquee>x</marquee>", ["videos and embedded content", "elements that email doesn't support"]],
])("of %j is lost %j", (html, lost) => expect(lostParts(html)).toEqual(lost));
