import { NativeSelect } from "@mantine/core";
import { ListFilterSelect } from "#domains/lists/web/public.tsx";
import type { OptInFilter } from "./useOptInFilter.ts";

interface Props {
  list: string;
  onList: (filter: string) => void;
  optIn: OptInFilter;
  onOptIn: (filter: OptInFilter) => void;
}

const optIns: { value: OptInFilter; label: string }[] = [
  { value: "", label: "Opted in or out" },
  { value: "1", label: "Opted in" },
  { value: "0", label: "Opted out" },
];

/** Chooses whose customers the table shows. */
export function CustomerFilters({ list, onList, optIn, onOptIn }: Props) {
  return (
    <>
      <ListFilterSelect value={list} onChange={onList} />
      <NativeSelect
        aria-label="Opt-In Status"
        value={optIn}
        onChange={(event) => onOptIn(event.currentTarget.value as OptInFilter)}
        data={optIns}
      />
    </>
  );
}
