import type { OptOutField } from "./fields.ts";

/** `CustHomePhone`, `PHONE_HOME (2)`, `Do-Not-Text?` → its words in small letters, those in brackets included. */
export function labelWords(label: string): string[] {
  return label
    .slice(0, 100)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
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

const texting = "text|texts|texting|texted|textable|sms|mms|message|messages|messaging|mensaje|mensajes|textos";
const textWords = new RegExp(`\\b(${texting}|mobile|cell|phone|call|calls|calling|called|llamar|llamadas|dnc|dnt)\\b`);
const mailWords = /\b(e ?mails?|emailing|mailing|mailings|newsletters?|mail|dne|correos?)\b/;
const emails = /e ?mails?/.source;
const anyOf = (...patterns: readonly string[]) => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

const forbids = anyOf(
  "do not",
  "dont",
  "don t",
  "donot",
  "opt(?:ed|s)? ?outs?",
  "optouts?",
  "unsub\\w*",
  "dnc|dnt|dne",
  `no (?:text|texts|texting|sms|${emails}|calls?|contact|marketing|messages?|solicit\\w*)`,
  "suppress\\w*",
  "never (?:text|e ?mail|call|contact)",
  `(?:${texting}|${emails}|contact) (?:stop|stopped|blocks?|blocked|excluded?|disabled|revoked|declined)`,
  `(?:stop|block|exclude)(?: from)?(?: all)? (?:${texting}|${emails}|marketing|contact)`,
  "(?:exclude|excluded|blocked) from (?:marketing|contact)",
  "no (?:enviar|mandar|contactar|llamar|textear|molestar|quiere|desea|acepta)",
);
/** Labels that say no more than that. */
const forbidsAlone = /^(?:stop|stopped|blocked|cell blocked)$/;
const allows = anyOf(
  "ok(?:ay)? (?:to|for|text|texts|sms)",
  `(?:${texting}|${emails})(?: is| are)? (?:ok|okay|y n|yes no|allowed|approved|authori[sz]ed|enabled|eligible|preferences?)`,
  "(?:may|can) (?:we |i )?(?:text|sms|e ?mail|call|contact|message)",
  "allow\\w*",
  "accepts?",
  "consent\\w*",
  "opt(?:ed|s)? ?ins?",
  "optins?",
  "opt status",
  "subscribed",
  "subscription (?:status|state)",
  `(?:${texting}|${emails}) subscription`,
  "permission\\w*",
  "agree\\w*",
  `(?:receives?|receiving|wants?|gets?|likes?) (?:${texting}|e ?mails|marketing|promotions)`,
  `(?:sms|texts?|texting) status`,
  `(?:sms|texts?|texting|emails) (?:marketing|promotions?|promos?|alerts?|updates|offers|notifications?|reminders|campaigns?)`,
  `(?:marketing|promotional|promo) (?:texts|sms|messages|emails)`,
  "email (?:marketing|promotions?|alerts|offers)",
  "textable",
  "(?:contact|communication|communications|marketing) preferences?",
  "solicit",
  "(?:acepta|autoriza|permite|permiso|consentimiento|recibir|recibe|quiere|desea)\\w*",
);
/** What is said about it besides whether there is one. */
const aboutIt = anyOf("source|method|by|url|ip|notes?|comments?|id|campaign|form|link|type");
/** A reason of an opt-out says that there is one; one of an opt-in may say why not. */
const aboutOptIn = anyOf("reason|keyword|last|sent|count|body|template");

/** The field of a label such as `Do Not Text`, `SMS Opt-Out`, `Unsubscribed`, `OK to text`; undefined for any other. */
export function optOutOfLabel(label: string): OptOutField | undefined {
  const name = labelWords(label).join(" ");
  const isForbidden = forbids.test(name) || forbidsAlone.test(name);
  if (!isForbidden && (!allows.test(name) || aboutOptIn.test(name))) return undefined;
  if (aboutIt.test(name)) return undefined;
  const [isText, isMail] = [textWords.test(name), mailWords.test(name)];
  const verb = isForbidden ? "no" : "may";
  if (isText === isMail || /^stop(ped)?$/.test(name)) return `${verb}_contact`;
  return isText ? `${verb}_text` : `${verb}_email`;
}

/** Whether what a column says is about emails alone: `Email status`. */
export function isAboutEmail(label: string): boolean {
  const name = labelWords(label).join(" ");
  return mailWords.test(name) && !textWords.test(name);
}

/** A label that may say who gets texts, or may be anything else: its cells tell. */
export function maybeOptOutOfLabel(label: string): { field: OptOutField; kind: "status" | "answers" } | undefined {
  const words = labelWords(label);
  const name = words.join(" ");
  if (/^(?:texts?|texting|sms|mms|messages?|messaging|text messag(?:e|es|ing)|sms messag(?:e|es|ing))$/.test(name)) {
    return { field: "may_text", kind: "answers" };
  }
  if (words.at(-1) !== "status" || words.some((word) => !statusWords.has(word))) return undefined;
  return { field: mailWords.test(name) ? "may_email" : "may_contact", kind: "status" };
}

const statusWords = setOf(
  "status customer cust client contact subscriber member lead person email mail e marketing opt phone mobile cell",
);
