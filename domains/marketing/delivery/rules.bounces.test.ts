import { describe, expect, test } from "vitest";
import { type PastMailEvent, suppressionAfter } from "./rules.ts";

const now = new Date("2026-11-22T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const soft = (days: number): PastMailEvent => ({ kind: "bounced", bounce: "soft", at: daysAgo(days) });
const other = (kind: PastMailEvent["kind"], days: number): PastMailEvent => ({ kind, bounce: null, at: daysAgo(days) });

describe("an event", () => {
  test.each([
    ["bounced", "hard", "bounced"],
    ["bounced", "soft", undefined],
    ["bounced", "policy", undefined],
    ["complained", null, "complained"],
    ["unsubscribed", null, "unsubscribed"],
    ["delivered", null, undefined],
    ["deferred", null, undefined],
    ["auto_replied", null, undefined],
  ] as const)("%s %s alone takes away: %s", (kind, bounce, reason) => {
    expect(suppressionAfter({ kind, bounce }, [{ kind, bounce, at: now }], now)).toBe(reason);
  });

  test.each<[string, PastMailEvent[], "bounced" | undefined]>([
    ["two soft bounces", [soft(0), soft(1)], undefined],
    ["three within 30 days", [soft(0), soft(10), soft(30)], "bounced"],
    ["a third that is older", [soft(0), soft(10), soft(31)], undefined],
    ["a delivery in between", [soft(0), other("delivered", 5), soft(10), soft(12)], undefined],
    ["a delivery before them", [soft(0), soft(3), soft(4), other("delivered", 5)], "bounced"],
    [
      "delays and automatic answers in between",
      [soft(0), other("deferred", 1), soft(3), other("auto_replied", 4), soft(9)],
      "bounced",
    ],
    [
      "a refusal by policy, which doesn't count",
      [soft(0), { kind: "bounced", bounce: "policy", at: daysAgo(1) }, soft(2)],
      undefined,
    ],
  ])("a soft bounce with %s", (_what, newestFirst, reason) => {
    expect(suppressionAfter({ kind: "bounced", bounce: "soft" }, newestFirst, now)).toBe(reason);
  });
});
