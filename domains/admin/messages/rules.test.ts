import { expect, test } from "vitest";
import { statusText } from "./rules.ts";

test.each([
  [{ status: "queued", error: "" }, "Sending"],
  [{ status: "delivered", error: "" }, "Delivered"],
  [{ status: "failed", error: "This phone can't be reached." }, "Failed: This phone can't be reached."],
  [{ status: "failed", error: "" }, "Failed"],
  [{ status: "received", error: "" }, "Received"],
] as const)("%j: %s", (message, label) => {
  expect(statusText(message)).toBe(label);
});
