import { expect, test } from "vitest";
import * as z from "zod/mini";
import { ChatListSlug } from "./contract.ts";
import { slugsFor, tagMarkup, tidyTag } from "./rules.ts";

const looksLikeSlug = (text: string) => z.safeParse(ChatListSlug, text).success;

function first(tag: string, count = 1): string[] {
  const slugs = slugsFor(tag);
  return Array.from({ length: count }, () => slugs.next().value ?? "");
}

test.each([
  ["Hot Lead", "hot-lead"],
  ["  Trade-In / Appraisal!  ", "trade-in-appraisal"],
  ["Café", "cafe"],
  ["Ｆｕｌｌ", "full"],
  ["購入予定", "購入予定"],
  ["🔥🔥", "tag"],
  ["../../etc", "etc"],
  ["<b>x</b>", "b-x-b"],
])("%s has the slug %s", (tag, slug) => {
  expect(first(tag)).toEqual([slug]);
  expect(looksLikeSlug(slug)).toBe(true);
});

test("a taken slug gets a number", () => {
  expect(first("Hot Lead", 3)).toEqual(["hot-lead", "hot-lead-2", "hot-lead-3"]);
});

test.each(["All", "unread", "UNREPLIED", "Mine", "Unassigned", "Snoozed"])(
  "a tag called %s doesn't take a reserved slug",
  (tag) => {
    expect(first(tag)).toEqual([`${tag.toLowerCase()}-2`]);
  },
);

test("a long name still makes a valid slug", () => {
  for (const tag of ["x".repeat(200), "ab ".repeat(70)]) expect(first(tag).every(looksLikeSlug)).toBe(true);
});

test.each(["", "-", "a b", "a--b", "a/b", "%", "a'", "x".repeat(101)])("%j is not a slug", (text) => {
  expect(looksLikeSlug(text)).toBe(false);
});

test("tags that look the same are the same", () => {
  expect(tidyTag(" Hot \n\t lead ")).toBe("Hot lead");
  expect(tidyTag("Cafe\u0301")).toBe("Caf\u00e9");
});

test("markup escapes the tags' text", () => {
  expect(tagMarkup([])).toBe("");
  expect(tagMarkup([{ tag: "Hot" }, { tag: `<img src=x onerror="alert('1')">&` }])).toBe(
    '<span class="badge">Hot</span> ' +
      '<span class="badge">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</span>',
  );
});
