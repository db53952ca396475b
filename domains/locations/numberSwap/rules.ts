import { formatPhone, toE164 } from "#core/phone.ts";

/** A number that visitors from a source are shown. */
export interface SourceNumber {
  readonly source: string;
  /** E.164. */
  readonly number: string;
}

/** One number per source: its oldest, which most ads show. */
export function numbersBySource(numbers: readonly SourceNumber[]): SourceNumber[] {
  const sources = new Map<string, SourceNumber>();
  for (const row of numbers) if (!sources.has(row.source)) sources.set(row.source, row);
  return [...sources.values()];
}

const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The snippet for a business's website. @param phones the numbers on the page now, in any spelling. */
export function swapSnippet(url: string, token: string, phones: readonly string[]): string {
  const shown = [...new Set(phones.flatMap((phone) => toE164(phone) ?? []))].map(formatPhone).join(", ");
  const data = `data-rooftop-swap="${attribute(token)}" data-numbers="${attribute(shown)}"`;
  return `<script async src="${attribute(url)}" ${data}></script>`;
}
