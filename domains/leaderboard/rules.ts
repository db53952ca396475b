import { midnight, periodLabels, rangeOf, type TimeRange } from "#core/periods.ts";
import type { LeadCounts } from "#domains/dashboard/leads/contract.ts";
import { noLeads } from "#domains/dashboard/leads/rules.ts";
import { previousRangeOf } from "#domains/dashboard/rules.ts";
import type { BoardFigure, BoardPeriod } from "./contract.ts";

export const boardPeriodLabels: Record<BoardPeriod, string> = {
  all: "All time",
  lastMonth: "Last month",
  ...periodLabels,
};

/** The range of a period in a zone, as of now. */
export function boardRange(period: BoardPeriod, now: Date, zone: string): TimeRange {
  if (period === "lastMonth") {
    const { from: to } = rangeOf("month", now, zone);
    return { from: rangeOf("month", new Date(to.getTime() - 1), zone).from, to };
  }
  return period === "all" ? { ...rangeOf("today", now, zone), from: new Date(0) } : rangeOf(period, now, zone);
}

/** The period before, as far into it as now is into this one; undefined for all time and for a year. */
export function previousBoardRange(period: BoardPeriod, now: Date, zone: string): TimeRange | undefined {
  if (period === "all") return undefined;
  if (period !== "lastMonth") return previousRangeOf({ period, from: "", to: "" }, now, zone);
  const { from: to } = boardRange("lastMonth", now, zone);
  return { from: rangeOf("month", new Date(to.getTime() - 1), zone).from, to };
}

/** A day in a zone: the current one, or one that many days later. */
export function todayRange(now: Date, zone: string, days = 0): TimeRange {
  return { from: midnight(now, zone, days), to: midnight(now, zone, days + 1) };
}

/** A member's leads as a row has them. */
export function leadColumnsOf({ leads, contacted, set, shown, sold, speed_to_lead }: LeadCounts = noLeads) {
  return {
    leads,
    leads_contacted: contacted,
    leads_set: set,
    leads_shown: shown,
    leads_sold: sold,
    speed_to_lead,
  };
}

/** The values that rank members. */
export interface Score {
  readonly all_appointments: number;
  readonly messages_answered: number;
  readonly median_first_response: number | null;
}

/** Negative when the first one ranks higher. */
function compareScores(one: Score, other: Score): number {
  return (
    other.all_appointments - one.all_appointments ||
    other.messages_answered - one.messages_answered ||
    (one.median_first_response ?? Number.MAX_SAFE_INTEGER) - (other.median_first_response ?? Number.MAX_SAFE_INTEGER)
  );
}

/** Sorts best first; ties keep their order and share a rank: 1, 2, 2, 4. */
export function rankScores<S extends Score>(scores: readonly S[]): (S & { no: number; rank: number })[] {
  const sorted = scores.toSorted(compareScores);
  return sorted.map((score, at) => {
    const rank = sorted.findIndex((other) => compareScores(score, other) === 0) + 1;
    return { ...score, no: at + 1, rank };
  });
}

export const rankSentence =
  "Ranked by appointments; ties go to messages answered, then to the faster median first response.";

/** The label and definition of each number. */
export const boardDefinitions: Record<BoardFigure | "median_first_response", { label: string; sentence: string }> = {
  all_appointments: {
    label: "All Appointments",
    sentence: "Appointments made in the period, any status",
  },
  todays_appointments: {
    label: "Today's Appointments",
    sentence: "Today's appointments that this person made, whenever they made them.",
  },
  messages_answered: {
    label: "Messages Answered",
    sentence: "How often this person answered a waiting customer in the period. Automatic texts don't count.",
  },
  median_first_response: {
    label: "Median First Response",
    sentence:
      "Half of those answers came faster than this. The wait starts with the customer's first unanswered message. Time outside business hours doesn't count.",
  },
};
