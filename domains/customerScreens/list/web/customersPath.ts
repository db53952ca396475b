import { writeTableState } from "#core/web/table/tableState.ts";

interface CustomersPathOptions {
  /** The current query string, such as `?q=lopez`, which is kept. */
  search?: string;
  /** Drops the page number, for a changed filter. */
  firstPage?: boolean;
  upload?: boolean;
}

/** The path of the customers screen for a filter: `all`, `none`, or a list's id. */
export function customersPath(filter: string, { search = "", firstPage, upload }: CustomersPathOptions = {}): string {
  const query = new URLSearchParams(search);
  const queryString = (firstPage ? writeTableState(query, { page: 1 }) : query).toString();
  const path = filter === "all" && !upload ? "/customers" : `/customers/${filter}${upload ? "/new" : ""}`;
  return queryString ? `${path}?${queryString}` : path;
}
