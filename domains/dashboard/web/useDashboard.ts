import { useQueryClient } from "@tanstack/react-query";
import { allows, owner } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useSession } from "#core/web/session/session.ts";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { dashboard } from "../contract.ts";

/** Milliseconds between refetches without events: the passing of time changes figures, too. */
const pollInterval = 30_000;

/** What the screen opens at. */
export const firstPeriod = "days7";

/** Period and location of the figures, in the URL so that it can be bookmarked and shared. */
export function useDashboardQuery() {
  const [periodParam, setPeriod] = useQueryFilter("period");
  const [locationParam, setLocation] = useQueryFilter("places");
  const person = useSession();
  // Support access covers a single location.
  const canSeeAll = person !== undefined && allows(owner, person.user_type) && !person.visiting;
  const period = periods.find((one) => one === periodParam) ?? firstPeriod;
  const location: "all" | "acting" = canSeeAll && locationParam === "all" ? "all" : "acting";
  return { query: { period, location }, setPeriod, setLocation, canSeeAll };
}
export type DashboardQuery = ReturnType<typeof useDashboardQuery>["query"];

/** The figures, refetched while messages come and go. */
export function useDashboard(query: DashboardQuery) {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => void cache.invalidateQueries({ queryKey: [dashboard.figures.name] }));
  useRealtimeEvent(inboxEvents.messageOpen, refresh);
  useRealtimeEvent(inboxEvents.chatChanged, refresh);
  useRealtimeEvent(inboxEvents.messagesMoved, refresh);
  useOnReconnect(refresh);
  return useCall(dashboard.figures, { body: query }, { refetchInterval: pollInterval, keepPrevious: true });
}
