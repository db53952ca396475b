import { expect, test } from "vitest";
import { hasVariables, unknownVariables } from "#core/variables.ts";
import { buttonHtml, starterTemplates } from "../rules.ts";
import { composeMail } from "./composeMail.ts";
import { sanitizeTemplate } from "./sanitizeTemplate.ts";

test("there are five, each of its own name", () => {
  expect(new Set(starterTemplates.map(({ title }) => title)).size).toBe(5);
});

test.each(starterTemplates.map((starter) => [starter.title, starter] as const))(
  "%s is kept as it is, and its button is counted once it leads somewhere",
  (_, { template }) => {
    expect(sanitizeTemplate(template)).toBe(template);
    expect(hasVariables(template)).toBe(true);
    expect(unknownVariables(template)).toEqual([]);
    const mended = template.replace("<a style", '<a href="https://harbor.example/" style');
    expect(composeMail({ body: mended, subject: "x", business: "b", postalAddress: "p" }).links).toHaveLength(1);
  },
);

test("a button keeps its look and its words, whatever they are", () => {
  const button = buttonHtml({
    label: '<b>"5 & 6"</b>',
    href: 'https://a.example/?a="1"&b=%first_name%',
    align: "center",
  });
  expect(sanitizeTemplate(button)).toBe(button);
  expect(button).toContain('&lt;b&gt;"5 &amp; 6"&lt;/b&gt;');
});
