import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type ConsentView, consentViews } from "#domains/customers/consent/contract.ts";

/** Everyone, or the customers of one consent state. */
export type ConsentFilter = "" | ConsentView;

/** The consent filter from the URL's `optin` parameter. */
export function useConsentFilter(): [ConsentFilter, (filter: ConsentFilter) => void] {
  const [value, filterBy] = useQueryFilter("optin");
  return [consentViews.find((view) => view === value) ?? "", filterBy];
}
