import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";

/** The tag filter from the URL's `tag` parameter; empty when not set. */
export function useTagFilter(): [string, (tag_id: string) => void] {
  const [value, filterBy] = useQueryFilter("tag");
  return [/^[1-9]\d{0,14}$/.test(value) ? value : "", filterBy];
}
