import { useQueryFilter } from "#core/web/useQueryFilter.ts";

/** The id of the tag that the shown customers' conversations have; empty: any, or none. In the address's query, as `tag`. */
export function useTagFilter(): [string, (tag_id: string) => void] {
  const [asked, filterBy] = useQueryFilter("tag");
  return [/^[1-9]\d{0,14}$/.test(asked) ? asked : "", filterBy];
}
