import { type HealthLevel, healthLevels, type SendingHealth } from "./contract.ts";

/* From which shares on the operator should look at a client's marketing. At the higher of the two a campaign pauses
itself; from the lower on carriers and mailbox providers begin to hold it against everyone who sends through us. */

interface HealthLimit {
  /** In percent of what was sent. */
  readonly warning: number;
  readonly critical: number;
}

const limits = {
  opted_out: { warning: 2, critical: 5 },
  filtered: { warning: 1, critical: 3 },
  complained: { warning: 0.1, critical: 0.3 },
  bounced: { warning: 5, critical: 10 },
  refused: { warning: 1, critical: 5 },
} as const satisfies Record<string, HealthLimit>;
export type HealthFigure = keyof typeof limits;

/** Fewer messages say nothing about who sends them. */
const leastMessages = 100;
/** One person's click on the wrong button says nothing either. */
const leastCount = 2;
/** How many minutes late a message may be before the operator should look. */
const longestWaitMinutes = 30;

/** A figure in words, for a number of messages. */
export function levelOf(figure: HealthFigure, count: number, messages: number): HealthLevel {
  if (messages < leastMessages || count < leastCount) return "ok";
  const percent = (100 * count) / messages;
  if (percent > limits[figure].critical) return "critical";
  return percent > limits[figure].warning ? "warning" : "ok";
}

export function waitLevel(oldest_due: string | null, now: Date): HealthLevel {
  if (!oldest_due) return "ok";
  return now.getTime() - new Date(oldest_due).getTime() > longestWaitMinutes * 60_000 ? "warning" : "ok";
}

/** A refusal for what is held against us is a fault of our set-up, however few there are. */
export const refusalLevel = (refused: number, emails: number): HealthLevel =>
  levelOf("refused", refused, emails) === "critical" ? "critical" : refused > 0 ? "warning" : "ok";

/** The worst that a client's figures say. */
export function worstLevel(row: Omit<SendingHealth, "level">, now: Date): HealthLevel {
  const found = [
    levelOf("opted_out", row.opted_out, row.texts),
    levelOf("filtered", row.filtered, row.texts),
    levelOf("complained", row.complained, row.emails),
    levelOf("bounced", row.bounced, row.emails),
    refusalLevel(row.refused, row.emails),
    waitLevel(row.oldest_due, now),
  ];
  return healthLevels.findLast((level) => found.includes(level)) ?? "ok";
}
