import { countText, nounCount } from "#core/count.ts";
import { timeZones } from "#core/timeZones.ts";
import { instantAt, type WallTime } from "#core/wallTime.ts";
import { nextAllowed, type QuietHoursRule, type RecipientArea } from "#domains/marketing/rules/rules.ts";
import type { DailyRoom } from "#domains/quotas/rules.ts";
import type { BrakeKind, RecipientState, StatusGroup } from "./text/fields.ts";

export const campaignStates = [
  "draft",
  "waiting",
  "preparing",
  "sending",
  "paused",
  "sent",
  "cancelled",
  "stopped",
] as const;
export type CampaignState = (typeof campaignStates)[number];

/** States in which a campaign still does something, now or later. */
export const activeStates: readonly CampaignState[] = ["waiting", "preparing", "sending", "paused"];

/** The states behind each group of the list's filter; one that waits for its list is scheduled, too, or for its number. */
export const statesOf: Readonly<Record<StatusGroup, readonly CampaignState[]>> = {
  draft: ["draft"],
  scheduled: ["waiting"],
  waiting: ["waiting", "preparing", "sending"],
  sending: ["preparing", "sending"],
  paused: ["paused"],
  stopped: ["stopped"],
  sent: ["sent"],
  canceled: ["cancelled"],
};

/** How a campaign reaches people. */
export type Channel = "sms" | "email";

export const sendOptions = ["now", "later", "timezone"] as const;
export type SendOption = (typeof sendOptions)[number];

export type { RecipientState };

/** A recipient's state as people read it. */
export const recipientStateTexts: Record<RecipientState, string> = {
  pending: "Waiting",
  intended: "Sending",
  accepted: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  unknown: "Not known",
  skipped: "Skipped",
};

interface CampaignProgress {
  readonly state: CampaignState;
  readonly why: string;
  /** People with a result. */
  readonly done: number;
  readonly audience: number;
  /** Why Rooftop holds it, or all campaigns; empty when it doesn't. */
  readonly held_for: string;
}

/** The status that people read; "-" for a draft, as the specification says. */
export function campaignStatusText({ state, why, done, audience, held_for }: CampaignProgress): string {
  if (held_for !== "" && activeStates.includes(state)) return `Paused by Rooftop: ${held_for}`;
  if (state === "draft") return "-";
  if (state === "waiting") return why === "" ? "Scheduled" : why;
  if ((state === "preparing" || state === "sending") && why !== "") return why;
  if (state === "preparing") return "Preparing";
  if (state === "sending") return `Sending ${audience === 0 ? 0 : Math.floor((100 * done) / audience)}%`;
  if (state === "paused") return why === "" ? "Paused" : `Paused: ${why}`;
  if (state === "stopped") return why === "" ? "Stopped" : `Stopped: ${why}`;
  return state === "sent" ? "Sent" : "Canceled";
}

/** One attempt to text one recipient. */
export interface RecipientKey {
  readonly dealer_id: number;
  readonly campaign_id: number;
  readonly n: number;
  readonly attempt: number;
}

/** The reference of an attempt at the carrier. Its first part keeps it apart from those of messages and codes. */
export function campaignReference({ dealer_id, campaign_id, n, attempt }: RecipientKey): string {
  return `c.${dealer_id}.${campaign_id}.${n}.${attempt}`;
}

/** Parses a reference; undefined when it isn't a campaign's. */
export function parseCampaignReference(reference: string): RecipientKey | undefined {
  const parts = /^c\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(\d{1,6})$/.exec(reference);
  if (!parts) return undefined;
  const [dealer_id, campaign_id, n, attempt] = parts.slice(1).map(Number) as [number, number, number, number];
  return { dealer_id, campaign_id, n, attempt };
}

/** The reference of a test text. Nothing follows from reports about it. */
export function testTextReference(dealer_id: number, id: number): string {
  return `t.${dealer_id}.${id}`;
}

