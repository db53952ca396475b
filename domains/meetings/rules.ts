import { escapeHtml } from "#core/escapeHtml.ts";
import type { Role } from "#core/people.ts";
import type { AppointmentStatus, AppointmentType } from "#domains/appointments/contract.ts";

const aMinute = 60_000;

/** The room opens this long before the meeting, and closes this long after its end. */
export const opensBeforeMs = 10 * aMinute;
export const closesAfterMs = 30 * aMinute;

interface MeetingTimes {
  readonly datetime: Date | string;
  readonly ends_at: Date | string;
  readonly status: AppointmentStatus;
}

/** `early`: not yet; `open`: people can come in; `over`: it has ended, or staff said how it went. */
export type MeetingPhase = "early" | "open" | "over";

/** Where a meeting is at `now`. A member who starts it earlier opens it earlier. */
export function phaseOf(
  { datetime, ends_at, status, started_at }: MeetingTimes & { readonly started_at: Date | string | null },
  now: Date,
): MeetingPhase {
  const time = now.getTime();
  if (status !== 0 || time >= new Date(ends_at).getTime() + closesAfterMs) return "over";
  const hasBegun = started_at !== null && new Date(started_at).getTime() <= time;
  return hasBegun || time >= new Date(datetime).getTime() - opensBeforeMs ? "open" : "early";
}

/** How long the host waits before the customer is texted the link. */
export const nudgeAfterSeconds = 120;

/** True when the host waits in a meeting that has begun, and the customer has neither come nor been texted so. */
export function isNudgeDue(
  meeting: MeetingTimes & {
    readonly type: AppointmentType;
    readonly started_at: Date | null;
    readonly joined_at: Date | null;
    readonly nudged_at: Date | null;
  },
  now: Date,
): boolean {
  const { type, started_at, joined_at, nudged_at } = meeting;
  const hasWaited = started_at !== null && now.getTime() >= started_at.getTime() + nudgeAfterSeconds * 1000;
  return type === 1 && hasWaited && joined_at === null && nudged_at === null && phaseOf(meeting, now) === "open";
}

/** Agents cancel what they made or take part in; managers and the owner cancel everything. */
export function canCancel(
  who: { readonly user_id: number; readonly role: Role },
  people: readonly { readonly id: number }[],
): boolean {
  return who.role !== "agent" || people.some(({ id }) => id === who.user_id);
}

/** Where a meeting in person is: what staff named, and the location's address. */
export const placeInWords = (place: string, address: string) => [place, address].filter(Boolean).join(", ");

// Some versions put a narrow no-break space before AM and PM, which would make a text of two segments from one.
const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", options).format(at).replace(/\u202f/g, " ");

