import { expect, test } from "vitest";
import { mailReference, readMailReference, readSignedLink, signedLink } from "./signedLink.ts";

const token = signedLink("secret", "u", 12, 345, 6_789_012);

test("says which rows it is about, under former secrets, too", () => {
  expect(readSignedLink(["secret"], "u", token)).toEqual({ dealer_id: 12, ids: [345, 6_789_012] });
  expect(readSignedLink(["newer", "secret"], "u", token)).toEqual({ dealer_id: 12, ids: [345, 6_789_012] });
  expect(token.length).toBeLessThan(40);
});

test("is valid for its kind, its ids and its secret only", () => {
  const [payload, signature] = token.split(".");
  const foreign = [`d-9l.${signature}`, `${payload}.${"A".repeat(22)}`, `${payload}.`, "", `${token}x`, `x${token}`];
  for (const other of foreign) expect(readSignedLink(["secret"], "u", other)).toBeUndefined();
  expect(readSignedLink(["secret"], "l", token)).toBeUndefined();
  expect(readSignedLink(["other"], "u", token)).toBeUndefined();
  expect(readSignedLink([], "u", token)).toBeUndefined();
});

test("a mail's reference says which rows it is about in any case of its letters, and nobody else makes one", () => {
  const reference = mailReference("secret", 12, 345, 6, 7, 1);
  expect(readMailReference(["newer", "secret"], reference)).toEqual({ dealer_id: 12, ids: [345, 6, 7, 1] });
  expect(readMailReference(["secret"], reference.toUpperCase())).toEqual({ dealer_id: 12, ids: [345, 6, 7, 1] });
  const [, payload, signature] = reference.split(".");
  const foreign = [
    `c.d-9l.${signature}`,
    `c.${payload}.${"0".repeat(24)}`,
    `u.${payload}.${signature}`,
    "",
    `${reference}0`,
  ];
  for (const other of foreign) expect(readMailReference(["secret"], other)).toBeUndefined();
  expect(readMailReference(["other"], reference)).toBeUndefined();
  // With `b+` before it, it still fits before an address's @.
  expect(mailReference("secret", 99_999, 99_999_999, 999_999, 999_999, 9).length).toBeLessThan(62);
});

test.each([
  ".",
  ")",
  ">",
  "),",
  "...",
  "…",
  "”",
  "]",
  "}",
  "!",
  "?",
  ";",
  "'",
  '"',
  "*",
  "_",
  "/",
  "=",
  "\u00a0",
  "&gt;",
  ">).",
])("a link that a program ended with %j is the same link", (end) =>
  expect(readSignedLink(["secret"], "u", token + end)).toEqual({ dealer_id: 12, ids: [345, 6_789_012] }),
);
