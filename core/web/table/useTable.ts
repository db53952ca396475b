import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { BodyInput, Call, ParamsInput, RowOf } from "#core/call.ts";
import type { CallError, CallInput } from "#core/client.ts";
import type { Cursors, TableEnvelope } from "#core/envelope.ts";
import { useCallEnvelope } from "../call/useCall.ts";
import { type FirstState, readTableState, type TableState, tableQuery, writeTableState } from "./tableState.ts";
import { useTableQuery } from "./useTableQuery.ts";

export type TableCall = Call & { readonly table: true };

interface Setup<C extends TableCall> extends FirstState {
  call: C;
  params?: ParamsInput<C>;
  /** Filters besides the table query. */
  body?: Partial<BodyInput<C>>;
  columns: readonly string[];
  sortable: readonly string[];
  /** True: keeps the state out of the address, which belongs to another table. */
  localState?: boolean;
}

export interface TableModel<Row> {
  state: TableState;
  rows: readonly Row[];
  total: number;
  /** More rows exist than `total`. */
  isMore: boolean;
  /** Cursors to the neighboring pages, from a table that may be large. */
  cursors: Cursors | undefined;
  /** Nothing to show yet. */
  loading: boolean;
  /** The shown rows are about to be replaced. */
  updating: boolean;
  failure: CallError | null;
  retry: () => void;
  /** The search box's text, which runs ahead of the search. */
  searchText: string;
  setSearchText: (text: string) => void;
  change: (change: Partial<TableState>) => void;
}

const noRows: never[] = [];

/** A server-paged table's rows and state; the state lives in the address unless it is local. */
export function useTable<C extends TableCall>(setup: Setup<C>): TableModel<RowOf<C>> {
  const { call, params, body, columns, sortable, localState = false } = setup;
  const [query, setQuery] = useTableQuery(localState);
  const state = readTableState(query, sortable, setup);
  const [typed, setTyped] = useState(state.search);

  const change = (change: Partial<TableState>) => setQuery((now) => writeTableState(now, change), { replace: true });
  const search = useDebouncedCallback((text: string, typedAt: string) => {
    // A user who followed a link meanwhile must not be brought back, even while the new screen is still loading.
    if (window.location.pathname === typedAt) change({ search: text.trim(), page: 1 });
  }, 300);

  // The address may change without the box: back, forward, a link.
  const { search: searched } = state;
  useEffect(() => {
    setTyped((now) => (now.trim() === searched ? now : searched));
  }, [searched]);

  const input = { params, body: { ...body, ...tableQuery(state, columns) } } as CallInput<C>;
  const result = useCallEnvelope<C>(call, input, { keepPrevious: true });
  const answer = result.data as TableEnvelope<RowOf<C>> | undefined;
  const rows = answer?.data ?? (noRows as RowOf<C>[]);
  const total = answer?.recordsFiltered ?? 0;
  const isMore = answer?.recordsFilteredIsMore ?? false;

  // The last row of the last page was deleted, or the address names a page that doesn't exist.
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(total / size));
  const isPastEnd = answer !== undefined && !result.isPlaceholderData && page > last;
  // An old address may contain a cursor that is no longer valid.
  const { fields = {} } = result.error ?? {};
  const isInvalidPosition = "cursor" in fields || "start" in fields;
  useEffect(() => {
    if (isPastEnd || isInvalidPosition)
      setQuery((now) => writeTableState(now, { page: isInvalidPosition ? 1 : last }), { replace: true });
  }, [isPastEnd, isInvalidPosition, last, setQuery]);

  return {
    state,
    rows,
    total,
    isMore,
    cursors: answer?.cursors,
    loading: result.isPending || isPastEnd || isInvalidPosition,
    updating: result.isPlaceholderData,
    failure: isInvalidPosition ? null : result.error,
    retry: () => void result.refetch(),
    searchText: typed,
    setSearchText: (text) => {
      setTyped(text);
      // Not the rendered address: right after a link, this table may still be on its way to the new one.
      search(text, window.location.pathname);
    },
    change,
  };
}
