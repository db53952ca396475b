import { expect, test } from "vitest";
import { openSeal, seal } from "./seal.ts";

const text = "https://calendar.example/private-ä.ics";

test("what is sealed opens with the same key for the same purpose only", () => {
  const sealed = seal("a key", "calendar", text);
  expect(sealed).not.toContain("calendar");
  expect(seal("a key", "calendar", text)).not.toBe(sealed);
  expect(openSeal("a key", "calendar", sealed)).toBe(text);
  expect(openSeal("another", "calendar", sealed)).toBeUndefined();
  expect(openSeal("a key", "another", sealed)).toBeUndefined();
});

test("a changed seal doesn't open", () => {
  const sealed = seal("a key", "calendar", text);
  for (const wrong of [
    "",
    "x",
    sealed.slice(0, -4),
    `A${sealed.slice(1)}`,
    `${sealed.slice(0, 30)}AAAA${sealed.slice(34)}`,
  ])
    if (wrong !== sealed) expect(openSeal("a key", "calendar", wrong)).toBeUndefined();
});
