import { expect, test } from "vitest";
import { speakerOf } from "./rowTexts.ts";

test.each([
  [null, ""],
  [{ who: "customer", user_id: null, first_name: "", is_failed: 0 }, ""],
  [{ who: "member", user_id: 7, first_name: "Olivia", is_failed: 0 }, "You:"],
  [{ who: "member", user_id: 8, first_name: "Marcus", is_failed: 1 }, "Marcus:"],
  [{ who: "automatic", user_id: null, first_name: "", is_failed: 0 }, "Auto:"],
] as const)("%j is introduced with %j", (last_message_from, text) => {
  expect(speakerOf({ last_message_from }, 7)).toBe(text);
});
