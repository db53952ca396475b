import { countText } from "#core/count.ts";
import { timeZoneName } from "#core/timeZones.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import { carrierDaysText } from "../../../rules.ts";
import type { CampaignForecast, RecipientState } from "../../../text/fields.ts";
import type { ProgressPart } from "../CampaignProgress.tsx";
import { detailTexts as texts } from "./texts.ts";

const partOf: Readonly<Record<RecipientState, ProgressPart | undefined>> = {
  delivered: "delivered",
  intended: "moving",
  accepted: "moving",
  sent: "moving",
  // The carrier took it and never said more.
  unknown: "moving",
  failed: "failed",
  pending: "waiting",
  skipped: undefined,
};

/** Everybody whom a campaign texts, by how far they are; who was left out isn't among them. */
export function progressParts(counts: readonly { readonly state: RecipientState; readonly count: number }[]) {
  const sum = (part: ProgressPart) =>
    counts.filter(({ state }) => partOf[state] === part).reduce((total, { count }) => total + count, 0);
  const parts = (["delivered", "moving", "failed", "waiting"] as const).map((part) => ({ part, count: sum(part) }));
  const expected = parts.reduce((total, { count }) => total + count, 0);
  return { parts: parts.filter(({ count }) => count > 0), handed: expected - sum("waiting"), expected };
}

/** `About 40 min left · 38 wait until Nov 24, 2026, 9:00 AM (Central time)`; empty when there is nothing to say. */
export function forecastText(forecast: CampaignForecast | null): string {
  if (!forecast) return "";
  const { minutes, later, later_at, later_zone, carrier_days, carrier_limit } = forecast;
  const time = minutes > 0 ? texts.minutesLeft(minutes) : "";
  const left = carrier_days > 0 ? carrierDaysText(carrier_days, carrier_limit) : time;
  const when = later_at && formatInstant(later_at, "dateTime", later_zone);
  const wait = later > 0 && when ? texts.waitUntil(countText(later), when, timeZoneName(later_zone)) : "";
  return [left, wait].filter(Boolean).join(" · ");
}
