import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { boardOrders } from "#domains/leads/board/contract.ts";
import type { Lead, LeadStage } from "#domains/leads/contract.ts";
import { leadTexts } from "../texts.ts";
import type { useLeadFilters } from "../useLeadFilters.tsx";
import classes from "./BoardView.module.css";
import { LeadsBoard } from "./LeadsBoard.tsx";
import { boardTexts as texts } from "./texts.ts";

interface Props {
  filters: ReturnType<typeof useLeadFilters>;
  onOpen: (lead: Lead) => void;
  onClaim: (lead: Lead) => void;
  onList: (stage: LeadStage) => void;
  /** In place of the board of a location that never had a lead. */
  empty: ReactNode;
  /** Chooses the layout, on a phone. */
  switcher: ReactNode;
}

const orders = boardOrders.map((value) => ({ value, label: texts.orders[value] }));

/** The board with its search, filters and order, which stand in the address as the list's do. */
export function BoardView({ filters, onOpen, onClaim, onList, empty, switcher }: Props) {
  const [order, orderBy] = useQueryChoice("order", boardOrders, "waiting");
  const { typed, search, type } = useSearch();
  return (
    <>
      <div className={classes.toolbar}>
        <TextInput
          type="search"
          className={classes.search}
          aria-label={leadTexts.search}
          placeholder={leadTexts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {switcher}
        <div className={classes.filters}>
          {filters.chips}
          <span className={classes.order}>
            <FilterChip label={texts.order} value={order} options={orders} onChange={orderBy} />
          </span>
        </div>
      </div>
      {filters.hasNone ? (
        empty
      ) : (
        <LeadsBoard
          body={{ ...filters.body, search }}
          order={order}
          onOpen={onOpen}
          onClaim={onClaim}
          onList={onList}
        />
      )}
    </>
  );
}

/** The search box runs ahead of the search in the address. */
function useSearch() {
  const [search, searchFor] = useQueryFilter("q");
  const [typed, setTyped] = useState(search);
  useEffect(() => setTyped((now) => (now.trim() === search ? now : search)), [search]);
  const apply = useDebouncedCallback((text: string, typedAt: string) => {
    if (window.location.pathname === typedAt) searchFor(text.trim());
  }, 300);
  const type = (text: string) => {
    setTyped(text);
    apply(text, window.location.pathname);
  };
  return { typed, search, type };
}
