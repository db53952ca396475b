import { parsePhone, phoneProblem, toE164 } from "#core/phone.ts";
import type { OptOutField } from "#domains/customers/upload/fields.ts";

/** What a cell about contact says; `unclear` is neither a yes nor a no. */
export type CellMeaning = "out" | "in" | "nothing" | "unclear";

/** `No!` → `no`, `Ｎｏ` → `no`, `=FALSE()` → `false`, `(Don’t  text)` → `don't text` */
const plain = (cell: string) =>
  cell
    .slice(0, 200)
    .normalize("NFKC")
    .replace(/\u200b|\ufeff|\ufe0f/g, "")
    .replace(/[‘’`´]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^[\s"'()[\]{}*=.,;:!]+|[\s"'()[\]{}*=.,;:!]+$/g, "");

/** A word ends here, or a number. */
const end = "(?![\\p{L}\\d])";
const starting = (words: string) => new RegExp(`^(?:${words})${end}`, "u");

// Our own export says `No consent yet` of who was never asked.
const saysNothing =
  /^(?:no consent yet|none|null|nil|n\/?a|#n\/a|[-–—]+|unknown|unspecified|undefined|blank|empty|tbd|\?+|y(?:es)? ?\/ ?no?|(?:not|never) (?:applicable|available|known|set|specified|recorded|entered|stated|asked|answered)|no (?:answer|response|data|info|information|records?|value|preference|reply|entry)|(?:do not|don't|dont) know)?$/;
/** Dates that stand for none: zeros, and what spreadsheets, SQL Server and .NET make of an empty one. */
const noDate =
  /^(?:0+(?:[./-]0+){2}|1\/0\/(?:19)?00|12\/3[01]\/1899|1899-12-3[01]|0?1\/0?1\/(?:1900|0001)|1900-01-0[01]|0001-01-01)(?:[ t](?:0?0|12):00(?::00)?(?:\.0+)?(?: ?am)?)?$/;
/** A no to what the column asks, whichever that is. */
const startsNo = starting(
  "n|no|nope|nah|non|nein|nao|não|not|none|never|nunca|nicht|jamais|false|falso|falsch|faux|f|off|0+(?:[.,]0+)?|unchecked|inactive|inactivo|disabled|deactivated|☐|□|⬜|◻|👎",
);
const startsYes = starting(
  "y|yes|yep|yeah|yup|sure|true|t|-?1(?:[.,]0+)?|x|on|✓|✔|☑|✅|👍|checked|set|si|sí|oui|ja|sim|wahr|vrai|verdadero|enabled|valid|verified|confirmed|given|received|obtained|on file|current|signed|verbal|written|express|implied",
);
const startsWithDate =
  /^(?:\d{1,4}[-./]\d{1,2}|\d{5,14}$|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d)/;

/** Words that mean the same whatever the column asks, unlike a yes or a no. */
const startsOut =
  /^(?:(?:do not|don't|dont|cannot|can't|cant|won't|out|left|quit|lapsed|ended|expired|terminated|w\/o|without)(?![\p{L}\d])|deny|denied|declin|refus|reject|revok|rescind|withdr|remov|delet|cancel|block|suppress|rechaz|baja(?!\p{L})|[✗✘❌✖×🚫⛔🛑⊘])/u;
const outAnywhere =
  /\bopt(?:ed|s|ing)?[ -]?outs?\b|\boptouts?\b|\bunsub\w*|\bdn[cte]\b|\bstop(?:ped|s)?\b(?! by)|\b(?:revoked|withdrew|withdrawn|blocked|declined|refused|denied|rejected|cancel+ed|removed)\b/;
const allowedAgain =
  /\b(?:not|never|hasn't|haven't|isn't|didn't|did not|has not)(?: yet| been| an?| on| the| any)* (?:opt(?:ed)?[ -]?outs?|optouts?|unsub\w*|blocked|stopped|dn[cte]|suppressed|revoked|restricted|withdrawn)\b|\bno (?:problems?|objections?|restrictions?|issues?|limits?)\b/;
const noneOfThem = /^no (?:opt[ -]?outs?|optouts?|dn[cte]|unsubscribes?)\b/;
const startsIn =
  /^(?:(?:opt(?:ed)?[ -]?in|optin|active|activo|ok|okay|do (?:text|contact|call|e-?mail)|can(?!')|may (?:text|sms|contact|be|we|call|e-?mail)|(?:texts?|texting|sms|e-?mails?|calls?) (?:is |are )?(?:ok|okay|fine|allowed)|(?:wants?|likes?|prefers) (?:texts?|sms|messages|e-?mails?))(?![\p{L}\d])|subscrib|allow|grant|agree|accept|approv|authori[sz]ed|consent|permi(?:ssion|tted)|(?:single|double)(?: opt[ -]?in)?$|in$)/u;
/** A yes or a no that has been taken back: `no longer subscribed`, `not given`, `no permission`. */
const neverAgreed =
  /\bno longer (?!opt(?:ed)?[ -]?out|unsub|blocked|on\b)\p{L}|\bnot? (?:yet )?(?:opt(?:ed)?[ -]?ins?|optins?|subscribed|ok|okay|given|allowed|granted|interested|consent\w*|agree\w*|authori[sz]ed|permitted|permission|want\w*|marketing|contact)\b/u;

const channelWords = {
  text: "texts?|texting|texted|sms|mms|messages?|messaging|msgs?",
  email: "e-?mails?|e-?mailing|mails?|newsletters?",
  call: "calls?|calling|phone|cell|mobile",
};
const ownChannels = {
  text: `${channelWords.text}|${channelWords.call}`,
  email: channelWords.email,
  contact: `${channelWords.text}|${channelWords.call}|${channelWords.email}`,
};
type AnswerChannel = keyof typeof ownChannels;

const forbidding = (channels: string) =>
  new RegExp(
    `(?:^|[^\\p{L}])(?:do not|don't|dont|never|no|not|cannot|can't|cant)(?: (?:want|wants|like|likes|send|receive|get|to|be|any|more|further|our|you|for))* (?:${channels}|contact(?:ed)?|solicit|market(?:ing)?)${end}`,
    "u",
  );
const onlyChannels = (channels: string) =>
  new RegExp(`^(?:(?:${channels}|any|all|both|either|and|or|ok|[,/&+])(?: |$|(?=[,/&+]))*)+$`, "u");
const anyText = new RegExp(`\\b(?:${channelWords.text})\\b`);
const anyEmail = new RegExp(`\\b(?:${channelWords.email})\\b`);

const rulesOf = Object.fromEntries(
  Object.entries(ownChannels).map(([channel, words]) => [
    channel,
    {
      // A call may be unwanted where texts are fine: `yes - text only, no calls`.
      forbids: forbidding(channel === "text" ? channelWords.text : words),
      isPreference: onlyChannels(words),
    },
  ]),
) as Record<AnswerChannel, { forbids: RegExp; isPreference: RegExp }>;

/**
 * What a cell of such a column says. A date means since when. What can't be understood counts as an opt-out where the column
 * forbids, and is unclear where it allows.
 */
export function meaningOfCell(field: OptOutField, cell: string): CellMeaning {
  const value = plain(cell);
  const [verb, channel] = field.split("_") as ["no" | "may", AnswerChannel];
  if (saysNothing.test(value) || noDate.test(value)) return "nothing";
  if (verb === "no" && noneOfThem.test(value)) return "in";
  const isAllowed = allowedAgain.test(value);
  const rest = isAllowed ? value.replace(allowedAgain, " ") : value;
  if (outAnywhere.test(rest) || neverAgreed.test(rest) || rulesOf[channel].forbids.test(rest)) return "out";
  if (isAllowed) return "in";
  if (startsNo.test(value)) return verb === "no" ? "in" : "out";
  if (startsOut.test(value)) return "out";
  if (startsIn.test(value)) return "in";
  if (verb === "no") return "out";
  return startsYes.test(value) || startsWithDate.test(value) || rulesOf[channel].isPreference.test(value)
    ? "in"
    : "unclear";
}

export const isOptOut = (field: OptOutField, cell: string): boolean => meaningOfCell(field, cell) === "out";

const subscription =
  /^(?:(?:not |never |non-?|un)?subscribed|unsubscribe|opt(?:ed)?[ -]?(?:in|out)|optin|optout|do not (?:text|contact|call|e-?mail|disturb)|dn[cte]|no (?:texts?|sms|contact|e-?mails?))$/;

/** Whether the cells of a column that is called only `Status` say who is subscribed, not what else a status may be. */
export function areSubscriptions(cells: readonly string[]): boolean {
  const values = cells.map(plain).filter((value) => !saysNothing.test(value));
  return values.some((value) => subscription.test(value)) && values.every(isSubscription);
}

const isSubscription = (value: string) =>
  subscription.test(value) || /^(?:active|inactive|pending|stop(?:ped)?|blocked)$/.test(value);

/** Whether all the cells of a column that is called only `Text` or `SMS` are a yes or a no. */
export function areAnswers(cells: readonly string[]): boolean {
  const values = cells.map(plain).filter((value) => !saysNothing.test(value));
  return values.length > 0 && values.every((value) => isAnswer(value));
}

const isAnswer = (value: string) =>
  isSubscription(value) || (/^\D*$|^-?[01]$/.test(value) && value.length <= 20 && isYesOrNo(value));
const isYesOrNo = (value: string) => startsYes.test(value) || startsNo.test(value) || startsOut.test(value);

const forbidsTexts = rulesOf.text.forbids;
const optedOut = /\bopt(?:ed)?[ -]?out\b|\boptout\b|\bunsubscribed?\b|\bdn[ct]\b|^stop$/;

/** Holds for every cell that forbids, and for few others: files have millions that say nothing of it. */
const mayForbid = /(?:^|[^a-z])(?:no|never|don|can|opt|unsub|dn[ct]|stop)|[^\s!-~\u00c0-\u0148‘’]/i;

/** Whether words anywhere in a row forbid to text its person: `Do not text!`, `(DNC)`, `opted out 5/1`. */
export function forbidsTexting(cell: string): boolean {
  if (!mayForbid.test(cell)) return false;
  const value = plain(cell);
  const rest = value.replace(allowedAgain, " ");
  return forbidsTexts.test(rest) || optedOut.test(rest);
}

/** What a row says its person opted out of, with the cells that say so; empty: nothing. */
export interface RowOptOut {
  readonly texts: string;
  readonly emails: string;
}

/** Adds what a cell says; of several cells the first one's words stand for all. `No SMS` leaves emails alone. */
export function withCell(optOut: RowOptOut, field: OptOutField, label: string, cell: string): RowOptOut {
  if (!isOptOut(field, cell)) return optOut;
  const words = `${label}: ${cell}`.slice(0, 200);
  const value = plain(cell);
  const [isText, isEmail] = [anyText.test(value), anyEmail.test(value)];
  const isOne = field.endsWith("_contact") && isText !== isEmail;
  const isOnly = (channel: "text" | "email") =>
    field.endsWith(`_${channel}`) || (isOne && (channel === "text" ? isText : isEmail));
  return {
    texts: optOut.texts || (isOnly("email") ? "" : words),
    emails: optOut.emails || (isOnly("text") ? "" : words),
  };
}

/** What to say of a cell that is neither a yes nor a no; empty for all others. */
export function unclearWarning(field: OptOutField, label: string, cell: string): string {
  if (meaningOfCell(field, cell) !== "unclear") return "";
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  return `${label} “${shown}” is neither a yes nor a no, so no consent is recorded`;
}

/** A phone as a cell has it: dialable, or why not. */
type CellPhone = { readonly phone: string; readonly reason: "" } | { readonly phone?: never; readonly reason: string };

const maxShown = 40;

/**
 * The phone of a spreadsheet's cell, which may have a note, a second number, or what a program made of it:
 * `9095552046.0`, `="9095552047"`, `C: 909-555-2053`, `(909) 555-2010 ::: (909) 555-2011`. The first that can be texted and
 * called counts.
 *
 * @param cell trimmed, without formulas' apostrophes.
 */
export function readCellPhone(cell: string, allowed: readonly string[] = []): CellPhone {
  const plain = usable(parsePhone(cell), allowed);
  if (plain) return plain;
  const text = cell
    .slice(0, 200)
    .normalize("NFKC")
    .replace(/[\uFFFD\u200b]/g, " ")
    .trim();
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  let reason = "";
  for (const candidate of candidatesOf(text)) {
    const number = parsePhone(tidyNumber(candidate)) ?? toE164(tidyNumber(candidate));
    const found = usable(number, allowed);
    if (found) return found;
    reason ||= reasonOf(candidate, number, allowed, shown);
  }
  return { reason: reason || `Phone number ${shown} is not a US number` };
}

function usable(phone: string | undefined, allowed: readonly string[]): CellPhone | undefined {
  return phone !== undefined && phoneProblem(phone, allowed) === undefined ? { phone, reason: "" } : undefined;
}

/** What is written beside a number, as `DNC` in `DNC 909-555-2053`; empty where it only says whose or which phone it is. */
export function noteOfCell(cell: string): string {
  if (!/\p{L}/u.test(cell)) return "";
  const words = wordsOfCell(cell);
  return plainNote.test(words) ? "" : words;
}

const wordsOfCell = (cell: string) =>
  cell
    .slice(0, 200)
    .normalize("NFKC")
    .replace(/\d\s*(?:ext(?:ension|n)?|x)\.?\s*\d+/gi, " ")
    .replace(/[^\p{L}'’\s-]+/gu, " ")
    .replace(/(^|\s)[-'’]+|[-'’]+(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

const plainNote =
  /^(?:(?:cell\w*|mobile|mobil|mob|home|house|hm|work|wk|business|office|text|texts|sms|main|primary|other|alt\w*|day|daytime|evening|eve|night|landline|direct|number|num|no|nr|phone|ph|tel\w*|iphone|preferred|best|or|and|us|usa|ok|yes|[a-z])(?:\s|-|$))*$/i;

/** A cell that forbids texting forbids it to its person, also with a `call`: who asked for no calls is no less opted out. */
const forbidsCell = (cell: string) =>
  /\p{L}/u.test(cell) &&
  (forbidsTexting(wordsOfCell(cell)) ||
    /\b(?:do not|don['’]?t|never|no) calls?\b|\bstop(?:ped)?\b|\bremove(?:d)?\b|\bblocked\b/i.test(cell));

/** What stands between separators, a part named a cell phone's first and one named a home's or a workplace's last; or the whole cell. */
function candidatesOf(text: string): string[] {
  const parts = text.split(/\s*(?::::|[;|\n,&]|\s\/\s|\sor\s|\sand\s)\s*/i).filter((part) => /\d/.test(part));
  if (parts.length < 2) return [text];
  return [...parts.toSorted((one, other) => rankOfPart(one) - rankOfPart(other)), text];
}

function rankOfPart(part: string): number {
  if (/\b(?:cell\w*|mobile|mob|text|sms)\b|(?:^|\()\s*[cm]\s*[:.)]/i.test(part)) return 0;
  return /\b(?:home|house|work|office|landline|fax)\b|(?:^|\()\s*[hwo]\s*[:.)]/i.test(part) ? 2 : 1;
}

/** `="9095552047"` → `9095552047`, `C: 909-555-2053 (cell)` → `909-555-2053`, `011 1 909 555 2050` → `1 909 555 2050` */
function tidyNumber(candidate: string): string {
  return candidate
    .trim()
    .replace(/^=?\s*"+([^"]*)"+$/, "$1")
    .replace(/^(\d{10,11})\.0*$/, "$1")
    .replace(/\([^()\d]*\)/g, " ")
    .replace(/^[a-z][a-z .#'’/-]{0,40}[:#.!,-]*\s*(?=[+(\d])/i, "")
    .replace(/(\d)\s*[-–—,*:!]*\s*(?!(?:x|ext\w*)\b)[a-z][a-z '’.!-]{0,60}$/i, "$1")
    .replace(/^(?:\+?\s*00|011)[\s.-]*1?[\s.-]*(?=\(?[2-9])/, "+1 ")
    .trim();
}

/** An extension after a number: `ext. 12`, `x12`, `#12`. */
const extension = /\d[\s.,;)(-]*(?:ext(?:ension|n)?|x|#)\s*[.:#]?\s*\d{1,6}$/i;
const scientific = /^\d(?:[.,]\d+)?e\+?\d+$/i;

function reasonOf(candidate: string, number: string | undefined, allowed: readonly string[], shown: string): string {
  if (extension.test(candidate)) return `Phone number ${shown} has an extension, which can't be texted`;
  if (scientific.test(candidate.replace(/\s/g, "")))
    return `Excel has shortened this number: ${shown}. Format the column as text`;
  const digits = candidate.replace(/\D/g, "");
  if (/^0+$/.test(digits)) return `Phone number ${shown} is not a US number`;
  if (digits.startsWith("0") && digits.length >= 10)
    return `Phone number ${shown} starts with 0, which US numbers never do`;
  const problem = number && phoneProblem(number, allowed);
  return problem ? `Phone number ${shown}: ${problem[0]?.toLowerCase()}${problem.slice(1)}` : "";
}

/** What a file calls a phone that gets texts, and one that may not: `Mobile`, `* Home`, `work`. */
export function rankOfPhoneType(type: string): number {
  if (/mobile|cell|iphone|text|sms/i.test(type)) return 0;
  return /fax|pager/i.test(type) ? 3 : 1;
}

const isFax = (cell: string) => /\b(?:tele)?fax\b|\bpager\b/i.test(cell);

/** A phone of a row, before it is known which one is used. */
export interface RowPhone {
  readonly cell: string;
  readonly rank: number;
  readonly label: string;
}

interface ChosenPhone {
  /** E.164; undefined when none of them can be used. */
  readonly phone: string | undefined;
  /** What the row's first phone says. */
  readonly typed: string;
  /** Why there is none. */
  readonly reason: string;
  /** Why one before it isn't used. */
  readonly passed: string;
  /** What is said of words beside the number. */
  readonly note: string;
  /** The words that forbid to text it. */
  readonly forbids: string;
}

/**
 * The first phone of a row that can be used, in the order of their ranks, a fax machine's last. Empty cells don't count.
 * What is written in place of a phone holds for the one that is used.
 */
export function choosePhone(phones: readonly RowPhone[], allowed?: readonly string[]): ChosenPhone {
  const rankOf = ({ cell, rank }: RowPhone) => rank + (isFax(cell) && !/[;|\n,&/]/.test(cell) ? 10 : 0);
  const given = phones.length > 1 ? phones.toSorted((one, other) => rankOf(one) - rankOf(other)) : phones;
  const typed = given[0]?.cell ?? "";
  let passed = "";
  for (const chosen of given) {
    const read = readCellPhone(chosen.cell, allowed);
    if (read.phone !== undefined) {
      const forbidden = [chosen, ...given.filter(({ cell }) => !/\d{3}/.test(cell))].find(({ cell }) =>
        forbidsCell(cell),
      );
      const forbids = forbidden ? `${forbidden.label}: ${forbidden.cell}`.slice(0, 200) : "";
      return { phone: read.phone, typed, reason: "", passed, note: noteOn(chosen, forbids), forbids };
    }
    passed ||= read.reason;
  }
  return { phone: undefined, typed, reason: passed || "Phone number is missing", passed: "", note: "", forbids: "" };
}

function noteOn({ cell, label }: RowPhone, forbids: string): string {
  const note = noteOfCell(cell);
  const shown = note.length > maxShown ? `${note.slice(0, maxShown)}…` : note;
  if (forbids) return `${forbids.slice(0, 80)}: this phone is opted out of texts`;
  return note ? `${label} has words next to the number, which are left out: ${shown}` : "";
}
