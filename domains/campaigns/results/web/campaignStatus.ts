import type { StatusTone } from "#core/web/status/StatusBadge.tsx";

import { heldNumberText } from "#domains/locations/registration/rules.ts";

export type StatusKind =
  | "draft"
  | "scheduled"
  | "waiting"
  | "unregistered"
  | "preparing"
  | "sending"
  | "paused"
  | "held"
  | "stopped"
  | "sent"
  | "canceled";

export interface CampaignStatus {
  readonly kind: StatusKind;
  /** A word or two: "Sending 62%". */
  readonly word: string;
  /** Why it is paused, stopped or waits; empty for the others. */
  readonly why: string;
  /** How much has been sent, in percent; while it is sending. */
  readonly percent: number | undefined;
}

const words: Readonly<Record<string, StatusKind>> = {
  "-": "draft",
  Scheduled: "scheduled",
  [heldNumberText]: "unregistered",
  Preparing: "preparing",
  Paused: "paused",
  "Paused by Rooftop": "held",
  Stopped: "stopped",
  Sent: "sent",
  Canceled: "canceled",
};

/** Takes the server's status apart: "Paused: carriers filtered 8 of the last 200 texts". */
export function readStatus(text: string): CampaignStatus {
  const sending = /^Sending (\d+)%$/.exec(text);
  if (sending) return { kind: "sending", word: text, why: "", percent: Number(sending[1]) };
  const [, word = text, why = ""] = /^(Paused|Paused by Rooftop|Stopped): (.*)$/s.exec(text) ?? [];
  // What else it says is what a scheduled campaign waits for: its list.
  return { kind: words[word] ?? "waiting", word, why, percent: undefined };
}

/** Kinds that still change by themselves. */
const movingKinds: readonly StatusKind[] = ["scheduled", "waiting", "unregistered", "preparing", "sending"];
export const isMoving = ({ kind }: CampaignStatus) => movingKinds.includes(kind);
export const canPause = ({ kind }: CampaignStatus) => movingKinds.includes(kind);
export const canResume = ({ kind }: CampaignStatus) => kind === "paused" || kind === "stopped";
export const canCancel = (status: CampaignStatus) => status.kind === "held" || canPause(status) || canResume(status);

/** True for a campaign that was due while nothing could be sent, and asks. */
export const isLate = ({ kind, why }: CampaignStatus) => kind === "paused" && why.startsWith("It was due");

export const statusTones: Readonly<Record<StatusKind, StatusTone>> = {
  draft: "gray",
  scheduled: "gray",
  waiting: "gray",
  unregistered: "amber",
  preparing: "blue",
  sending: "blue",
  paused: "amber",
  held: "amber",
  stopped: "red",
  sent: "green",
  canceled: "gray",
};

/** "Was due at 9:00 AM. Send now?", from the `09:00` for which it was planned. */
export function lateQuestion(planned: string): string {
  const [hours = 0, minutes = 0] = planned.split(":").map(Number);
  const half = hours < 12 ? "AM" : "PM";
  return `Was due at ${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${half}. Send now?`;
}

/** `93.7%`, `–` when there is nothing to divide by. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((1000 * part) / whole) / 10}%`;
}
