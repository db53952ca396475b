import { escapeHtml } from "#core/escapeHtml.ts";
import type { AppointmentType } from "#domains/appointments/contract.ts";

/** What an invitation says of its meeting. */
export interface InvitationFacts {
  readonly email: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly type: AppointmentType;
  readonly link_version: number;
  readonly place: string;
}

/** What was mailed before; null before the first mail. */
export type MailedFacts = { readonly [K in keyof InvitationFacts]: InvitationFacts[K] | null };

/** True when calendars show something else than what is true now. */
export function isOutdated(mailed: MailedFacts, now: InvitationFacts): boolean {
  return (
    mailed.email !== now.email ||
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
export function invitationMail(words: InvitationWords, what: "first" | "changed" | "cancelled") {
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
