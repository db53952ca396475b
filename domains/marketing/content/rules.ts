import { type Segments, segmentsOf } from "#core/smsCounter.ts";
import { fillVariables, type VariableValues } from "#core/variables.ts";

/** Stands at the end of every marketing text, once. */
export const marketingFooter = "Reply STOP to unsubscribe from marketing messages.";

/** A marketing text as it leaves: the footer after the message, unless the message ends with it already. */
export function withFooter(message: string): string {
  const text = message.trimEnd();
  return text.endsWith(marketingFooter) ? text : `${text} ${marketingFooter}`.trimStart();
}

/** The text that one person gets. */
export function textFor(template: string, values: VariableValues): string {
  return withFooter(fillVariables(template, values));
}

/** The segments of the text as it leaves, with these values; the counter's are the longest ones. */
export function marketingSegments(template: string, values: VariableValues): Segments {
  return segmentsOf(textFor(template, values));
}

/** Typographic signs that word processors insert, and what GSM-7 has instead. */
const plainSigns: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": ",",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u2013": "-",
  "\u2014": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u2022": "*",
};

/** The text with typographic signs replaced, which often halves what it costs. */
export function inPlainSigns(text: string): string {
  return text.replace(
    /[\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u00a0\u2022]/g,
    (sign) => plainSigns[sign] ?? sign,
  );
}
