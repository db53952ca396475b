import { invisible } from "#core/invisible.ts";
import { fillOwnVariables } from "#core/variables.ts";
import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
import { type InboundWords, intentOf, reminderAnswer } from "#domains/inboundIntent/rules.ts";
import {
  answerTime,
  type Hours,
  isOpen,
  nextOpening,
  type Opening,
  openingAt,
} from "#domains/locations/hours/rules.ts";
import { isAllowed, type QuietHoursRule, type RecipientArea } from "#domains/marketing/rules/rules.ts";
import type { AfterHoursReply, replyVariables } from "./contract.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What answers somebody who asked, automatically. */
export type AnswerKind = "website" | "first_answer" | "after_hours";

/** An automatic answer that a phone got. */
export interface SentAnswer {
  readonly kind: AnswerKind;
  readonly sent_at: Date;
}

/** Whoever got the reply after hours may get the next one sooner than anybody gets another first answer. */
const pauseMs = (sent: AnswerKind, next: AnswerKind) =>
  (sent === "after_hours" && next === "after_hours" ? 12 : 24) * hourMs;

/** The longest time for which an answer keeps the phone from getting another one. */
export const longestPauseMs = 24 * hourMs;

/** Whether an answer of the last time keeps the phone from getting one of this kind. */
export const isAnsweredLately = (answers: readonly SentAnswer[], next: AnswerKind, now: Date): boolean =>
  answers.some(({ kind, sent_at }) => now.getTime() - sent_at.getTime() < pauseMs(kind, next));

/** Quiet hours don't keep somebody waiting who has just asked. */
const promptMs = 15 * minuteMs;
/** After that nobody remembers asking. */
const forgottenMs = 24 * hourMs;

/** Whether an answer may leave now: at any hour to somebody who has just asked, later only outside of quiet hours. */
export function mayAnswerAt(
  now: Date,
  asked_at: Date,
  { area, rules }: { readonly area: RecipientArea; readonly rules: readonly QuietHoursRule[] },
): boolean {
  const age = now.getTime() - asked_at.getTime();
  if (age <= promptMs) return true;
  return age <= forgottenMs && isAllowed(now, area, rules);
}

/** Seconds after an automatic reply in which only a machine texts back. */
export const machineSeconds = 10;

/** Whether a text may get a reply after hours: it is a person's, and neither a keyword nor an answer to an automatic text. */
export function asksForReply({ body, carrierKeyword }: InboundWords): boolean {
  if (intentOf({ body, carrierKeyword }, true) || reminderAnswer(body)) return false;
  return !isReaction(body) && !isFromMachine(body);
}

/** A reaction to a message, as phones of others write it out: `Liked “See you at 5”`, `👍 to “See you at 5”`. */
export function isReaction(body: string): boolean {
  const words = body.replace(invisible, "").trim();
  return reactions.some((pattern) => pattern.test(words));
}

const quote = "[“”\"«„‟「『']";
const reactedTo = `(?:${quote}|an? (?:image|photo|movie|video|attachment|sticker|audio message|voice message|message|gif|contact|location|link|file)\\b)`;

const emoji = "\\p{Extended_Pictographic}[\\u{fe0f}\\u{200d}\\u{1f3fb}-\\u{1f3ff}\\p{Extended_Pictographic}]*";

/* Of iOS and Android in the languages that phones here are set to. */
const reactions = [
  `(?:Liked|Loved|Disliked|Laughed at|Emphasi[sz]ed|Questioned|Reacted) ${reactedTo}`,
  `Reacted (?:with )?${emoji} ?to\\b`,
  `Removed an? (?:like|heart|dislike|laugh|exclamation(?: mark)?|question mark|reaction|${emoji})(?: reaction)? from\\b`,
  `${emoji} ?(?:to|a|à|zu|per|an|para|le|en) ${quote}`,
  `(?:Le gustó|Me gusta|Le encantó|Me encanta|No le gustó|No me gusta|Le dio risa|Se rió de|Se rio de|Le hizo reír|Enfatizó|Destacó|Remarcó|Cuestionó|Preguntó sobre|Reaccionó)(?: con)? ?(?:a |de |en )?(?:${quote}|una? (?:imagen|foto|video|mensaje|archivo)\\b|\\p{Extended_Pictographic})`,
  `(?:A aimé|A adoré|N[’']a pas aimé|A ri de|A ri à|A insisté sur|A mis en évidence|A questionné|A réagi(?: avec)?) ?(?:à )?(?:${quote}|une? (?:image|photo|vidéo)\\b|\\p{Extended_Pictographic})`,
  `(?:Gostou de|Curtiu|Amou|Adorou|Não gostou de|Riu de|Enfatizou|Questionou|Reagiu(?: com)?) ?(?:a |de )?(?:${quote}|uma? (?:imagem|foto|vídeo)\\b|\\p{Extended_Pictographic})`,
  `(?:Gefällt|Hat|Liebt|Mag|Lacht über|Betont|Hinterfragt)[^\\n]{0,40}${quote}[^\\n]*${quote}[^\\n]{0,40}(?:gefällt|geliked|reagiert|hervorgehoben|markiert)`,
  `(?:Đã thích|Đã yêu thích|Đã cười|喜歡|喜欢|赞了|讚了|爱了|「[^」]*」)[^\\n]{0,4}${quote}`,
].map((text) => new RegExp(`^(?:${text})`, "iu"));

