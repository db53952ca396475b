import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { BodyInput, Call, RowOf } from "#core/call.ts";
import type { CallError, Given } from "#core/client.ts";
import type { TableEnvelope } from "#core/envelope.ts";
import { readState, type Sort, type TableState, tableQuery, writeState } from "./table.ts";
import { useAnswer } from "./useCall.ts";

export type TableCall = Call & { readonly table: true };

interface Setup<C extends TableCall> {
  call: C;
  /** Filters besides the table query. */
  body?: Partial<BodyInput<C>>;
  columns: readonly string[];
  sortable: readonly string[];
  firstSort?: Sort;
}

export interface Table<Row> {
  state: TableState;
  rows: readonly Row[];
  total: number;
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

/** A server-paged table's rows and state; the state lives in the address. */
export function useTable<C extends TableCall>({ call, body, columns, sortable, firstSort }: Setup<C>): Table<RowOf<C>> {
  const [query, setQuery] = useSearchParams();
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

  const given = { body: { ...body, ...tableQuery(state, columns) } } as Given<C>;
  const asked = useAnswer<C>(call, given, { keepPrevious: true });
  const answer = asked.data as TableEnvelope<RowOf<C>> | undefined;
  const rows = answer?.data ?? (none as RowOf<C>[]);
  const total = answer?.recordsFiltered ?? 0;

  // The last row of the last page was deleted, or the address names a page that isn't there.
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(total / size));
  const beyond = answer !== undefined && !asked.isPlaceholderData && page > last;
  useEffect(() => {
    if (beyond) setQuery((now) => writeState(now, { page: last }), { replace: true });
  }, [beyond, last, setQuery]);

  return {
    state,
    rows,
    total,
    loading: asked.isPending || beyond,
    updating: asked.isPlaceholderData,
    failure: asked.error,
    retry: () => void asked.refetch(),
    typed,
    type: (text) => {
      setTyped(text);
      search(text);
    },
    change,
  };
}
