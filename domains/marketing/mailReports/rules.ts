/** Days for which reports about mails are kept as they came. */
export const reportDays = 30;
/** Characters of one report that are kept. What matters stands at its beginning. */
export const longestReport = 65_536;
/** Reports that are kept of one address: whoever has a mail of ours could send any number about it. */
export const reportsOfAddress = 5;
/** Reports that are kept of one business. */
export const reportsOfBusiness = 5_000;

/** As much of a report as is kept; Postgres stores no text with a zero in it. */
export function keptReport(raw: string): { readonly raw: string; readonly is_cut: boolean } {
  // Half of a pair of surrogates is no character.
  const text = raw.replaceAll("\0", "�").toWellFormed();
  return { raw: text.slice(0, longestReport).toWellFormed(), is_cut: text.length > longestReport };
}

// Control characters, and those that turn or hide what stands around them.
const unseen = /[\p{Cc}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A report for people to read: anybody may have written it, so nothing in it hides or turns around. */
export function shownReport(raw: string): string {
  return raw
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replace(unseen, (sign) =>
      sign === "\n" || sign === "\t"
        ? sign
        : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