/** `10:00 AM EST` */
export const timeInWords = (at: Date, timeZone: string) =>
  format(at, { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** `Tuesday, November 24 at 10:00 AM EST` */
export const whenInWords = (at: Date, timeZone: string) =>
  `${format(at, { timeZone, weekday: "long", month: "long", day: "numeric" })} at ${timeInWords(at, timeZone)}`;

/** `11:00 – 11:30 AM`, `11:30 AM – 12:00 PM` */
export const spanInWords = (from: string, to: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" })
    .formatRange(new Date(from), new Date(to))
    .replace(/[\u202f\u2009]/g, " ");

/** What an invitation says of its meeting. */
export interface InvitationFacts {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly type: AppointmentType;
  readonly link_version: number;
  readonly place: string;
}

/** What was mailed before; null before the first mail. */
export type MailedFacts = { readonly [K in keyof InvitationFacts]: InvitationFacts[K] | null };

/** `waiting`: to be mailed. `sending` and `withdrawing`: the invitation or its cancellation is on its way. */
export type MailState = "waiting" | "sending" | "sent" | "failed" | "withdrawing" | "cancelled";

/** A mailbox's invitation to a meeting. */
export interface MeetingInvitation extends MailedFacts {
  /** Counts the mails about the meeting, so that calendars know which one is the newest; null before the first. */
  readonly sequence: number | null;
  readonly state: MailState;
  /** Whether the mailbox has the invitation: it was mailed, and not canceled since. */
  readonly is_held: boolean;
  readonly changed_at: Date;
}

export type InvitationMailKind = "first" | "changed" | "cancelled";

export type InvitationStep =
  /** `isRepeated`: the version that was tried before, which calendars then know. */
  | { readonly kind: "mail"; readonly what: InvitationMailKind; readonly isRepeated: boolean }
  | { readonly kind: "settle"; readonly state: MailState; readonly words: string };

/** Longer than a mail may take to leave. */
export const longestSendSeconds = 90;

/** Whether a mail was to leave, and perhaps didn't. */
export const isUnfinished = ({ state }: Pick<MeetingInvitation, "state">) =>
  state === "waiting" || state === "sending" || state === "withdrawing";

/** True while a job sends a mail; one that crashed has given up by then. */
export const isOnItsWay = ({ state, changed_at }: Pick<MeetingInvitation, "state" | "changed_at">, now: Date) =>
  (state === "sending" || state === "withdrawing") && now.getTime() - changed_at.getTime() < longestSendSeconds * 1000;

/** Addresses that differ in the case of their letters are one mailbox. */
export const isSameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * What a mailbox is mailed next; undefined for nothing.
 *
 * @param wanted what its invitation is to say; undefined when the meeting is canceled or the customer has another mailbox
 */
export function nextStep(
  invitation: MeetingInvitation,
  wanted: InvitationFacts | undefined,
  now: Date,
): InvitationStep | undefined {
  if (isOnItsWay(invitation, now)) return undefined;
  return wanted ? stepToInvite(invitation, wanted, now) : stepToWithdraw(invitation, now);
}

function stepToWithdraw({ state, is_held, starts_at }: MeetingInvitation, now: Date): InvitationStep | undefined {
  if (state === "cancelled") return undefined;
  // Nobody knows whether an unfinished one arrived.
  const mayBeHeld = is_held || state === "sending" || state === "withdrawing";
  const isToCome = starts_at !== null && starts_at > now;
  if (!mayBeHeld || !isToCome) return { kind: "settle", state: "cancelled", words: "" };
  return { kind: "mail", what: "cancelled", isRepeated: state === "withdrawing" };
}

function stepToInvite(invitation: MeetingInvitation, wanted: InvitationFacts, now: Date): InvitationStep | undefined {
  const { state, is_held, sequence } = invitation;
  const hasUnfinished = isUnfinished(invitation);
  if (wanted.ends_at <= now)
    return hasUnfinished ? { kind: "settle", state: "failed", words: "The meeting was over before." } : undefined;
  const isWithdrawn = state === "cancelled" || state === "withdrawing";
  const isNews = sequence === null || isWithdrawn || isOutdated(invitation, wanted);
  const isRefused = state === "failed" && !is_held;
  // Who asks for an invitation during the meeting gets it; what changes then is no news.
  if (!hasUnfinished && (!isNews || isRefused || wanted.starts_at <= now)) return undefined;
  const isRepeated = !isNews;
  const what = is_held && !(isRepeated && sequence === 0) ? "changed" : "first";
  return { kind: "mail", what, isRepeated };
}

/** True when calendars show something else than what is true now. */
export function isOutdated(mailed: MailedFacts, now: InvitationFacts): boolean {
  return (
    mailed.type !== now.type ||
    mailed.link_version !== now.link_version ||
    mailed.place !== now.place ||
    mailed.starts_at?.getTime() !== now.starts_at.getTime() ||
    mailed.ends_at?.getTime() !== now.ends_at.getTime()
  );
}

/** What the mail and the calendar entry say; nothing that staff typed about the meeting. */
export interface InvitationWords {
  readonly business: string;
  readonly type: AppointmentType;
  /** `Tuesday, November 24 at 10:00 AM EST` */
  readonly when: string;
  readonly link: string;
  /** Of the location; empty for video meetings. */
  readonly address: string;
}

const kinds = { 0: "Meeting", 1: "Video meeting" } as const;

/** The calendar entry's title. */
export const invitationTitle = ({ type, business }: Pick<InvitationWords, "type" | "business">) =>
  `${kinds[type]} with ${business}`;

/** The mail around a calendar invitation: the first, a changed one, or that the meeting is canceled. */
export function invitationMail(words: InvitationWords, what: InvitationMailKind) {
  const { business, when, link, address } = words;
  const title = invitationTitle(words);
  const subject = {
    first: `Invitation: ${title}, ${when}`,
    changed: `Updated: ${title}, ${when}`,
    cancelled: `Canceled: ${title}, ${when}`,
  }[what];
  const where =
    words.type === 1 ? "Join here when it's time:" : address === "" ? "Details:" : `At ${address}. Details:`;
  const lines = what === "cancelled" ? ["This meeting is canceled."] : [where];
  const shownLink = what === "cancelled" ? "" : link;
  const text = [title, when, ...lines, shownLink, business].filter(Boolean).join("\n\n");
  return { subject, text: `${text}\n`, html: htmlOf(title, when, lines, shownLink, business) };
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function htmlOf(title: string, when: string, lines: readonly string[], link: string, business: string): string {
  const paragraph = (text: string, more = "") =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#20292f${more}">${text}</p>`;
  const address = escapeHtml(link);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f5f8fa;${font}">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d9dde1;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#151d23">${escapeHtml(title)}</h1>
${paragraph(escapeHtml(when), ";font-weight:600")}
${lines.map((line) => paragraph(escapeHtml(line))).join("\n")}
${link === "" ? "" : paragraph(`<a href="${address}" style="color:#016b70">${address}</a>`, ";word-break:break-all")}
${paragraph(escapeHtml(business), ";color:#565f68")}
</div></body></html>
`;
}
