import { useCall } from "#core/web/call/useCall.ts";
import { writeTableState } from "#core/web/table/tableState.ts";
import { useTableQuery } from "#core/web/table/useTableQuery.ts";
import { customFields } from "../contract.ts";
import { type CustomFilterInput, mostCustomFilters } from "../fields.ts";
import { filterOfAddress } from "./filterAddress.ts";

/** Narrows a table by own fields; the address keeps them. A field that was archived since narrows nothing. */
export function useCustomFilters() {
  const [query, change] = useTableQuery(false);
  const { data } = useCall(customFields.all);
  const fields = data?.fields ?? [];
  const addresses = query.getAll("custom").slice(0, mostCustomFilters);
  const chosen = addresses.flatMap((address) => {
    const asked = filterOfAddress(address);
    const field = fields.find(({ key }) => key === asked?.key);
    return field && asked ? [{ field, filter: "comparison" in asked ? asked : undefined }] : [];
  });
  /** Puts a field's filter in the address, its key alone while it narrows nothing yet; empty takes it out. */
  const write = (key: string, address: string) =>
    change(
      (now) => {
        const next = writeTableState(now, { page: 1 });
        const before = next.getAll("custom").filter((one) => one !== "");
        const isChosen = before.some((one) => filterOfAddress(one)?.key === key);
        const after = isChosen
          ? before.map((one) => (filterOfAddress(one)?.key === key ? address : one))
          : [...before, address];
        next.delete("custom");
        for (const one of after) if (one !== "") next.append("custom", one);
        return next;
      },
      { replace: true },
    );
  const filters = chosen.flatMap(({ filter }): CustomFilterInput[] => (filter ? [filter] : []));
  return { fields, chosen, filters, write };
}

export type CustomFiltersState = ReturnType<typeof useCustomFilters>;
