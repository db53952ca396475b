import { countText, nounCount } from "#core/count.ts";
import { recipientStateTexts } from "#domains/campaigns/rules.ts";
import type { RecipientState } from "#domains/campaigns/text/fields.ts";
import { type SkipReason, skipReasonTexts } from "#domains/marketing/rules/rules.ts";
import type { MailBrakeKind } from "./fields.ts";

/** A mail's state as people read it. That a server took it is all that most of them ever say. */
export const mailStateTexts: Record<RecipientState, string> = { ...recipientStateTexts, accepted: "Sent" };

/** Why somebody gets no email, as people read it. */
export const mailSkipTexts: Record<SkipReason, string> = {
  ...skipReasonTexts,
  duplicate: "Same email address as another recipient",
};

/** What came back, or why it didn't leave, by its code. */
export const mailFailureTexts: Readonly<Record<string, string>> = {
  hard: "The address doesn't exist",
  soft: "The mailbox couldn't take it",
  policy: "The receiving mail server didn't want it",
  refused: "The mail server refused it",
  delayed: "Mail servers put it off for a day",
};

/** `12.34`; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100;
}

/** What the last mails of a campaign came to. */
export interface RecentMails {
  readonly handed: number;
  readonly complained: number;
  /** To addresses that nobody has. */
  readonly bounced: number;
  /** All others that were refused or came back. */
  readonly failed: number;
}

/** So many mails are looked at, and so many at least. */
export const mailBrakeSample = 1_000;
const leastMails = 100;
/** One person's click on the wrong button stops nothing. */
const leastCount = 2;

interface MailBrakeLimit {
  readonly kind: MailBrakeKind;
  readonly text: string;
  /** Why the campaign pauses: `count` of `emails`. */
  readonly reason: (count: string, emails: string) => string;
  /** The largest share of the mails looked at that the campaign goes on with. */
  readonly share: number;
}

/** What pauses an email campaign by itself: beyond these, mailbox providers file all of a sender's mail as spam. */
const mailBrakeLimits: readonly MailBrakeLimit[] = [
  {
    kind: "complained",
    text: "People marked as spam",
    reason: (count, emails) => `people marked as spam ${count} of the last ${emails}`,
    share: 0.003,
  },
  { kind: "bounced", text: "Bounced", reason: (count, emails) => `${count} of the last ${emails} bounced`, share: 0.1 },
  {
    kind: "failed",
    text: "Mail servers refused",
    reason: (count, emails) => `mail servers refused ${count} of the last ${emails}`,
    share: 0.2,
  },
];

/** The share of complaints beyond which a campaign pauses, in percent. */
export const complaintLimitPercent = 0.3;

/** Why an email campaign pauses by itself; undefined when it goes on. */
export function emailAutoPauseReason(results: RecentMails): string | undefined {
  const { handed } = results;
  if (handed < leastMails) return undefined;
  const broken = mailBrakeLimits.find(
    ({ kind, share }) => results[kind] >= leastCount && results[kind] > handed * share,
  );
  return broken?.reason(countText(results[broken.kind]), nounCount(handed, "email"));
}

/** The last mails against each limit, as people read them. */
export function mailBrakeValues(results: RecentMails) {
  const limits = mailBrakeLimits.map(({ kind, text, share }) => {
    const count = results[kind];
    return {
      kind,
      text,
      count,
      percent: percentOf(count, results.handed),
      limit_percent: Math.round(share * 1000) / 10,
    };
  });
  return { sample: mailBrakeSample, least: leastMails, handed: results.handed, limits };
}

const minuteMs = 60_000;
/** A mail that servers keep putting off is given up after a day. */
export const longestDelayMs = 24 * 60 * minuteMs;

/**
 * When a mail that was put off is tried again: after as long as it has waited, from a minute up to two hours.
 *
 * @returns undefined when it has waited for a day.
 */
export function nextMailTry(delayedSince: Date, now: Date): Date | undefined {
  const waited = now.getTime() - delayedSince.getTime();
  if (waited >= longestDelayMs) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(waited, minuteMs), 120 * minuteMs));
}

/** Shown at an email whose answer never came. */
export const unknownEmailText = "We could not find out whether this email was sent.";
