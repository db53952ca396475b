/** A piece of a message: plain text, or a link with the address it opens. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** Ends at blanks, quotes, angle brackets, backslashes and characters that don't show or turn the direction of writing. */
const candidate = /\bhttps:\/\/[^\s<>"'`\\\p{Cc}\p{Cf}]+/giu;

/** A message in pieces. Only https addresses become links; everything else, other schemes included, stays text. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const shown = withoutClosing(found);
    const href = safeAddress(shown);
    if (!href) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: shown, href });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The address without the punctuation of the sentence around it; a bracket that it opens itself stays. */
function withoutClosing(address: string): string {
  let shown = address;
  for (;;) {
    const last = shown.at(-1) ?? "";
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    const isUnopened = opening !== undefined && shown.split(last).length > shown.split(opening).length;
    if (!isUnopened && !/[.,;:!?*_~…]/u.test(last)) return shown;
    shown = shown.slice(0, -1);
  }
}

/** Undefined for an address that may look like another: with a sign-in before the host, or letters of other scripts in it. */
function safeAddress(shown: string): string | undefined {
  const url = URL.parse(shown);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  const typedHost = /^https:\/\/([^/?#:]*)/i.exec(shown)?.[1]?.toLowerCase();
  return url.hostname.includes(".") && typedHost === url.hostname ? url.href : undefined;
}
