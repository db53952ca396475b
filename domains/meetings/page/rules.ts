import { escapeHtml } from "#core/escapeHtml.ts";
import { formatPhone } from "#core/phone.ts";
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
  /** It takes place in Rooftop's own room; otherwise the host has a link. */
  readonly isOwnRoom: boolean;
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
  opens: (time: string) => `You can join from ${time}. Keep this page open: it updates automatically.`,
  started: "The meeting has started.",
  ready: "You can join now.",
  join: "Join meeting",
  withoutAccount: "Your browser asks for your camera and microphone. Nothing is recorded.",
  noScript: "Joining needs JavaScript, which is off in this browser. Turn it on, or call us.",
  room: "Video meeting",
  videoOf: (business: string) => `Video of ${business}`,
  ownVideo: "What others see of you",
  you: "You",
  sound: "Turn on sound",
  retry: "Try again",
  again: "Join again",
  leave: "Leave",
  controls: "Call controls",
  camera: "Camera",
  microphone: "Microphone",
  notRecorded: "Nothing is recorded.",
  over: "This meeting is over.",
  cancelled: "This meeting was canceled.",
  where: (address: string) => `We'll see you at ${address}.`,
  change: "Need another time, or have a question?",
  text: "Text us",
  unknown: "This link doesn't work",
  unknownExplanation: "It may be incomplete, or there is a newer one. Open the link in the last message you got.",
} as const;

/** The page's content. */
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
    opensRoom(facts) ? roomContent(facts) : "",
    contact,
  ].join("\n");
}

function stateContent({ type, phase, opens, isOwnRoom, hasStarted, address }: MeetingPageFacts): string {
  if (phase === "cancelled") return `<p class="state">${texts.cancelled}</p>`;
  if (phase === "over") return `<p class="state">${texts.over}</p>`;
  if (type === 0) return address === "" ? "" : `<p class="state">${escapeHtml(texts.where(address))}</p>`;
  if (phase === "early") return `<p class="state">${escapeHtml(texts.opens(opens))}</p>`;
  const words = `<p class="state" id="intro">${hasStarted ? texts.started : texts.ready}</p>`;
  const form = `<form method="post" id="join"><button>${texts.join}</button>`;
  if (!isOwnRoom) return `${words}${form}</form>`;
  return `${words}${form}<p class="hint">${texts.withoutAccount}</p><noscript><p>${texts.noScript}</p></noscript></form>`;
}

/** True when the page is the way into Rooftop's own room, which takes a script. */
export const opensRoom = ({ type, phase, isOwnRoom }: MeetingPageFacts) => type === 1 && phase === "open" && isOwnRoom;

/** The room, which appears when somebody joins; its texts come with its script. */
function roomContent({ business, number }: MeetingPageFacts): string {
  const shown = escapeHtml(number === "" ? "" : formatPhone(number));
  const device = (id: string, label: string) => `<label hidden>${label} <select id="${id}"></select></label>`;
  const control = (id: string) => `<button type="button" id="${id}"></button>`;
  return `<section id="room" aria-label="${texts.room}" data-business="${escapeHtml(business)}" data-number="${shown}" hidden>
<p id="state" role="status" tabindex="-1"></p>
<div id="stage"><video id="remote" autoplay playsinline aria-label="${escapeHtml(texts.videoOf(business))}" hidden></video>
<figure><video id="own" autoplay playsinline muted aria-label="${texts.ownVideo}"></video><figcaption>${texts.you}</figcaption></figure></div>
<div id="controls" role="group" aria-label="${texts.controls}">${["mute", "camera", "share"].map(control).join("")}<button type="button" id="leave">${texts.leave}</button></div>
<p id="peer-state" hidden></p>
<p id="problem" role="alert" hidden></p>
<button type="button" id="sound" hidden>${texts.sound}</button>
<button type="button" id="retry" hidden>${texts.retry}</button>
<button type="button" id="again" hidden>${texts.again}</button>
<div id="devices">${device("cameras", texts.camera)}${device("microphones", texts.microphone)}</div>
<p class="hint">${texts.notRecorded}</p>
</section>`;
}

/** Seconds until the page reloads; short while a guest waits, 0: never. */
export function refreshSeconds(facts: MeetingPageFacts): number {
  const { phase, startsInMs } = facts;
  // A call would end with its page.
  if (phase === "open") return opensRoom(facts) ? 0 : 20;
  if (phase !== "early") return 0;
  const untilOpen = startsInMs - opensBeforeMs;
  return untilOpen < 2 * 3_600_000 ? Math.max(20, Math.min(300, Math.ceil(untilOpen / 1000))) : 0;
}

export const meetingPageTitle = (type: AppointmentType, business: string) => `${texts.title[type]} · ${business}`;

/** The same for every link that isn't ours, whatever is wrong with it. */
export const unknownMeetingContent = `<h1>${texts.unknown}</h1>\n<p>${texts.unknownExplanation}</p>`;
