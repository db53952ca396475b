import type { OptOutField } from "./fields.ts";

/** `CustHomePhone`, `PHONE_HOME (2)`, `Do-Not-Text?` → its words in small letters, those in brackets included. */
export function labelWords(label: string): string[] {
  return label
    .slice(0, 100)
    .normalize("NFKD")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^a-z]+/)
    .filter(Boolean);
}

const setOf = (words: string) => new Set(words.split(" "));

/** Words that name a phone, say which of a person's phones it is, or say nothing more about it. */
const phoneNouns = setOf("phone phones ph phn fone tel telephone tele");
const numberNouns = setOf("number num no nbr nr numbers");
const mobileWords = setOf("mobile mobil cell cellular cel cellphone mob text texting sms wireless smartphone");
const otherWords = setOf(
  "home hm house residence res evening eve night work wk business biz bus office off day daytime landline land line other alt alternate alternative secondary second third additional",
);
/** `HP`, `WP` and `CP`, where a label says no more. */
const shortNames: Readonly<Record<string, string>> = { hp: "h", wp: "w", bp: "b", cp: "c", mp: "m" };
const mobileLetters = setOf("c m");
const otherLetters = setOf("h w b o d e");
const emptyWords = setOf(
  "customer customers cust client contact buyer owner lead person member guest subscriber primary main preferred best default my his her their the of for a value us first us",
);

const vocabulary = [...phoneNouns, ...numberNouns, ...mobileWords, ...otherWords, ...emptyWords].filter(
  (word) => word.length > 1,
);

/** The words of `homephone` and `CUSTCELLPH`; undefined when something of it isn't one. */
function split(word: string): string[] | undefined {
  if (word.length > 30) return undefined;
  const ends: (string[] | undefined)[] = [[]];
  for (let at = 0; at < word.length; at += 1) {
    const before = ends[at];
    if (!before) continue;
    for (const known of vocabulary) {
      if (word.startsWith(known, at)) ends[at + known.length] ??= [...before, known];
    }
  }
  return ends[word.length];
}

/** Whether a label names a phone: one that gets texts, any, or one at home or at work. */
export function phoneOfLabel(label: string): "mobile" | "any" | "other" | undefined {
  const named = labelWords(label);
  const [only = "", ...more] = named;
  const letter = more.length === 0 ? shortNames[only] : undefined;
  const words = letter ? [letter, "phone"] : named.flatMap((word) => split(word) ?? [word]);
  const kinds = words.map((word) => {
    if (phoneNouns.has(word)) return "phone";
    if (numberNouns.has(word)) return "number";
    if (mobileWords.has(word) || mobileLetters.has(word)) return "mobile";
    if (otherWords.has(word) || otherLetters.has(word)) return "other";
    return emptyWords.has(word) ? "empty" : "unknown";
  });
  if (kinds.includes("unknown")) return undefined;
  const isNumber = kinds.includes("phone") || kinds.includes("number");
  if (kinds.includes("mobile")) {
    const isPhoneByItself = words.some((word) => /^(mobile?|cell.*|cel|mob|wireless|smartphone)$/.test(word));
    return isNumber || (isPhoneByItself && !kinds.includes("other")) ? "mobile" : undefined;
  }
  if (
    !kinds.includes("phone") &&
    !(isNumber && kinds.includes("other") && words.some((word) => otherWords.has(word)))
  ) {
    return undefined;
  }
  return kinds.includes("other") ? "other" : "any";
}

const textWords =
  /\b(text|texts|texting|texted|sms|mms|message|messages|messaging|mobile|cell|phone|call|calls|calling|called|dnc|dnt)\b/;
const mailWords = /\b(e ?mails?|emailing|mailing|mailings|newsletters?|mail|dne)\b/;
const forbids =
  /\b(do not|dont|don t|donot|opt(ed|s)? ?outs?|optouts?|unsub\w*|dnc|dnt|dne|no (text|texts|texting|sms|e ?mails?|calls?|contact|marketing|messages?)|suppress\w*|never (text|e ?mail|call|contact))\b/;
const allows =
  /\b(ok(ay)? (to|for)|(may|can) (we |i )?(text|sms|e ?mail|call|contact|message)|allow\w*|accepts?|consent\w*|opt(ed|s)? ?ins?|optins?|subscribed|permission\w*|agree\w*)\b/;
/** What is said about an opt-out besides whether there is one. */
const aboutIt = /\b(reason|source|method|by|url|ip|keyword|notes?|comments?|id|campaign|form|link|type)\b/;

/** The field of a label such as `Do Not Text`, `SMS Opt-Out`, `Unsubscribed`, `OK to text`; undefined for any other. */
export function optOutOfLabel(label: string): OptOutField | undefined {
  const name = labelWords(label).join(" ");
  const isForbidden = forbids.test(name);
  if (!isForbidden && !allows.test(name)) return undefined;
  if (aboutIt.test(name)) return undefined;
  const [isText, isMail] = [textWords.test(name), mailWords.test(name)];
  const verb = isForbidden ? "no" : "may";
  if (isText === isMail) return `${verb}_contact`;
  return isText ? `${verb}_text` : `${verb}_email`;
}

const yes =
  /^(y|yes|yep|true|t|1|x|on|✓|✔|☑|checked|set|si|sí|opt(ed)?[ -]?out|optout|unsub\w*|dn[cte]|do not .*|don['’]?t .*|stop(ped)?|blocked|revoked|declined|refused|out)$/i;
const no =
  /^(n|no|nope|false|f|0|off|none|null|nil|n\/?a|-+|\.|unchecked|opt(ed)?[ -]?in|optin|subscribed|active|in|ok(ay)?|allow(ed)?|granted|never|unknown|\?+)$/i;
/** Words whose meaning doesn't depend on what is asked. */
const saysOut =
  /^(opt(ed)?[ -]?out|optout|unsub\w*|dn[cte]|do not .*|don['’]?t .*|stop(ped)?|blocked|revoked|declined|refused|out)$/i;
const saysIn = /^(opt(ed)?[ -]?in|optin|subscribed|active|in|ok(ay)?|allow(ed)?|granted|single|double)$/i;
const saysNothing = /^(|none|null|nil|n\/?a|-+|\.|unknown|\?+)$/i;

/**
 * Whether a cell of such a column says that the person opted out. A date does where the column forbids: it's when they did.
 * What can't be understood counts as an opt-out where the column forbids, and as nothing where it allows.
 */
export function isOptOut(field: OptOutField, cell: string): boolean {
  const value = cell.trim();
  if (saysNothing.test(value) || saysIn.test(value)) return false;
  if (saysOut.test(value)) return true;
  if (field.startsWith("no_")) return !no.test(value) && !/^0+([./-]0+)*$/.test(value);
  return no.test(value) && !yes.test(value);
}

/** What a row says its person opted out of, with the cells that say so; empty: nothing. */
export interface RowOptOut {
  readonly texts: string;
  readonly emails: string;
}

/** Adds what a cell says; of several cells the first one's words stand for all. */
export function withCell(optOut: RowOptOut, field: OptOutField, label: string, cell: string): RowOptOut {
  if (!isOptOut(field, cell)) return optOut;
  const words = `${label}: ${cell}`.slice(0, 200);
  return {
    texts: optOut.texts || (field.endsWith("_email") ? "" : words),
    emails: optOut.emails || (field.endsWith("_text") ? "" : words),
  };
}
