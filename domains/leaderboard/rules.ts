import { periodLabels } from "#domains/dashboard/contract.ts";
import { midnight, type Range, rangeOf } from "#domains/dashboard/rules.ts";
import type { BoardFigure, BoardPeriod } from "./contract.ts";

export const boardPeriodLabels: Record<BoardPeriod, string> = {
  all: "All time",
  lastMonth: "Last month",
  ...periodLabels,
};

/** What a period means now for people in a zone. */
export function boardRange(period: BoardPeriod, now: Date, zone: string): Range {
  if (period === "lastMonth") {
    const { from: to } = rangeOf("month", now, zone);
    return { from: rangeOf("month", new Date(to.getTime() - 1), zone).from, to };
  }
  return period === "all" ? { ...rangeOf("today", now, zone), from: new Date(0) } : rangeOf(period, now, zone);
}

/** The location's day that it is now. */
export function todayOf(now: Date, zone: string): Range {
  return { from: midnight(now, zone), to: midnight(now, zone, 1) };
}

/** What the members are ranked by. */
export interface Score {
  readonly all_appointments: number;
  readonly messages_answered: number;
  readonly median_first_response: number | null;
}

/** Below 0 when the first one did better. */
function compared(one: Score, other: Score): number {
  return (
    other.all_appointments - one.all_appointments ||
    other.messages_answered - one.messages_answered ||
    (one.median_first_response ?? Number.MAX_SAFE_INTEGER) - (other.median_first_response ?? Number.MAX_SAFE_INTEGER)
  );
}

/** The best first, those who are equal in the order that they came in, and with the same rank: 1, 2, 2, 4. */
export function ranked<S extends Score>(scores: readonly S[]): (S & { no: number; rank: number })[] {
  const sorted = scores.toSorted(compared);
  return sorted.map((score, at) => {
    const rank = sorted.findIndex((other) => compared(score, other) === 0) + 1;
    return { ...score, no: at + 1, rank };
  });
}

/** How the members are ranked, in words. */
export const rankSentence =
  "Ranked by appointments, equal ones by messages answered, then by the faster median first response.";

/** What each number is, in words. */
export const boardDefinitions: Record<BoardFigure | "median_first_response", { label: string; sentence: string }> = {
  all_appointments: {
    label: "All Appointments",
    sentence: "Appointments that the member made in the period, whatever became of them.",
  },
  todays_appointments: {
    label: "Today's Appointments",
    sentence: "Appointments that the member made, whenever that was, and that take place today.",
  },
  messages_answered: {
    label: "Messages Answered",
    sentence:
      "How often in the period the member was the one who answered a waiting customer. Automatic texts answer nobody.",
  },
  median_first_response: {
    label: "Median First Response",
    sentence:
      "Half of those answers came faster than this. The wait begins with the customer's first message that nobody had answered; time outside business hours doesn't count.",
  },
};
