import { invisible } from "#core/invisible.ts";
import { fillOwnVariables } from "#core/variables.ts";
import { replyFallbacks } from "#domains/inbox/autoReplies/rules.ts";
import type { LeadKind, LeadVehicle } from "#domains/leads/fields.ts";
import { vehicleInWords, wantedFirst } from "#domains/leads/rules.ts";
import type { Opening } from "#domains/locations/hours/rules.ts";
import type { answerVariables, FirstAnswerSettings, SourceWords } from "./contract.ts";

/** The usual words, in a location that has none of its own. */
export const usualAnswers = {
  open_words:
    "Hi %first_name%, this is %company_name%. We got your request and someone from our team will text you here %answer_time%. Reply STOP to opt out.",
  closed_words:
    "Hi %first_name%, this is %company_name%. We got your request. We're closed right now and will text you here %answer_time%. Reply STOP to opt out.",
  holiday_words:
    "Hi %first_name%, this is %company_name%. We got your request. We're closed today and will text you here %answer_time%. Reply STOP to opt out.",
} as const satisfies Omit<SourceWords, "source">;

/** What stands for a variable without a value that has no words of its own. */
export const answerFallbacks = { ...replyFallbacks, vehicle: "your request" } as const;

export type AnswerValues = Readonly<Record<keyof typeof answerVariables, string>>;

/** A lead, as far as it decides about its first answer. */
export interface AnsweredLead {
  readonly kind: LeadKind;
  readonly source: string;
}

const folded = (source: string) => source.trim().toLocaleLowerCase("en-US");

/** A source's own words; undefined when it isn't listed. */
export const wordsOfSource = <Words extends Pick<SourceWords, "source">>(
  sources: readonly Words[],
  source: string,
): Words | undefined => sources.find((listed) => folded(listed.source) === folded(source));

/** The first answer to a lead, with its variables; undefined when the location leaves such leads out. */
export function answerTo(
  { is_on, kinds, listed_only, sources, ...usual }: FirstAnswerSettings,
  { kind, source }: AnsweredLead,
  opening: Opening,
): string | undefined {
  const listed = wordsOfSource(sources, source);
  if (is_on !== 1 || !kinds.includes(kind) || (listed_only === 1 && !listed)) return undefined;
  const when = `${opening}_words` as const;
  return listed?.[when] || usual[when] || usualAnswers[when];
}

export const filledAnswer = (words: string, values: AnswerValues): string =>
  fillOwnVariables(words, values, answerFallbacks);

/** The vehicle that somebody asked about, as far as typed words may stand in a text to what may be a stranger's phone. */
export function typedVehicle(vehicles: readonly LeadVehicle[]): string {
  const [wanted] = wantedFirst(vehicles);
  const words = wanted ? vehicleInWords(wanted).replace(invisible, "").trim() : "";
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&+/. -]{0,59}$/u.test(words) && !looksLikeLink.test(words) ? words : "";
}

const looksLikeLink = /\p{L}{2,}\.\p{L}{2,}|\/\/|www|\p{N}{5,}/iu;
