import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BodyInput } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { queryKeyOf } from "#core/web/call/useCall.ts";
import { type BoardColumn, leadBoard } from "#domains/leads/board/contract.ts";
import type { Lead } from "#domains/leads/contract.ts";

export type BoardBody = Omit<BodyInput<typeof leadBoard.columns>, "stage_id">;

interface ColumnCards {
  leads: readonly Lead[];
  hasMore: boolean;
  failure: CallError | null;
  isLoading: boolean;
  /** Loads the next cards; after a failure, again. */
  more: () => void;
}

/** The cards of a column: the board's first ones, and the next ones once they are asked for. */
export function useColumnCards(column: BoardColumn, board: BoardBody, isClosed: boolean): ColumnCards {
  const [isLong, setLong] = useState(isClosed);
  const body = { ...board, stage_id: column.stage_id };
  const pages = useInfiniteQuery({
    queryKey: queryKeyOf(leadBoard.cards, { body }),
    queryFn: async ({ pageParam, signal }) =>
      (await api(leadBoard.cards, { body: { ...body, after: pageParam }, signal })).data,
    initialPageParam: "",
    getNextPageParam: ({ next }) => (next === "" ? undefined : next),
    enabled: isLong,
    ...(!isClosed && {
      initialData: { pages: [{ leads: column.leads, next: column.next }], pageParams: [""] },
      staleTime: 5_000,
    }),
  });
  const { data, hasNextPage, isFetchingNextPage, isFetching, error, fetchNextPage, refetch } = pages;
  const isShown = isLong && data !== undefined;
  const more = () => {
    if (!isLong) setLong(true);
    if (isFetching) return;
    if (error && !data) void refetch();
    else if (!isLong || hasNextPage) void fetchNextPage();
  };
  return {
    leads: isShown ? uniqueLeads(data.pages.flatMap(({ leads }) => leads)) : column.leads,
    hasMore: isShown ? hasNextPage : column.next !== "",
    failure: error as CallError | null,
    isLoading: isFetchingNextPage || (isLong && data === undefined && isFetching),
    more,
  };
}

/** A lead that changed its place between two pages would come twice. */
const uniqueLeads = (leads: readonly Lead[]): Lead[] => [...new Map(leads.map((lead) => [lead.id, lead])).values()];
