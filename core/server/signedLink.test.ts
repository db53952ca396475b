import { expect, test } from "vitest";
import { readSignedLink, signedLink } from "./signedLink.ts";

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
