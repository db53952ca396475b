import { describe, expect, test } from "vitest";
import { boardRange, previousBoardRange, rankScores, todayRange } from "./rules.ts";

const zone = "America/New_York";
const at = (text: string) => new Date(text);

describe("the range of a period", () => {
  const now = at("2026-03-10T02:30:00Z");

  test.each([
    ["all", "1970-01-01T00:00:00.000Z"],
    ["today", "2026-03-09T04:00:00.000Z"],
    // The clocks changed on the 8th.
    ["month", "2026-03-01T05:00:00.000Z"],
  ] as const)("%s begins at midnight and ends just after now", (period, from) => {
    expect(boardRange(period, now, zone)).toEqual({ from: at(from), to: at("2026-03-10T02:30:00.001Z") });
  });

  test("last month ends where this one begins, in the location's zone", () => {
    const range = { from: at("2026-02-01T05:00:00Z"), to: at("2026-03-01T05:00:00Z") };
    expect(boardRange("lastMonth", now, zone)).toEqual(range);
    // In Los Angeles it is still February 28.
    const early = at("2026-03-01T06:00:00Z");
    const before = { from: at("2026-01-01T08:00:00Z"), to: at("2026-02-01T08:00:00Z") };
    expect(boardRange("lastMonth", early, "America/Los_Angeles")).toEqual(before);
    expect(boardRange("lastMonth", at("2026-01-15T12:00:00Z"), "UTC").from).toEqual(at("2025-12-01T00:00:00Z"));
  });

  test.each([
    ["month", "2026-02-01T05:00:00.000Z", "2026-02-10T03:30:00.001Z"],
    ["lastMonth", "2026-01-01T05:00:00.000Z", "2026-02-01T05:00:00.000Z"],
    ["days7", "2026-02-24T05:00:00.000Z", "2026-03-03T03:30:00.001Z"],
  ] as const)("%s is compared with the period before", (period, from, to) => {
    expect(previousBoardRange(period, now, zone)).toEqual({ from: at(from), to: at(to) });
  });

  test.each(["all", "year"] as const)("%s is compared with nothing", (period) => {
    expect(previousBoardRange(period, now, zone)).toBeUndefined();
  });

  test("today is a whole day, with 23 hours when the clocks go forward", () => {
    const range = { from: at("2026-03-08T05:00:00Z"), to: at("2026-03-09T04:00:00Z") };
    expect(todayRange(at("2026-03-08T20:00:00Z"), zone)).toEqual(range);
  });
});

describe("ranking", () => {
  const score = (name: string, all_appointments: number, messages_answered: number, median: number | null) => ({
    name,
    all_appointments,
    messages_answered,
    median_first_response: median,
  });
  const order = (...scores: ReturnType<typeof score>[]) =>
    rankScores(scores).map(({ name, rank, no }) => `${no} ${name} ${rank}`);

  test("by appointments, then answers, then the faster median", () => {
    const [few, many] = [score("few", 1, 90, 5), score("many", 2, 0, null)];
    const [slow, fast] = [score("slow", 1, 90, 6), score("less", 1, 3, 1)];
    expect(order(few, fast, slow, many)).toEqual(["1 many 1", "2 few 2", "3 slow 3", "4 less 4"]);
  });

  test("ties share a rank, and the next rank is skipped", () => {
    const same = [score("a", 1, 1, 60), score("b", 1, 1, 60), score("c", 0, 0, null), score("d", 0, 0, null)];
    expect(order(...same)).toEqual(["1 a 1", "2 b 1", "3 c 3", "4 d 3"]);
    expect(rankScores([])).toEqual([]);
  });
});
