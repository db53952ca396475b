import { useQueryFilter } from "./useQueryFilter.ts";

/** A table filter in the address that is one of some values; `first` stands for no filter, and for a value that isn't one. */
export function useQueryChoice<Value extends string, First extends string>(
  name: string,
  values: readonly Value[],
  first: First,
): [Value | First, (value: string) => void] {
  const [asked, filterBy] = useQueryFilter(name);
  return [values.find((one) => one === asked) ?? first, (value) => filterBy(value === first ? "" : value)];
}
