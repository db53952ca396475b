import { useQueryClient } from "@tanstack/react-query";
import { allows, owner } from "#core/people.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useSession } from "#core/web/session.ts";
import { useCall } from "#core/web/useCall.ts";
import { useGathered } from "#core/web/useGathered.ts";
import { useQueryFilter } from "#core/web/useQueryFilter.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { dashboard, periods } from "../contract.ts";

/** Milliseconds after which the figures are asked for again, whatever happens: time itself changes them. */
const every = 30_000;

/** What the figures are about: in the address, so that it can be kept and sent. */
export function useAsked() {
  const [inAddress, askFor] = useQueryFilter("period");
  const [place, setPlace] = useQueryFilter("places");
  const person = useSession();
  // Whoever looks into an account looks at one of its locations.
  const seesAll = person !== undefined && allows(owner, person.user_type) && !person.visiting;
  const period = periods.find((one) => one === inAddress) ?? periods[0];
  const location: "all" | "acting" = seesAll && place === "all" ? "all" : "acting";
  return { asked: { period, location }, askFor, setPlace, seesAll };
}
export type Asked = ReturnType<typeof useAsked>["asked"];

/** The figures, asked for again while messages come and go. */
export function useDashboard(asked: Asked) {
  const cache = useQueryClient();
  const refresh = useGathered(() => void cache.invalidateQueries({ queryKey: [dashboard.figures.name] }));
  useEvent(inboxEvents.messageOpen, refresh);
  useEvent(inboxEvents.chatChanged, refresh);
  useEvent(inboxEvents.messagesMoved, refresh);
  useOnReconnect(refresh);
  return useCall(dashboard.figures, { body: asked }, { refetchInterval: every, keepPrevious: true });
}
