import { expect, test } from "vitest";
import { speakerOf } from "./speaker.ts";

test.each([
  [null, ""],
  [{ who: "customer", user_id: null, first_name: "" }, ""],
  [{ who: "member", user_id: 7, first_name: "Olivia" }, "You:"],
  [{ who: "member", user_id: 8, first_name: "Marcus" }, "Marcus:"],
  [{ who: "automatic", user_id: null, first_name: "" }, "Auto:"],
] as const)("%j is introduced with %j", (last_message_from, text) => {
  expect(speakerOf({ last_message_from }, 7)).toBe(text);
});
