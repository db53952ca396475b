import { expect, test } from "vitest";
import { statusText } from "./rules.ts";

test.each([
  [{ message_status: "queued", error: "" }, "Sending"],
  [{ message_status: "delivered", error: "" }, "Delivered"],
  [{ message_status: "failed", error: "This phone can't be reached." }, "Failed: This phone can't be reached."],
  [{ message_status: "failed", error: "" }, "Failed"],
  [{ message_status: "received", error: "" }, "Received"],
] as const)("%j: %s", (message, label) => {
  expect(statusText(message)).toBe(label);
});
