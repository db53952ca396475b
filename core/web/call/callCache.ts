import { type InvalidateQueryFilters, type Query, QueryClient } from "@tanstack/react-query";
import { CallError } from "#core/client.ts";
import { failures } from "#core/failure.ts";

/* Apart from `deletedRows.ts`, which dialogs bring along: this is in what every screen loads first. */

/** What the server says of a row that isn't there. */
export const deletedError = new CallError(failures.absent.status, failures.absent.message);
export const isDeletedHere = ({ state }: Query) => state.error === deletedError;

/** A cache that doesn't ask again for rows that were deleted here when everything around them is refetched; filters have no predicate. */
export class CallCache extends QueryClient {
  override invalidateQueries: QueryClient["invalidateQueries"] = (filters, options) =>
    super.invalidateQueries(
      { ...filters, predicate: (query) => !isDeletedHere(query) } as InvalidateQueryFilters,
      options,
    );
}
