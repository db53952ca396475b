import { expect, test } from "vitest";
import { textParts } from "./messageLinks.ts";

test.each([
  ["See https://rooftop.example/pickup.", ["https://rooftop.example/pickup"]],
  ["(https://rooftop.example/a_(b))", ["https://rooftop.example/a_(b)"]],
  [
    "HTTPS://Rooftop.example?a=1#top, or https://two.example!",
    ["HTTPS://Rooftop.example?a=1#top", "https://two.example"],
  ],
  ["two\nlines https://rooftop.example:8443/x\nmore", ["https://rooftop.example:8443/x"]],
])("links https addresses of %j", (text, links) => {
  const parts = textParts(text);
  expect(parts.filter(({ href }) => href).map((part) => part.text)).toEqual(links);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  for (const { href } of parts) if (href) expect(href).toMatch(/^https:\/\/[a-z]/);
});

test.each([
  "",
  "No address",
  "http://rooftop.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "xhttps://rooftop.example",
  "https://",
  "https:///rooftop.example",
  "https://localhost/admin",
  "https://bank.example@evil.example/",
  "https://bank.example:pass@evil.example/",
  "https://\u202eelpmaxe.knab/",
  "https://b\u0430nk.example/",
  "https://bank\u3002example/",
  "https://0x7f.1/",
  "https://%62ank.example/",
  '<a href="https:evil.example">bank.example</a>',
])("leaves %j as text", (text) => {
  expect(textParts(text)).toEqual(text === "" ? [] : [{ text }]);
});

test.each([
  ['https://a.example/"onmouseover="alert(1)', "https://a.example/"],
  ["https://a.example/<img src=x onerror=alert(1)>", "https://a.example/"],
  ["https://a.example\\@evil.example", "https://a.example/"],
  ["https://a.example/\u200bhidden", "https://a.example/"],
])("a link ends before what could leave it: %j", (text, href) => {
  expect(textParts(text).flatMap((part) => part.href ?? [])).toEqual([href]);
});
