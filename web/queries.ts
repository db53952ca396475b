import { QueryClient } from "@tanstack/react-query";
import { CallError } from "#core/client.ts";
import { session } from "#core/web/session.ts";

/** Only what may be different a moment later is tried again: no connection, or a service that is away. */
function worthRetrying(tries: number, failure: Error): boolean {
  return tries < 2 && failure instanceof CallError && (failure.status === 0 || failure.status === 503);
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: worthRetrying,
      retryDelay: (tries) => 500 * 2 ** tries,
      // A call without connection fails with words, instead of waiting silently.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

const whose = () => {
  const { auth_token, location_id, must_change_password } = session.current() ?? {};
  return `${auth_token} ${location_id} ${must_change_password}`;
};
let seenBy = whose();

// What one person saw must not be there for the next, nor one location's rows at another; and who has chosen a password
// of their own must not be led back by what was answered before.
session.subscribe(() => {
  const next = whose();
  if (next !== seenBy) queries.clear();
  seenBy = next;
});
