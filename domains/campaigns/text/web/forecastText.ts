import { countText } from "#core/count.ts";
import { timeZoneName } from "#core/timeZones.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { CampaignForecast } from "../fields.ts";
import { detailTexts as texts } from "./texts.ts";

/** `About 40 min left · 38 wait until Nov 24, 2026, 9:00 AM (Central time)`; empty when there is nothing to say. */
export function forecastText(forecast: CampaignForecast | null): string {
  if (!forecast) return "";
  const { minutes, later, later_at, later_zone } = forecast;
  const when = later_at && formatInstant(later_at, "dateTime", later_zone);
  const wait = later > 0 && when ? texts.waitUntil(countText(later), when, timeZoneName(later_zone)) : "";
  return [minutes > 0 ? texts.minutesLeft(minutes) : "", wait].filter(Boolean).join(" · ");
}
