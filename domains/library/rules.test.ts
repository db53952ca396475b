import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxFileName } from "./contract.ts";
import { mayChange, renamedFile } from "./rules.ts";

describe("a renamed file", () => {
  test.each([
    ["IMG_1.jpg", "Silver Accord", "Silver Accord.jpg"],
    ["IMG_1.jpg", "Silver Accord.JPG", "Silver Accord.JPG"],
    ["IMG_1.jpg", "Silver Accord.png", "Silver Accord.png.jpg"],
    ["offer.pdf", "../../etc/passwd", "passwd.pdf"],
    ["offer.pdf", "C:\\offers\\june.pdf", "june.pdf"],
    ["offer.pdf", "🚗🚗", "🚗🚗.pdf"],
    ["offer.pdf", "setup.exe", "setup.exe.pdf"],
    ["offer.pdf", "...", "file.pdf"],
    ["README", "Read me", "Read me"],
  ])("%s as %j is %s", (name, typed, expected) => expect(renamedFile(name, typed)).toBe(expected));

  test("keeps its extension and fits, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 250 }), (typed) => {
        const name = renamedFile("picture.jpg", typed);
        expect(name).toMatch(/\.jpg$/i);
        expect(name.length).toBeLessThanOrEqual(maxFileName);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[/\\]/);
      }),
    );
  });
});

test.each([
  ["agent", 1, true],
  ["agent", 2, false],
  ["manager", 2, true],
  ["dealer", 2, true],
] as const)("the file of member 1 is changed by the %s %i: %s", (role, user_id, may) =>
  expect(mayChange({ created_by: 1 }, { role, user_id })).toBe(may),
);
