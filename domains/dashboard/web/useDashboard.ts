import { useQueryClient } from "@tanstack/react-query";
import { allows, owner } from "#core/people.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useSession } from "#core/web/session.ts";
import { useCall } from "#core/web/useCall.ts";
import { useGathered } from "#core/web/useGathered.ts";
import { useQueryFilter } from "#core/web/useQueryFilter.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { dashboard, periods } from "../contract.ts";

/** Milliseconds between refetches without events: the passing of time changes figures, too. */
const pollInterval = 30_000;

/** Period and location of the figures, in the URL so that it can be bookmarked and shared. */
export function useAsked() {
  const [periodParam, setPeriod] = useQueryFilter("period");
  const [locationParam, setLocation] = useQueryFilter("places");
  const person = useSession();
  // Support access covers a single location.
  const canSeeAll = person !== undefined && allows(owner, person.user_type) && !person.visiting;
  const period = periods.find((one) => one === periodParam) ?? periods[0];
  const location: "all" | "acting" = canSeeAll && locationParam === "all" ? "all" : "acting";
  return { query: { period, location }, setPeriod, setLocation, canSeeAll };
}
export type Asked = ReturnType<typeof useAsked>["query"];

/** The figures, refetched while messages come and go. */
export function useDashboard(query: Asked) {
  const cache = useQueryClient();
  const refresh = useGathered(() => void cache.invalidateQueries({ queryKey: [dashboard.figures.name] }));
  useEvent(inboxEvents.messageOpen, refresh);
  useEvent(inboxEvents.chatChanged, refresh);
  useEvent(inboxEvents.messagesMoved, refresh);
  useOnReconnect(refresh);
  return useCall(dashboard.figures, { body: query }, { refetchInterval: pollInterval, keepPrevious: true });
}
