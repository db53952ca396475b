import { writeState } from "#core/web/table.ts";

interface More {
  /** The address's query, `?q=lopez`: what is searched for stays. */
  search?: string;
  /** Other customers begin at their first page. */
  firstPage?: boolean;
  upload?: boolean;
}

/** Where the customers of a filter are: `all`, `none`, or a list's id. */
export function listAddress(filter: string, { search = "", firstPage, upload }: More = {}): string {
  const query = new URLSearchParams(search);
  const kept = (firstPage ? writeState(query, { page: 1 }) : query).toString();
  const path = filter === "all" && !upload ? "/customers" : `/customers/${filter}${upload ? "/new" : ""}`;
  return kept ? `${path}?${kept}` : path;
}