export const isTestTextReference = (reference: string) => /^t\.\d+\.\d+$/.test(reference);

const hourMs = 3_600_000;
/** Milliseconds after which a late campaign asks before it starts. */
export const latenessMs = 2 * hourMs;
/** Milliseconds from its last start that a campaign has to reach everybody. */
export const lifetimeMs = 72 * hourMs;
/** Who has to wait for a morning is texted within these first milliseconds of it, not all in its first second. */
const morningSpreadMs = 20 * 60_000;

/** When a campaign is to go, as people chose it. */
export interface Schedule {
  readonly send_option: SendOption;
  /** Null for `now`. */
  readonly wall: WallTime | null;
  /** The location's zone for `later`, and for `timezone` the one to assume where nothing is known. */
  readonly zone: string;
}

/** From when to when a campaign is at work. With zones that is from the first zone's time to long after the last one's. */
export function scheduleTimes({ send_option, wall, zone }: Schedule, now: Date): { starts_at: Date; ends_by: Date } {
  const zones = send_option === "timezone" ? [...Object.keys(timeZones), zone] : [zone];
  const instants = wall === null ? [now.getTime()] : zones.map((one) => instantAt(wall, one, "next").getTime());
  const last = Math.max(now.getTime(), ...instants);
  return {
    starts_at: new Date(Math.max(now.getTime(), Math.min(...instants))),
    ends_by: new Date(last + lifetimeMs),
  };
}

/** True when the chosen time has passed everywhere that it could mean. */
export function isPast({ send_option, wall, zone }: Schedule, now: Date): boolean {
  if (wall === null) return false;
  const zones = send_option === "timezone" ? [...Object.keys(timeZones), zone] : [zone];
  return zones.every((one) => instantAt(wall, one, "next") <= now);
}

/**
 * When a recipient's text is due: at the chosen time, by zones the latest of theirs, within their hours.
 *
 * @param n the recipient's number, by which those who wait for a morning are spread.
 * @returns undefined when their hours never allow it.
 */
export function dueTime(
  schedule: Schedule,
  starts_at: Date,
  area: RecipientArea,
  n: number,
  rules: readonly QuietHoursRule[],
): Date | undefined {
  const due = chosenTime(schedule, starts_at, area);
  const opens = nextAllowed(due, area, rules);
  if (!opens || opens.getTime() === due.getTime()) return opens;
  // Multiplying by a prime scatters neighbors evenly.
  const spread = (n * 7_919_000) % morningSpreadMs;
  return nextAllowed(new Date(opens.getTime() + spread), area, rules);
}

/** The chosen time, by zones the latest of the recipient's. Mail knows no other. */
export function chosenTime(
  { send_option, wall }: Schedule,
  starts_at: Date,
  { zones }: Pick<RecipientArea, "zones">,
): Date {
  const own = send_option === "timezone" && wall ? zones.map((zone) => instantAt(wall, zone, "next").getTime()) : [];
  return new Date(Math.max(starts_at.getTime(), ...own));
}

/** What the last hand-overs of a campaign came to. */
export interface RecentResults {
  readonly handed: number;
  readonly filtered: number;
  readonly failed: number;
  readonly stopped: number;
}

/** So many hand-overs are looked at, and so many at least. */
export const brakeSample = 200;
const leastSample = 50;

interface BrakeLimit {
  readonly kind: BrakeKind;
  readonly text: string;
  /** The largest share of the texts looked at that the campaign goes on with. */
  readonly share: number;
}

/** What pauses a campaign by itself. */
const brakeLimits: readonly BrakeLimit[] = [
  { kind: "filtered", text: "Carriers filtered", share: 0.03 },
  { kind: "failed", text: "Carriers could not deliver", share: 0.2 },
  { kind: "stopped", text: "People opted out after", share: 0.05 },
];

