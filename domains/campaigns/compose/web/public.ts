/** Whom a new text campaign is for: customers, or a list. */
type Recipients = { readonly customers: readonly number[] } | { readonly list: number };

/** Where a text campaign to these people is written; who gets it stays changeable there. */
export const recipientsPath = (who: Recipients): `/${string}` =>
  "list" in who ? `/text-campaign/add?list=${who.list}` : `/text-campaign/add?customers=${who.customers.join(",")}`;

/** The recipients that an address names, as the wizard takes them. */
export function recipientsIn(search: URLSearchParams) {
  const [list] = idsIn(search.get("list"));
  const customers = idsIn(search.get("customers"));
  if (list !== undefined) return { type: "list" as const, lists: [list], customers: [] };
  return customers.length > 0 ? { type: "individual" as const, lists: [], customers } : undefined;
}

const idsIn = (text: string | null) => [
  ...new Set(
    (text ?? "")
      .split(",")
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];