/** What phones and offices answer by themselves. */
const machineWords = [
  /\b(?:auto(?:mat(?:ic|ed))?|automá?tic[ao])[- ]?(?:reply|response|responder|message|text|respuesta|mensaje)\b/iu,
  /\b(?:this is an automated|do not reply to this|no[- ]?reply|unmonitored)\b/iu,
  /\b(?:i[’']?m|i am) (?:currently )?(?:driving|out of (?:the )?office)\b/iu,
  /\bdo not disturb (?:is|while)\b|\bdriving with (?:do not disturb|focus)\b|\bnotifications? silenced\b/iu,
  /\b(?:respuesta|mensaje) autom[aá]tic[ao]\b|\bestoy conduciendo\b/iu,
];

/** True for what a machine answers: a phone whose owner drives, an office that is closed, another business's bot. */
export const isFromMachine = (body: string): boolean => machineWords.some((pattern) => pattern.test(body));

/** The usual words, in a location that has none of its own. */
export const usualReplies = {
  closed_words: "Thanks for texting %company_name%! We're closed right now and will reply %answer_time%.",
  holiday_words: "Thanks for texting %company_name%! We're closed today and will reply %answer_time%.",
} as const satisfies Omit<AfterHoursReply, "is_on">;

/** What stands for a variable without a value that has no words of its own. */
export const replyFallbacks = { first_name: "there", answer_time: "as soon as we can" } as const;

export type ReplyValues = Readonly<Record<keyof typeof replyVariables, string>>;

/** A location whose hours say when it answers. */
export interface AnsweringPlace {
  readonly hours: Hours;
  readonly time_zone: string;
}

/** When somebody there will answer. */
export const answerTimeAt = ({ hours, time_zone }: AnsweringPlace, now: Date): string =>
  answerTime(hours, time_zone, now);

/** The reply after hours at this moment; undefined while the location is open. */
export function afterHoursText(
  { closed_words, holiday_words }: Omit<AfterHoursReply, "is_on">,
  opening: Opening,
  values: ReplyValues,
): string | undefined {
  if (opening === "open") return undefined;
  const own =
    opening === "holiday" ? holiday_words || usualReplies.holiday_words : closed_words || usualReplies.closed_words;
  return fillOwnVariables(own, values, replyFallbacks);
}

/** A name that somebody typed, as far as it may stand in a text to a phone that may be another person's. */
export function typedName(name: string): string {
  const words = name.replace(invisible, "").trim();
  return /^\p{L}[\p{L}\p{M}'’. -]{0,24}$/u.test(words) && !/\.\p{L}/u.test(words) ? words : "";
}

/** A moment that shows what an automatic text will say. */
export interface ShownMoment {
  readonly moment: "now" | "tonight" | "holiday";
  readonly at: Date;
  readonly hours: Hours;
}

/** Now, the next time that the location is closed in the evening, and noon of a day without business. */
export function shownMoments({ hours, time_zone }: AnsweringPlace, now: Date): ShownMoment[] {
  const today = wallTimeAt(now, time_zone).date;
  const instant = (date: string, minutes: number) => instantAt({ date, minutes }, time_zone, "next");
  const evenings = Array.from({ length: 8 }, (_, days) => instant(daysLater(today, days), 21 * 60));
  const tonight = evenings.find((at) => at >= now && !isOpen(hours, time_zone, at)) ?? now;
  const opens = nextOpening(hours, time_zone, instant(daysLater(today, 1), 0));
  const holiday = opens ? wallTimeAt(opens, time_zone).date : daysLater(today, 1);
  const closed = { ...hours, closed: [...hours.closed, holiday] };
  return [
    { moment: "now", at: now, hours },
    { moment: "tonight", at: tonight, hours },
    { moment: "holiday", at: instant(holiday, 12 * 60), hours: closed },
  ];
}

/** What the hours of a shown moment say about it. */
export const openingOf = ({ hours, at }: ShownMoment, time_zone: string): Opening => openingAt(hours, time_zone, at);
