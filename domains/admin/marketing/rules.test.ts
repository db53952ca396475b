import { expect, test } from "vitest";
import { levelOf, worstLevel } from "./rules.ts";

test.each([
  ["filtered", 30, 1_000, "warning"],
  ["filtered", 31, 1_000, "critical"],
  ["filtered", 10, 1_000, "ok"],
  ["opted_out", 51, 1_000, "critical"],
  ["complained", 2, 1_000, "warning"],
  ["complained", 4, 1_000, "critical"],
  ["complained", 1, 100, "ok"],
  ["bounced", 11, 100, "critical"],
  ["bounced", 99, 99, "ok"],
] as const)("%s of %d in %d messages is %s", (figure, count, messages, level) => {
  expect(levelOf(figure, count, messages)).toBe(level);
});

test("a client is as well as its worst figure, and somebody looks at what has waited for long", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const none = {
    texts: 1_000,
    opted_out: 0,
    filtered: 0,
    emails: 1_000,
    complained: 0,
    bounced: 0,
    refused: 0,
    refusal: "",
    oldest_due: null,
  };
  const client = { dealer_id: 1, client: "Harbor", ...none };
  expect(worstLevel(client, now)).toBe("ok");
  expect(worstLevel({ ...client, oldest_due: "2026-11-23T11:30:00Z" }, now)).toBe("ok");
  expect(worstLevel({ ...client, oldest_due: "2026-11-23T11:29:59Z" }, now)).toBe("warning");
  expect(worstLevel({ ...client, filtered: 11, complained: 4 }, now)).toBe("critical");
});
