import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCustomFilters } from "#domains/customers/custom/web/public.tsx";
import { type LeadFilterName, leadFilterNames } from "./texts.ts";

/** Filters by leads and own fields: the address keeps those that are set, this screen those that were just added. */
export function useMoreFilters() {
  const [query] = useSearchParams();
  const [added, setAdded] = useState<readonly LeadFilterName[]>([]);
  const custom = useCustomFilters();
  const asked = (name: LeadFilterName) => query.get(name) ?? "";
  const idIn = (name: LeadFilterName) => (/^[1-9]\d{0,14}$/.test(asked(name)) ? asked(name) : "");
  const shown = leadFilterNames.filter((name) => asked(name) !== "" || added.includes(name));
  return {
    custom,
    shown,
    add: (name: LeadFilterName) => setAdded((now) => [...now, name]),
    remove: (name: LeadFilterName) => setAdded((now) => now.filter((one) => one !== name)),
    isAny: custom.filters.length > 0 || leadFilterNames.some((name) => asked(name) !== ""),
    body: {
      custom: custom.filters,
      lead_owner_id: idIn("lead_owner"),
      lead_stage_id: idIn("lead_stage"),
      lead_source: asked("lead_source").slice(0, 100),
      lead_vehicle: asked("lead_vehicle").slice(0, 100),
    },
  };
}

export type MoreFiltersState = ReturnType<typeof useMoreFilters>;
