import type { Query, QueryClient } from "@tanstack/react-query";
import type { DeletedRow } from "#core/call.ts";
import { deletedError, isDeletedHere } from "./callCache.ts";

/** Has the queries of deleted rows answer as the server would, without asking it. */
export function forgetRows(cache: QueryClient, rows: readonly DeletedRow[]): void {
  const predicate = ({ queryKey }: Query) => rows.some((row) => isAbout(queryKey, row));
  void cache.cancelQueries({ predicate }, { revert: false, silent: true });
  cache.removeQueries({ predicate, type: "inactive" });
  for (const query of cache.getQueryCache().findAll({ predicate }))
    query.setState({ data: undefined, status: "error", error: deletedError, fetchStatus: "idle" });
}

/** Asks again for every row that was deleted here and is shown: some of them are restored. */
export const restoreRows = (cache: QueryClient) => cache.resetQueries({ predicate: isDeletedHere });

function isAbout([name, params, body]: readonly unknown[], { id, calls, param }: DeletedRow): boolean {
  if (param !== undefined && fieldsOf(params)[param] === id) return true;
  const fields = { ...fieldsOf(params), ...fieldsOf(body) };
  return calls.some(([call, field]) => call.name === name && fields[field] === id);
}

const fieldsOf = (part: unknown): Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null ? { ...part } : {};
