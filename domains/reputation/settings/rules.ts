import type { Language } from "./fields.ts";

/** What an invite's text says in one language. */
export interface InviteWords {
  readonly language: Language;
  readonly words: string;
  readonly is_fallback: 0 | 1;
}

/** What invites say until the owner changes it. */
export const defaultWords: readonly InviteWords[] = [
  {
    language: "en",
    words:
      "Hi %first_name%, thank you for choosing %company_name%. Would you take a minute to leave us a review? %review_link%",
    is_fallback: 1,
  },
  {
    language: "es",
    words: "Gracias por elegir %company_name%. ¿Nos deja una reseña? Solo toma un minuto: %review_link%",
    is_fallback: 0,
  },
];

/** The text in a language, else the fallback. */
export function wordsFor(texts: readonly InviteWords[], language: Language | undefined): InviteWords | undefined {
  const fallback = texts.find(({ is_fallback }) => is_fallback === 1) ?? texts[0];
  return texts.find((text) => text.language === language) ?? fallback;
}

/** Fewer invites than this say nothing about how many lead to a review. */
const meaningfulInvites = 20;
const assumedRate = 0.1;
const leastRate = 0.01;

export interface InviteGoal {
  /** Invites a month. */
  readonly invite_goal: number;
  /** Reviews for each 100 invites. */
  readonly percent: number;
  /** There were too few invites to know, so the rate is assumed. */
  readonly is_assumed: 0 | 1;
}

/** Invites a month for the goal, by the results of the last 90 days. */
export function inviteGoalOf(goal: number, { sent, reviewed }: { sent: number; reviewed: number }): InviteGoal {
  const isAssumed = sent < meaningfulInvites;
  const rate = isAssumed ? assumedRate : Math.min(1, Math.max(leastRate, reviewed / sent));
  // Whole numbers of a thousandth, so that 3 of 30 needs ten invites for a review, not eleven.
  const invite_goal = Math.ceil(Number((goal / rate).toFixed(6)));
  return { invite_goal, percent: Math.round(rate * 1000) / 10, is_assumed: isAssumed ? 1 : 0 };
}
