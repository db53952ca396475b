import { quotedName } from "#core/displayName.ts";
import { type MailBlock, type MailText, mailOf } from "#domains/accounts/mails/rules.ts";

/** What a mail says of an incoming call. */
export interface CallReport {
  readonly outcome: "answered" | "voicemail" | "missed";
  readonly location: string;
  /** Empty for somebody whose name nobody knows. */
  readonly caller: string;
  /** As people write it; empty when it was withheld. */
  readonly phone: string;
  readonly called: string;
  /** Empty when the main number was called. */
  readonly source: string;
  readonly when: string;
  /** How long they talked, or the voicemail takes; null for neither. */
  readonly seconds: number | null;
  readonly isRecorded: boolean;
  /** The conversation with the caller; empty without one. */
  readonly link: string;
}

const subjects = { answered: "Call from", voicemail: "Voicemail from", missed: "Missed call from" } as const;

const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The mail about a call, to the address that the location keeps for its CRM. */
export function callMail(call: CallReport): MailText {
  const { outcome, location, caller, phone, called, source, when, seconds, isRecorded, link } = call;
  const who = caller ? quotedName(caller) : phone || "a withheld number";
  const title = `${subjects[outcome]} ${who}`;
  const facts = [
    ["When", when],
    ["Phone", phone || "Withheld"],
    ["Called", called],
    ["Source", source],
    ["Length", seconds === null ? "" : lengthOf(seconds)],
  ] as const;
  const blocks: MailBlock[] = [
    `A call came in for ${quotedName(location)}.`,
    { facts: facts.filter(([, value]) => value !== "") },
  ];
  if (link) blocks.push(isRecorded ? "Listen to it and reply here:" : "Reply here:", { link });
  return mailOf(title, title, [...blocks, "To stop these emails, set Send Email to No under Settings."]);
}
