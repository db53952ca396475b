import type { BounceClass } from "./email.ts";

/** What a server, a bounce or a provider says about a mail that could not be delivered. */
export interface ReportedFailure {
  /** An enhanced code such as `5.1.1` (RFC 3463), where one is given apart; otherwise empty. */
  readonly status?: string;
  /** The server's reply, with the codes that it holds. */
  readonly words: string;
}

/**
 * The class of a failed delivery; undefined when it says nothing. Words count before codes, since servers write the same
 * code for anything, and what a server says about us counts before what it seems to say about the person.
 */
export function classOfFailure({ status = "", words }: ReportedFailure): BounceClass | undefined {
  const said = withoutNames(words);
  const code = decidingCode(status, words);
  const reply = /(?<![\d.])[45]\d\d(?![\d.])/.exec(words)?.[0] ?? "";
  const isTemporary = (enhancedIn(words)[0] ?? (reply || code || "5"))[0] === "4";
  if (code === undefined && reply === "" && !sayings.some((pattern) => pattern.test(said))) return undefined;
  if (mailboxRate.test(said) || (full.test(said) && !ourRate.test(said))) return "soft";
  if (personalRefusal.test(said) && !isTemporary) return "hard";
  if (aboutUs.test(said) || ourRate.test(said)) return "policy";
  if (unknown.test(said) || isMicrosoftsUnknown(code, said) || mailboxUnavailable.test(said))
    return isTemporary ? "soft" : "hard";
  return (code && !isTemporary && classOfCode(code)) || (code && /^4\.[67]\./.test(code) ? "policy" : "soft");
}

const enhanced = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/g;
const enhancedIn = (words: string) => words.match(enhanced) ?? [];

/** Codes that servers write for anything. */
const vague = /^[45]\.(\d\.0|1\.0|5\.\d)$/;

/** The code that says most: one about us, then one of the reply itself, then the report's. */
function decidingCode(status: string, words: string): string | undefined {
  const all = [...enhancedIn(words), ...enhancedIn(status)].filter((code) => !code.startsWith("2"));
  return all.find((code) => /^\d\.7\./.test(code)) ?? all.find((code) => !vague.test(code)) ?? all[0];
}

/** The class of a final reply's enhanced code. */
function classOfCode(code: string): BounceClass {
  // 5.1.7, 5.1.8 and Microsoft's 5.1.20 and 5.1.90 are about the sender; 5.2.3 and 5.3.4 about the mail's size.
  if (/^5\.([67]\.\d+|1\.([78]|20|90)|2\.3|3\.4)$/.test(code)) return "policy";
  return /^5\.(1\.([1-36]|10|351)|2\.1|4\.(4|310))$/.test(code) ? "hard" : "soft";
}

/** Microsoft's word for a recipient that doesn't exist; of others the code means that their host didn't answer. */
const isMicrosoftsUnknown = (code: string | undefined, said: string) =>
  code === "5.4.1" && /recipient address rejected|access denied|AS\(\d+\)/i.test(said);

/** Drops addresses, links and hosts: one named `mail.antispam.example` says nothing about spam. */
function withoutNames(words: string): string {
  return words
    .replace(/https?:\/\/\S+/gi, " ")
    .replace(/<?[^\s<>@]{1,80}@[^\s<>@]{1,120}>?/g, " ")
    .replace(/(?<![\w.-])(?:[\w-]{1,63}\.){2,8}[a-z]{2,24}(?![\w.-])/g, " ")
    .replace(/\s+/g, " ");
}

const any = (...patterns: readonly string[]) => new RegExp(patterns.join("|"), "i");

/** The person's mailbox gets too much, whoever sends it. */
const mailboxRate = any(
  "receiving (?:e?mailw?|messages?) (?:at a rate|too (?:quickly|fast|often))",
  String.raw`(?:recipient|mailbox|user)\b[^.]{0,60}(?:receiving rate|rate limit|too many (?:messages|e?mails))`,
  String.raw`\bgr[ae]y ?list`,
);

const full = any(
  String.raw`(?:mailbox|inbox|quota|storage|mail ?folder)\b[^.]{0,40}\b(?:full|exceed\w*|over|out of|limit)`,
  String.raw`\bpostfach (?:ist )?voll|\bbuz[oó]n (?:est[aá] )?lleno|\bbo[iî]te (?:\S+ )?pleine|\bcasella (?:\S+ )?piena`,
  "over ?quota|out of storage|(?:mailbox|inbox|disk|storage) full|not enough (?:disk )?space|insufficient (?:system )?storage",
);

/** What we sent in too short a time. */
const ourRate = any(
  String.raw`(?:sending|send|message|delivery|mail) (?:rate|limit)s?\b|rate[- ]limit|(?:daily|hourly|sending|message) (?:sending )?(?:quota|limit)`,
  String.raw`too (?:many|much) (?:\w+ ){0,2}(?:messages|e?mails?|connections|recipients|errors|requests|traffic|invalid)`,
  String.raw`throttl|\[TSS?\d+\]|\bvolume of (?:e?mail|messages)|unusual(?:ly)? (?:rate|volume|traffic|high)`,
);

/** The person, not their server, refuses this sender. */
const personalRefusal = any(
  String.raw`(?:recipient|user|addressee) (?:has |have )?(?:blocked|refused|rejected|unsubscribed)(?: (?:you|your|this sender|mail from|messages from)\b)`,
  "(?:you|sender) (?:are|is|have been|has been) blocked by (?:the |this )?(?:recipient|user|addressee)",
);

