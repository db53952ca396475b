import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { BodyInput } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { queryKeyOf } from "#core/web/call/useCall.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { consentEvents } from "#domains/customers/consent/contract.ts";
import { duplicateEvents } from "#domains/duplicates/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { chatNoteEvents } from "#domains/inbox/conversation/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { outreachEvents } from "#domains/outreach/contract.ts";
import { reviewInviteEvents } from "#domains/reputation/invites/contract.ts";
import { reviewEvents } from "#domains/reputation/reviews/contract.ts";
import { taskEvents } from "#domains/tasks/contract.ts";
import { type EntryKind, type TimelineEntry, timeline, timelineKinds } from "../contract.ts";

/** What of a timeline is shown. */
export type TimelineView = Required<Pick<BodyInput<typeof timeline.entries>, "search" | "until">> & {
  readonly kinds: readonly EntryKind[];
};

export const wholeTimeline: TimelineView = { kinds: [], search: "", until: "" };

export const isNarrowed = ({ kinds, search, until }: TimelineView): boolean =>
  kinds.length > 0 || search !== "" || until !== "";

/** The view in the address: `?kinds=call,note&q=price&until=2026-11-01`. */
export function useTimelineView() {
  const [params, setParams] = useSearchParams();
  const [kinds, search, until] = [params.get("kinds") ?? "", params.get("q") ?? "", params.get("until") ?? ""];
  const view = useMemo<TimelineView>(() => {
    const named = kinds.split(",");
    return {
      kinds: timelineKinds.filter((kind) => named.includes(kind)),
      search: search.slice(0, 100),
      until: /^2\d{3}-\d\d-\d\d$/.test(until) ? until : "",
    };
  }, [kinds, search, until]);
  const setView = (next: Partial<TimelineView>) =>
    setParams(
      (before) => {
        const merged = { ...view, ...next };
        const pairs = { kinds: merged.kinds.join(","), q: merged.search, until: merged.until };
        for (const [name, value] of Object.entries(pairs)) {
          if (value === "") before.delete(name);
          else before.set(name, value);
        }
        return before;
      },
      { replace: true },
    );
  return { view, setView };
}

/** The pages of a customer's timeline that were asked for. */
export function useTimelineEntries(customer_id: number, view: TimelineView) {
  const params = { customer_id };
  const pages = useInfiniteQuery({
    queryKey: queryKeyOf(timeline.entries, { params, body: { ...view, kinds: [...view.kinds] } }),
    queryFn: async ({ pageParam, signal }) =>
      (await api(timeline.entries, { params, body: { ...view, kinds: [...view.kinds], after: pageParam }, signal }))
        .data,
    initialPageParam: "",
    getNextPageParam: ({ next }) => (next === "" ? undefined : next),
  });
  const entries = useMemo(
    // A text that joined an exchange between two pages would come twice.
    () => [
      ...new Map(
        (pages.data?.pages ?? [])
          .flatMap((page) => page.entries)
          .map((entry): [string, TimelineEntry] => [entry.key, entry]),
      ).values(),
    ],
    [pages.data],
  );
  return { ...pages, entries, failure: pages.error as CallError | null };
}

const shownCalls = [timeline.entries, timeline.summary];

/** What names the conversation that it is about. */
const chatChanges = [
  inboxEvents.messageOpen,
  inboxEvents.chatChanged,
  inboxEvents.messagesMoved,
  chatNoteEvents.changed,
] as const;

/** What names a task, a lead or nothing: it may be about anyone. */
const otherChanges = [
  taskEvents.changed,
  appointmentEvents.changed,
  leadEvents.changed,
  consentEvents.changed,
  outreachEvents.changed,
  reviewEvents.changed,
  reviewInviteEvents.changed,
  duplicateEvents.merged,
] as const;

/**
 * Keeps a customer's timeline live. Texts of other conversations come all the time, and ask nothing.
 * @param chat_id null for a customer without a conversation, who may get one.
 */
export function useLiveTimeline(chat_id: number | null): void {
  useFreshCalls(shownCalls, chatChanges, {
    inBursts: true,
    isShown: ({ target_id }) => chat_id === null || target_id === chat_id,
  });
  useFreshCalls(shownCalls, otherChanges, { inBursts: true });
}
