import { useQueryFilter } from "#core/web/useQueryFilter.ts";

/** Everybody, those who may be texted, or those who must not. */
export type OptInFilter = "" | "1" | "0";

/** Which customers the table shows, by whether they may be texted; in the address's query, as `optin`. */
export function useOptInFilter(): [OptInFilter, (filter: OptInFilter) => void] {
  const [asked, filterBy] = useQueryFilter("optin");
  return [asked === "1" || asked === "0" ? asked : "", filterBy];
}