/** What a server says about us or about the mail: set-up, lists, reputation, content, size. */
const aboutUs = any(
  String.raw`\b(?:spf|dkim|dmarc|arc)\b`,
  String.raw`\b(?:anti-?)?spam\w*|\bjunk\b|\bunsolicited\b|\bbulk (?:e?mail|sender)|\bphish\w*|\bvirus|\bmalware|\binfected\b|\bsuspicious`,
  String.raw`(?:block|black|deny|reject|bad)[ -]?list|\bdnsbl\b|\brbl\b|\bsbl\b|\bxbl\b|\bpbl\b|spamhaus|senderscore|\bis listed\b|\blisted (?:in|on|at|by)\b`,
  String.raw`\bblocked (?:using|by|for|due|because|from|at|as|on|see)\b|\b(?:ip|host|client|sender|server|domain|network|message|e?mail|connection|address(?:es)? \[?\d)[^.]{0,60}\b(?:blocked|banned)\b|\baccess(?:ing)? this server\b`,
  String.raw`\breputation\b|\bpolic(?:y|ies)\b|\bcomplaints?\b`,
  String.raw`\bnot authori[sz]ed\b|\bunauthori[sz]ed\b|\bun-?authenticated\b|\bnot authenticated\b|\bauthenticat(?:ion|e)\b|\b(?:may|can) ?not send\b|\bnot (?:permitted|allowed) to (?:send|relay)\b|\bnot an? (?:permitted|authori[sz]ed|allowed) sender`,
  String.raw`\brelay(?:ing)?\b[^.]{0,30}\b(?:denied|not permitted|not allowed|prohibited|disallowed)|\bunable to relay\b|\brelay access\b`,
  String.raw`\b(?:sender|return[- ]?path|envelope|mail from|from address|from: |from header|header|helo|ehlo|reply-to)\b[^.]{0,60}\b(?:rejected|refused|denied|unknown|invalid|not found|(?:does not|doesn.?t|not) exist|verif\w+|not accepted|resolve|missing|malformed)`,
  String.raw`\bptr\b|\byour (?:ip|host|domain|server|network|(?:e?mail|sending) server)\b|\breverse[- ]dns\b|\brdns\b|\bfcrdns\b|\bcannot find your (?:reverse )?host|\bhostname\b|\binvalid dns\b|\bgeneric (?:host|name)`,
  String.raw`\bcontent\b[^.]{0,40}\b(?:reject|filter|refus|not accept|block)\w*|\brejected (?:due to|because of|for|by) (?:its |the |our |message |mail )?(?:content|filter|security)|\bmessage (?:content|contains)\b|\battachments?\b|\bprohibited (?:url|link|file)|\bcontains (?:a |an )?(?:url|link)`,
  String.raw`\b(?:message|e?mail|size|content)\b[^.]{0,30}\b(?:too (?:big|large|long)|exceed\w*)|\bsize limit\b|\bmaximum (?:\w+ ){0,2}size\b|\btoo (?:big|large) for\b`,
  String.raw`\btls\b[^.]{0,30}\b(?:required|needed)|\brequires? (?:tls|starttls|encryption)`,
);

/** The address doesn't exist, or isn't used any more. */
const unknown = any(
  String.raw`\bno such (?:user|mailbox|address|recipient|person|account|domain|local)|\bno (?:mailbox|user|account) (?:here|by that name|with that name|found)`,
  String.raw`\b(?:user|mailbox|recipient|address|account|alias|inbox|domain)\b[^.]{0,40}\b(?:unknown|not (?:be )?found|doesn.?t exist|does not exist|not exist|no longer|unavailable or does not|invalid|disabled|inactive|not active|deactivated|suspended|terminated|closed|deleted|expired|not known|not listed|not valid|not recogni[sz]ed|has been (?:removed|moved))`,
  String.raw`\bunknown (?:user|recipient|address|mailbox|local|account|alias)|\b(?:invalid|bad|inactive|disabled|nonexistent|non-existent) (?:destination )?(?:recipient|mailbox|address|user|account)|\bnot a (?:valid|known) (?:recipient|mailbox|user|address)`,
  String.raw`\bunrouteable address|\bhost or domain name not found|\bname service error\b[^.]{0,60}\bnot found|\bnxdomain\b|\bnull ?mx\b|\bdoes not accept (?:any )?e?mail\b|\brecipientnotfound\b`,
  String.raw`\b(?:no existe|usuario desconocido|(?:utilisateur|adresse|destinataire|bo[iî]te) (?:\S+ )?(?:inconnue?|inexistante?)|n.existe pas)`,
  String.raw`\b(?:empf\S{1,2}nger|benutzer|adresse|postfach) (?:ist )?(?:unbekannt|nicht bekannt|existiert nicht)|\b(?:usu[aá]rio|endere[cç]o) (?:desconhecido|inexistente)|n[ãa]o existe\b|\butente sconosciuto|\bindirizzo inesistente`,
  String.raw`\baddress rejected: (?:user|undeliverable)|(?<!sender )\baddress rejected(?:\.|\s*$)|\bis not our customer|\bdoesn.?t have an? [\w.]+ account|\bis not (?:a |an )?(?:active|valid) (?:user|customer|member|mailbox|address)`,
);

/** Hotmail and others say no more than this; a temporary one has a code that begins with 4. */
const mailboxUnavailable = /\bmailbox (?:is )?unavailable\b/i;

/** Words that mean something without any code beside them. */
const sayings = [mailboxRate, full, personalRefusal, aboutUs, unknown, mailboxUnavailable];
