import type { BounceClass } from "./email.ts";

/** RFC 3463 codes that mean that the address doesn't exist or takes no mail for good. */
const hard = /^5\.(1\.([0-36]|10)|2\.1|4\.4)$/;

/** The class of an enhanced status code such as `5.1.1`; undefined for one that says nothing, such as success. */
export function classOfStatus(status: string): BounceClass | undefined {
  const [, kind, subject] = /^([245])\.(\d{1,3})\.\d{1,3}$/.exec(status) ?? [];
  if (kind === undefined || kind === "2") return undefined;
  if (subject === "7" || subject === "6") return kind === "5" ? "policy" : "soft";
  return kind === "5" && hard.test(status) ? "hard" : "soft";
}

const unwanted =
  /\b(spam|junk|block(ed|list)?|blacklist|black list|denylist|dnsbl|rbl|spamhaus|barracuda|reputation|policy|dmarc|dkim|spf|unsolicited|content rejected|virus|not authenticated|relay(ing)? (access )?denied)/i;
const unknown =
  /(no such (user|mailbox|address|recipient|person|account)|(user|mailbox|recipient|address|account|alias)[^.]{0,40}(unknown|not found|doesn.?t exist|does not exist|not exist|unavailable or does not|invalid|disabled|inactive|no longer)|unknown (user|recipient|address|mailbox|local)|invalid (recipient|mailbox|address|user)|not a valid (recipient|mailbox)|unrouteable address|host or domain name not found|address rejected: (user|undeliverable)|is not our customer|doesn.?t have an? [\w.]+ account)/i;
const full = /(mailbox|inbox|quota|storage)[^.]{0,40}(full|exceeded|over|out of)|over ?quota|out of storage/i;

/** The class of what a server or a bounce says in words, with an SMTP code or an enhanced one somewhere in it. */
export function classOfWords(words: string): BounceClass | undefined {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(words)?.[1];
  const byCode = enhanced === undefined ? undefined : classOfStatus(enhanced);
  // 5.0.0 and 5.1.0 of some servers stand for anything, so the words decide.
  if (byCode !== undefined && !/^5\.[01]\.0$/.test(enhanced ?? "")) return byCode;
  if (full.test(words)) return "soft";
  if (unwanted.test(words)) return "policy";
  if (unknown.test(words)) return "hard";
  if (byCode !== undefined) return byCode;
  return /(?<!\d)[45]\d\d(?!\d)/.test(words) ? "soft" : undefined;
}
