import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Fetches a query again when it was invalidated during its first fetch. The library restarts a fetch only once the
 * query has data, and would keep the first answer, which may be older than the change, as a fresh one.
 */
export function refetchWhatChangedDuringFirstFetch(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "invalidate" && query.state.data === undefined && query.state.fetchStatus !== "idle") {
      outdated.add(query);
    } else if (action.type === "fetch") {
      outdated.delete(query);
    } else if (action.type === "success" && !action.manual && outdated.delete(query)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}
