import { clippedAt } from "../rules.ts";

/** What to mend in an email, as far as its HTML says. */
export interface MailChecks {
  readonly picturesWithoutAlt: number;
  /** Links and buttons that lead nowhere. */
  readonly deadLinks: number;
  /** Of the whole email, frame and footer included. */
  readonly kilobytes: number;
  /** Gmail shows its beginning alone. */
  readonly isClipped: boolean;
}

const count = (html: string, tag: RegExp, isFine: RegExp) =>
  (html.match(tag) ?? []).filter((found) => !isFine.test(found)).length;

/**
 * Looks an email over.
 *
 * @param bytes of the whole email as it leaves.
 */
export function checksOf(html: string, bytes: number): MailChecks {
  return {
    picturesWithoutAlt: count(html, /<img\b[^>]*>/gi, /\salt\s*=\s*(?:"[^"]*[^"\s]|'[^']*[^'\s])/i),
    deadLinks: count(html, /<a\b[^>]*>/gi, /\shref\s*=\s*["'](?:https?:|mailto:|tel:|sms:)/i),
    kilobytes: Math.ceil(bytes / 1_000),
    isClipped: bytes > clippedAt,
  };
}
