import { allows, owner } from "#core/people.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useSession } from "#core/web/session/session.ts";
import { useQueryFilter, useTableQuery } from "#core/web/table/useTableQuery.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { type ChosenPeriod, dashboard, dashboardPeriods } from "../contract.ts";
import { dayProblemOf } from "../rules.ts";

/** Milliseconds between refetches without events: the passing of time changes figures, too. */
const pollInterval = 30_000;

/** What the screen opens at. */
export const firstPeriod = "days7";

/** The days of a custom period. */
export type ChosenDays = Pick<ChosenPeriod, "from" | "to">;

/** The period in the URL with its days, so that it can be bookmarked and shared. */
function useChosenPeriod(): [ChosenPeriod, (chosen: ChosenPeriod) => void] {
  const [query, changeQuery] = useTableQuery(false);
  const period = dashboardPeriods.find((one) => one === query.get("period")) ?? firstPeriod;
  const dayIn = (name: keyof ChosenDays) => (period === "custom" ? (query.get(name) ?? "") : "");
  const choose = (chosen: ChosenPeriod) =>
    changeQuery(
      (now) => {
        const next = new URLSearchParams(now);
        const values = { ...chosen, period: chosen.period === firstPeriod ? "" : chosen.period };
        for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [{ period, from: dayIn("from"), to: dayIn("to") }, choose];
}

/** Period and location of the figures. */
export function useDashboardQuery() {
  const [chosen, choose] = useChosenPeriod();
  const [locationParam, setLocation] = useQueryFilter("places");
  const person = useSession();
  const zone = useTimeZone();
  const today = zone ? wallTimeAt(new Date(), zone).date : "";
  // Support access covers a single location.
  const canSeeAll = person !== undefined && allows(owner, person.user_type) && !person.visiting;
  const location: "all" | "acting" = canSeeAll && locationParam === "all" ? "all" : "acting";
  const isCountable = chosen.period !== "custom" || (today !== "" && !dayProblemOf(chosen, today));
  return { query: { ...chosen, location }, today, isCountable, choose, setLocation, canSeeAll };
}
export type DashboardQuery = ReturnType<typeof useDashboardQuery>["query"];

/** Milliseconds for which the past counts as unchanged: reading it takes longer than the figures themselves. */
const pastStaysFor = 600_000;

/** How the contacts stood in the period before; comes after the figures, and they don't wait for it. */
export function useContactsBefore(query: DashboardQuery, enabled: boolean) {
  return useCall(dashboard.contactsBefore, { body: query }, { enabled, staleTime: pastStaysFor }).data?.previous;
}

/** How many texts of campaigns left in the period; the figures don't wait for it. */
export function useCampaignTexts(query: DashboardQuery, enabled: boolean) {
  return useCall(dashboard.campaignTexts, { body: query }, { enabled, staleTime: 60_000 }).data?.sent ?? 0;
}

/** The funnel of the period; it comes after the figures, which don't wait for it. */
export function useFunnel(query: DashboardQuery, enabled: boolean) {
  return useCall(dashboard.funnel, { body: query }, { enabled, refetchInterval: pollInterval, keepPrevious: enabled })
    .data;
}

/** The figures, refetched while messages come and go. */
export function useDashboard(query: DashboardQuery, enabled: boolean) {
  useFreshCalls([dashboard.figures], [inboxEvents.messageOpen, inboxEvents.chatChanged, inboxEvents.messagesMoved], {
    inBursts: true,
  });
  return useCall(dashboard.figures, { body: query }, { enabled, refetchInterval: pollInterval, keepPrevious: enabled });
}
