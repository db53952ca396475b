/** A header of a mail, its name in small letters. */
export interface MailHeader {
  readonly key: string;
  readonly value: string;
}

/** Marks the copy of a reply, so that one that comes back is known. */
export const copyHeader = "X-Rooftop-Reply-Copy";

const bulkWords = /^\s*(bulk|junk|list|auto[_-]?reply)\b/i;
const automaticSubject =
  /^\s*(automatic reply|auto(matic)?[- ]?(reply|response|answer)|out of( the)? office|respuesta autom[aá]tica|fuera de (la )?oficina)\b/i;
const automaticHeaders = new Set([
  "x-autoreply",
  "x-autorespond",
  "x-autoresponse",
  "x-autoreply-from",
  "x-mail-autoreply",
]);

/** Whether a program answered: it says so in its headers, or begins its subject as such programs do. */
export function isAutomatic(headers: readonly MailHeader[], subject: string): boolean {
  const says = ({ key, value }: MailHeader) => {
    if (key === "auto-submitted") return !/^\s*no\b/i.test(value);
    if (key === "precedence") return bulkWords.test(value);
    return automaticHeaders.has(key) && !/^\s*(no|false)\b/i.test(value);
  };
  return headers.some(says) || automaticSubject.test(subject);
}

/** Whether a mail server says that a mail didn't arrive. */
export function isBounce(headers: readonly MailHeader[], sender: string): boolean {
  const isReport = ({ key, value }: MailHeader) =>
    key === "content-type" && /^\s*multipart\/report\b/i.test(value) && !/report-type\s*=\s*"?disposition/i.test(value);
  return headers.some(isReport) || /^(mailer-daemon|postmaster)@/i.test(sender) || hasNoReturn(headers, sender);
}

const hasNoReturn = (headers: readonly MailHeader[], sender: string) =>
  sender === "" && headers.some(({ key, value }) => key === "return-path" && value.trim() === "<>");

/** Whether a mail is a copy of ours that came back, or comes from an address of ours. */
export function isOwn(
  headers: readonly MailHeader[],
  sender: string,
  own: { readonly domain: string; readonly address: string },
): boolean {
  const from = sender.toLowerCase();
  return (
    headers.some(({ key }) => key === copyHeader.toLowerCase()) ||
    (own.address !== "" && from === own.address.toLowerCase()) ||
    (own.domain !== "" && from.endsWith(`@${own.domain.toLowerCase()}`))
  );
}

const isQuote = (line: string) => /^\s*>/.test(line);
const isEmpty = (line: string) => line.trim() === "";
/** `On Fri, Nov 20, 2026 at 9:14 AM Sam <sam@example.com> wrote:`, which some programs break into several lines. */
const attribution = /^\s*(on|am|el|le)\s.{6,300}\b(wrote|schrieb|escribi[oó]|a [eé]crit)\s*:?\s*$/is;
const divider =
  /^\s*-{2,}\s*(original message|forwarded message|urspr[üu]ngliche nachricht|mensaje original)\s*-{2,}\s*$/i;
const headOf = /^\s*\*?(from|von|de)\s*:\*?\s+\S/i;
const headGoesOn = /^\s*\*?(sent|date|to|subject|gesendet|an|betreff|enviado|para|asunto|fecha)\s*:/i;
const rule = /^\s*[_-]{10,}\s*$/;

/** What somebody wrote, and what their mail program put below it of earlier mails. No word is in neither. */
export interface CutText {
  readonly words: string;
  readonly quoted: string;
}

/** Cuts off what a reply quotes at its end. What is quoted between new words stays, and a reply that is all quotation, too. */
export function cutQuoted(text: string): CutText {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const at = quoteStart(lines);
  const words = lines.slice(0, at).join("\n").trim();
  if (at === lines.length || words === "") return { words: text.replace(/\r\n?/g, "\n").trim(), quoted: "" };
  return { words, quoted: lines.slice(at).join("\n").trim() };
}

/** The first line of what is quoted at the end; the number of lines without any. */
function quoteStart(lines: readonly string[]): number {
  for (const [at] of lines.entries()) if (beginsHistory(lines, at)) return at;
  // The quoted lines at the end, and who wrote them.
  let at = lines.length;
  while (at > 0 && (isQuote(lines[at - 1] ?? "") || isEmpty(lines[at - 1] ?? ""))) at -= 1;
  if (!lines.slice(at).some(isQuote)) return lines.length;
  for (const count of [1, 2, 3, 4]) if (at >= count && isAttribution(lines.slice(at - count, at))) return at - count;
  return at;
}

const beginsAttribution = /^\s*(on|am|el|le)\s/i;
const isAttribution = (lines: readonly string[]) =>
  beginsAttribution.test(lines[0] ?? "") &&
  lines.every((line) => line.length <= 300) &&
  attribution.test(lines.join(" "));

/** Whether the rest is an earlier mail without marks on its lines, as Outlook and some phones leave it. */
function beginsHistory(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.length > 300) return false;
  if (divider.test(line)) return true;
  if (headOf.test(line)) return lines.slice(at + 1, at + 5).filter((one) => headGoesOn.test(one)).length >= 2;
  if (rule.test(line)) {
    const next = wordsAfter(lines, at + 1);
    return headOf.test(lines[next] ?? "") && beginsHistory(lines, next);
  }
  for (const count of [1, 2, 3]) {
    const named = lines.slice(at, at + count);
    if (!isAttribution(named)) continue;
    // Marked lines may have answers between them.
    const next = lines[wordsAfter(lines, at + count)];
    return next !== undefined && !isEmpty(next) && !isQuote(next) && /\d/.test(named.join(" "));
  }
  return false;
}

/** The place of the next line with words, a few lines below at most. */
function wordsAfter(lines: readonly string[], from: number): number {
  let at = from;
  while (at < from + 5 && isEmpty(lines[at] ?? "x")) at += 1;
  return at;
}

const asksToUnsubscribe = [
  /\bunsubscribe\b/i,
  /\b(stop|quit) (e-?mailing|writing to|sending) me\b/i,
  /\b(don'?t|do not|never) (e-?mail|write to) me\b/i,
  /\b(take|remove) me (off|from) (your|the|this) (e-?mail |mailing |contact )?lists?\b/i,
  /\bno more e-?mails\b/i,
];

/** Whether somebody wants no more emails. Only short answers say it: a long one may be about anything. */
export const wantsNoEmails = (words: string): boolean =>
  words.length <= 300 && (/^\W*stop\W*$/i.test(words) || asksToUnsubscribe.some((pattern) => pattern.test(words)));
