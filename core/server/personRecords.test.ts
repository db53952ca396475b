import { expect, test } from "vitest";
import { blacken, contactPattern, type Person, personPattern } from "./personRecords.ts";

const ana: Person = {
  dealer_id: 1,
  customer_ids: [1],
  chat_ids: [1],
  phones: ["+12125550123"],
  emails: ["ana.diaz@example.com"],
  names: ["Ana Diaz"],
};

test.each([
  ["call +12125550123 now", "call [erased] now"],
  ["call (212) 555-0123.", "call [erased]."],
  ["1-212.555.0123", "[erased]"],
  ["212 555 0123 or ANA.DIAZ@example.com", "[erased] or [erased]"],
  ["ana diaz asked", "[erased] asked"],
  ["Ana asked; 212-555-0124; anaxdiaz@example.com", "Ana asked; 212-555-0124; anaxdiaz@example.com"],
])("%s → %s", (text, blackened) => {
  expect(blacken(text, ana)).toBe(blackened);
});

test("nothing to look for finds nothing, and texts about others are searched without the name", () => {
  const nobody = { ...ana, phones: [], emails: [], names: [] };
  expect(personPattern(nobody)).toBeNull();
  expect(blacken("anything", nobody)).toBe("anything");
  expect(contactPattern(ana)).not.toContain("Ana Diaz");
});
