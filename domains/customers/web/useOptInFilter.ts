import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";

/** All customers, those who may be texted, or those who must not be. */
export type OptInFilter = "" | "1" | "0";

/** The opt-in filter from the URL's `optin` parameter. */
export function useOptInFilter(): [OptInFilter, (filter: OptInFilter) => void] {
  const [value, filterBy] = useQueryFilter("optin");
  return [value === "1" || value === "0" ? value : "", filterBy];
}
