import { type DailyQuota, type DailyRoom, overLimitText } from "#domains/quotas/rules.ts";

/**
 * What a campaign's people wait for: the forecast of those who go today, and when the rest follows.
 *
 * @param toGo how many are left. @param room null unless the campaign is sending.
 */
export function waitText(forecast: string, kind: DailyQuota, toGo: number, room: DailyRoom | null): string {
  if (!room || toGo <= room.left_today) return forecast;
  const rest = overLimitText(kind, toGo, room);
  return forecast === "" || room.left_today === 0 ? rest : `${forecast} · ${rest}`;
}