/** Why a campaign pauses by itself; undefined when it goes on. */
export function autoPauseReason(results: RecentResults): string | undefined {
  const { handed } = results;
  if (handed < leastSample) return undefined;
  const broken = brakeLimits.find(({ kind, share }) => results[kind] > handed * share);
  if (!broken) return undefined;
  const words = `${broken.text.charAt(0).toLowerCase()}${broken.text.slice(1)}`;
  return `${words} ${countText(results[broken.kind])} of the last ${nounCount(handed, "text")}`;
}

/** The last texts against each limit, as people read them. */
export function brakeValues(results: RecentResults) {
  const { handed } = results;
  const percentOf = (count: number) => (handed === 0 ? 0 : Math.round((1000 * count) / handed) / 10);
  const limits = brakeLimits.map(({ kind, text, share }) => {
    const count = results[kind];
    return { kind, text, count, percent: percentOf(count), limit_percent: share * 100 };
  });
  return { sample: brakeSample, least: leastSample, handed, limits };
}

/** Hours after a text within which a reply, or an opt-out, counts as its doing. */
export const replyHours = 72;
/** Days after a text within which an appointment counts as its doing. */
export const appointmentDays = 14;

/** What a campaign that is sending has still to do. */
export interface TextsLeft {
  /** Texts that may leave now. */
  readonly due: number;
  readonly later: number;
  readonly later_at: Date | null;
  /** Where the first of those may be, with spaces between. */
  readonly later_zones: string;
  /** Of one text, on average. */
  readonly segments: number;
}

/** Hours of a day in which texts may go, at least, wherever somebody is. */
const textingHours = 12;

/** A campaign's texts, and what limits their pace. */
export interface TextsToSend extends DailyRoom {
  readonly people: number;
  readonly segments: number;
  readonly segmentsPerSecond: number;
  /** The segments that carriers take of the business; null: as many as the number sends. */
  readonly carrier: DailyRoom | null;
}

/**
 * About how many people's turn comes only after the campaign's end: its number sends too slowly, or the business may send
 * too few a day.
 */
export function peopleTooLate({ people, segments, segmentsPerSecond, carrier, ...limit }: TextsToSend): number {
  const days = lifetimeMs / (24 * hourMs);
  const inDays = ({ left_today, daily_limit }: DailyRoom) => left_today + days * daily_limit;
  const peopleFor = (most: number) => (most * people) / Math.max(1, segments);
  const byPace = peopleFor(days * textingHours * 3600 * segmentsPerSecond);
  const byCarrier = carrier ? peopleFor(inDays(carrier)) : byPace;
  return Math.max(0, people - Math.floor(Math.min(inDays(limit), byPace, byCarrier)));
}

/** Days that a campaign's segments take at the carriers' daily limit, today included; 0 when they fit into today. */
export function carrierDays(segments: number, carrier: DailyRoom | null): number {
  if (!carrier || segments <= carrier.left_today) return 0;
  const later = Math.ceil((segments - carrier.left_today) / Math.max(1, carrier.daily_limit));
  return (carrier.left_today > 0 ? 1 : 0) + later;
}

/** How long the carriers' daily limit makes a campaign take. */
export const carrierDaysText = (days: number, limit: number) =>
  `About ${nounCount(days, "day")} at your carrier limit of ${countText(limit)} segments a day`;

/** How long that takes at a pace of so many segments a second. */
export function forecastOf(
  { due, later, later_at, later_zones, segments }: TextsLeft,
  segmentsPerSecond: number,
  carrier: DailyRoom | null,
) {
  const minutes = Math.ceil((due * segments) / segmentsPerSecond / 60);
  const days = carrierDays(Math.ceil((due + later) * segments), carrier);
  const later_zone = later_zones.split(" ")[0] ?? "";
  return { minutes, later, later_at, later_zone, carrier_days: days, carrier_limit: carrier?.daily_limit ?? 0 };
}
