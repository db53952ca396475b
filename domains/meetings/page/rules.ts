import { escapeHtml } from "#core/escapeHtml.ts";
import type { AppointmentType } from "#domains/appointments/contract.ts";
import { type MeetingPhase, opensBeforeMs } from "../rules.ts";

/** All that the page says. What staff typed about the meeting isn't part of it. */
export interface MeetingPageFacts {
  readonly business: string;
  /** `Tuesday, November 24 at 10:00 AM EST` */
  readonly when: string;
  /** `9:50 AM EST` */
  readonly opens: string;
  readonly type: AppointmentType;
  readonly phase: MeetingPhase | "cancelled";
  /** The room has an address. */
  readonly hasRoom: boolean;
  readonly hasStarted: boolean;
  /** Milliseconds until the meeting begins; negative afterwards. */
  readonly startsInMs: number;
  /** Where in-person meetings take place; empty when unknown. */
  readonly address: string;
  /** The number to text, E.164; empty without one. */
  readonly number: string;
}

const texts = {
  title: { 0: "Your meeting", 1: "Your video meeting" },
  with: (business: string) => `With ${business}`,
  opens: (time: string) => `You can join from ${time}. Keep this page open: it updates by itself.`,
  started: "The meeting has started.",
  ready: "You can join now. The host lets you in.",
  join: "Join meeting",
  noRoom: "The host hasn't opened the room yet. Keep this page open: it updates by itself.",
  over: "This meeting is over.",
  cancelled: "This meeting was canceled.",
  where: (address: string) => `We'll see you at ${address}.`,
  change: "Need another time, or have a question?",
  text: "Text us",
  unknown: "This link doesn't work",
  unknownExplanation: "It may be incomplete, or there is a newer one. Open the link in the last message that you got.",
} as const;

/** What stands inside of the page. */
export function meetingPageContent(facts: MeetingPageFacts): string {
  const { business, when, type, phase, number } = facts;
  const isOff = phase === "over" || phase === "cancelled";
  const contact =
    number === "" ? "" : `<p>${texts.change} <a href="sms:${escapeHtml(number)}">${escapeHtml(texts.text)}</a></p>`;
  return [
    `<h1>${texts.title[type]}</h1>`,
    `<p>${escapeHtml(texts.with(business))}</p>`,
    isOff ? "" : `<p class="when">${escapeHtml(when)}</p>`,
    `<div role="status">${stateContent(facts)}</div>`,
    contact,
  ].join("\n");
}

function stateContent({ type, phase, opens, hasRoom, hasStarted, address }: MeetingPageFacts): string {
  if (phase === "cancelled") return `<p class="state">${texts.cancelled}</p>`;
  if (phase === "over") return `<p class="state">${texts.over}</p>`;
  if (type === 0) return address === "" ? "" : `<p class="state">${escapeHtml(texts.where(address))}</p>`;
  if (phase === "early") return `<p class="state">${escapeHtml(texts.opens(opens))}</p>`;
  if (!hasRoom) return `<p class="state">${texts.noRoom}</p>`;
  const words = hasStarted ? texts.started : texts.ready;
  return `<p class="state">${words}</p><form method="post"><button>${texts.join}</button></form>`;
}

/** Seconds after which the page loads itself again: often while somebody waits in front of the door; 0: never. */
export function refreshSeconds(phase: MeetingPageFacts["phase"], startsInMs: number): number {
  if (phase === "open") return 20;
  if (phase !== "early") return 0;
  const untilOpen = startsInMs - opensBeforeMs;
  return untilOpen < 2 * 3_600_000 ? Math.max(20, Math.min(300, Math.ceil(untilOpen / 1000))) : 0;
}

export const meetingPageTitle = (type: AppointmentType, business: string) => `${texts.title[type]} · ${business}`;

/** The same for every link that isn't ours, whatever is wrong with it. */
export const unknownMeetingContent = `<h1>${texts.unknown}</h1>\n<p>${texts.unknownExplanation}</p>`;
