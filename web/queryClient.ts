import { CallError } from "#core/client.ts";
import { CallCache } from "#core/web/call/callCache.ts";
import { session } from "#core/web/session/session.ts";
import { refetchWhatChangedDuringFirstFetch } from "./firstFetch.ts";

/** Retries only failures that may be temporary: no connection, or an unavailable service. */
function shouldRetry(tries: number, failure: Error): boolean {
  return tries < 2 && failure instanceof CallError && (failure.status === 0 || failure.status === 503);
}

export const queryClient = new CallCache({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: shouldRetry,
      retryDelay: (tries) => 500 * 2 ** tries,
      // Without a connection a call fails with a message instead of pausing silently.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

refetchWhatChangedDuringFirstFetch(queryClient);

const cacheOwner = () => {
  const { auth_token, location_id, must_change_password } = session.current() ?? {};
  return `${auth_token} ${location_id} ${must_change_password}`;
};
let currentOwner = cacheOwner();

// Cached data must not leak to another person or location, nor must a stale profile send somebody back to the
// password screen after they changed their password.
session.subscribe(() => {
  const owner = cacheOwner();
  if (owner !== currentOwner) queryClient.clear();
  currentOwner = owner;
});
