import { expect, test } from "vitest";
import { isSignedIn, usernameOf } from "./rules.ts";

test("a username is read aloud without mistakes", () => {
  expect(usernameOf(new Uint8Array([0, 1, 2, 3, 30, 31, 62, 255]))).toBe("kiosk-abcd-9aah");
  const all = usernameOf(Uint8Array.from({ length: 8 }, (_, at) => at * 31));
  expect(all).not.toMatch(/[10oil]{2}.*-.*[10o]/);
});

const day = 86_400_000;
const now = new Date("2026-11-23T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * day);

test.each([
  ["fresh", 0, 0, true],
  ["idle for 13 days", 13, 13, true],
  ["idle for two weeks", 20, 14, false],
  ["three months old", 90, 0, false],
])("a device that is %s", (_, signedIn, used, expected) => {
  const device = { signed_in_at: ago(signedIn), last_used_at: ago(used) };
  expect(isSignedIn({ ...device, ended_at: null }, now)).toBe(expected);
  expect(isSignedIn({ ...device, ended_at: ago(0) }, now)).toBe(false);
});
