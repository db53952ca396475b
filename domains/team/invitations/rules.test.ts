import { expect, test } from "vitest";
import { invitationEnd, invitationLink, invitationSentText, invitationText, tokenFromFragment } from "./rules.ts";

test("a link works for seven days, with its token in the fragment", () => {
  expect(invitationEnd(new Date("2026-03-05T10:00:00Z"))).toEqual(new Date("2026-03-12T10:00:00Z"));
  const link = invitationLink("https://rooftop.test", "a-token");
  expect(link).toBe("https://rooftop.test/invitation#a-token");
  expect(tokenFromFragment(new URL(link).hash)).toBe("a-token");
  expect(tokenFromFragment("")).toBe("");
});

test("a text says who invites where, with the link at its end", () => {
  const text = invitationText({ business_name: "Hill Motors", invited_by: "Ann Lee", link: "https://x.test/#a" });
  expect(text).toMatch(/^Rooftop: "Ann Lee" invited you to join "Hill Motors"\. .* 7 days: https:\/\/x\.test\/#a$/);
});

test("a name can't end its quotation marks", () => {
  const names = { business_name: "Hill", invited_by: 'Rooftop" (security' };
  expect(invitationText({ ...names, link: "x" })).toMatch(
    /^Rooftop: "Rooftop' \(security" invited you to join "Hill"\./,
  );
});

test.each([
  ["ana@example.com", "", "Invitation sent to ana@example.com"],
  ["", "+19095550123", "Invitation sent to (909) 555-0123"],
  ["ana@example.com", "+19095550123", "Invitation sent to ana@example.com and (909) 555-0123"],
])("an invitation to %j and %j", (email, phone, text) => expect(invitationSentText({ email, phone })).toBe(text));
