import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { BodyInput, Call, ParamsInput, RowOf } from "#core/call.ts";
import type { CallError, Given } from "#core/client.ts";
import type { Cursors, TableEnvelope } from "#core/envelope.ts";
import { readState, type Sort, type TableState, tableQuery, writeState } from "./table.ts";
import { useAnswer } from "./useCall.ts";
import { useTableQuery } from "./useTableQuery.ts";

export type TableCall = Call & { readonly table: true };

interface Setup<C extends TableCall> {
  call: C;
  params?: ParamsInput<C>;
  /** Filters besides the table query. */
  body?: Partial<BodyInput<C>>;
  columns: readonly string[];
  sortable: readonly string[];
  firstSort?: Sort;
  /** True: the state isn't kept in the address, which belongs to another table. */
  apart?: boolean;
}

export interface Table<Row> {
  state: TableState;
  rows: readonly Row[];
  total: number;
  /** There are more rows than `total`. */
  isMore: boolean;
  /** The pages beside this one, from a table that may be large. */
  cursors: Cursors | undefined;
  /** Nothing to show yet. */
  loading: boolean;
  /** What is shown will be replaced in a moment. */
  updating: boolean;
  failure: CallError | null;
  retry: () => void;
  /** The search box's text, ahead of the search itself. */
  typed: string;
  type: (text: string) => void;
  change: (change: Partial<TableState>) => void;
}

const none: never[] = [];

/** A server-paged table's rows and state; the state lives in the address unless it is kept apart. */
export function useTable<C extends TableCall>(setup: Setup<C>): Table<RowOf<C>> {
  const { call, params, body, columns, sortable, firstSort, apart = false } = setup;
  const [query, setQuery] = useTableQuery(apart);
  const state = readState(query, sortable, firstSort);
  const [typed, setTyped] = useState(state.search);

  const change = (change: Partial<TableState>) => setQuery((now) => writeState(now, change), { replace: true });
  const { pathname } = useLocation();
  const search = useDebouncedCallback((text: string) => {
    // Whoever followed a link meanwhile must not be brought back, though its screen may still be on its way.
    if (window.location.pathname === pathname) change({ search: text.trim(), page: 1 });
  }, 300);

  // The address may change without the box: back, forward, a link.
  const { search: searched } = state;
  useEffect(() => {
    setTyped((now) => (now.trim() === searched ? now : searched));
  }, [searched]);

  const given = { params, body: { ...body, ...tableQuery(state, columns) } } as Given<C>;
  const asked = useAnswer<C>(call, given, { keepPrevious: true });
  const answer = asked.data as TableEnvelope<RowOf<C>> | undefined;
  const rows = answer?.data ?? (none as RowOf<C>[]);
  const total = answer?.recordsFiltered ?? 0;
  const isMore = answer?.recordsFilteredIsMore ?? false;

  // The last row of the last page was deleted, or the address names a page that isn't there.
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(total / size));
  const beyond = answer !== undefined && !asked.isPlaceholderData && page > last;
  // An old address may name a place that the table has no way to.
  const { fields = {} } = asked.error ?? {};
  const lost = "cursor" in fields || "start" in fields;
  useEffect(() => {
    if (beyond || lost) setQuery((now) => writeState(now, { page: lost ? 1 : last }), { replace: true });
  }, [beyond, lost, last, setQuery]);

  return {
    state,
    rows,
    total,
    isMore,
    cursors: answer?.cursors,
    loading: asked.isPending || beyond || lost,
    updating: asked.isPlaceholderData,
    failure: lost ? null : asked.error,
    retry: () => void asked.refetch(),
    typed,
    type: (text) => {
      setTyped(text);
      search(text);
    },
    change,
  };
}
