import { expect, test } from "vitest";
import { recipientStates } from "../text/fields.ts";
import { isReply, messageStates } from "./rules.ts";

test.each([
  ["Is the red one still there?", true],
  ["", true],
  ["Please stop texting me", true],
  ["HELP", true],
  ["STOP", false],
  ["opt-out", false],
])("%j is a reply: %s", (words, expected) => {
  expect(isReply(words)).toBe(expected);
});

test("every text that the carrier has is in the conversation, and never queued again", () => {
  const shown = recipientStates.filter((state) => messageStates[state] !== undefined);
  expect(shown).toEqual(["accepted", "sent", "delivered", "failed", "unknown"]);
  expect(Object.values(messageStates)).not.toContain("queued");
});
