import type { OptOutField } from "../labels/fields.ts";

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

const saysNothing =
  /^(?:none|null|nil|n\/?a|#n\/a|[-–—]+|unknown|unspecified|undefined|blank|empty|tbd|\?+|y(?:es)? ?\/ ?no?|(?:not|never) (?:applicable|available|known|set|specified|recorded|entered|stated|asked|answered)|no (?:answer|response|data|info|information|records?|value|preference|reply|entry)|(?:do not|don't|dont) know)?$/;
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

/** Words whose meaning doesn't depend on what is asked. */
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
