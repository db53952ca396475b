import { useCall } from "#core/web/call/useCall.ts";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { customFields } from "../contract.ts";
import { filterOfAddress } from "./filterAddress.ts";

/** Narrows a table by one own field; the address keeps it. A field that was archived since narrows nothing. */
export function useCustomFilter() {
  const [address, write] = useQueryFilter("custom");
  const { data } = useCall(customFields.all);
  const asked = filterOfAddress(address);
  const field = data?.fields.find(({ key }) => key === asked?.key);
  const filter = field && asked && "comparison" in asked ? asked : undefined;
  return { fields: data?.fields ?? [], field, filter, write };
}

export type CustomFilterState = ReturnType<typeof useCustomFilter>;
