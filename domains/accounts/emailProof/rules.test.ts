import { expect, test } from "vitest";
import { emailProofEnd, emailProofLink, secondsToNextProof } from "./rules.ts";

const now = new Date("2026-03-02T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [undefined, 0],
  [ago(0), 60],
  [ago(59.2), 1],
  [ago(60), 0],
  [ago(600), 0],
])("after one at %s another waits %i seconds", (last, seconds) => {
  expect(secondsToNextProof(last, now)).toBe(seconds);
});

test("a link is valid for a week and names its token", () => {
  expect(emailProofEnd(now)).toEqual(new Date("2026-03-09T12:00:00Z"));
  expect(emailProofLink("https://rooftop.test", "abc")).toBe("https://rooftop.test/verify-email/abc");
});
