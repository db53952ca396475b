import { expect, test } from "vitest";
import { isReply, messageStates } from "../sending/rules.ts";
import { recipientStates } from "../text/fields.ts";

test.each([
  ["Is the red one still there?", true],
  ["", true],
  ["Please stop texting me", true],
  ["HELP", true],
  ["STOP", false],
  ["opt-out", false],
])("%j is a reply: %s", (words, expected) => {
  expect(isReply({ body: words })).toBe(expected);
});

test("a text that the carrier took for an opt-out is no reply, whatever its words", () => {
  expect(isReply({ body: "Adios", carrierKeyword: "stop" })).toBe(false);
  expect(isReply({ body: "STOP", carrierKeyword: "help" })).toBe(true);
});

test("every text that the carrier has is in the conversation, and never queued again", () => {
  const shown = recipientStates.filter((state) => messageStates[state] !== undefined);
  expect(shown).toEqual(["accepted", "sent", "delivered", "failed", "unknown"]);
  expect(Object.values(messageStates)).not.toContain("queued");
});
