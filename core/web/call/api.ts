import { CallError, type Caller, createCaller, type Transport } from "#core/client.ts";
import { failures } from "#core/failure.ts";
import { toast } from "../feedback/toast.tsx";
import { yieldToMain } from "../loading/afterPaint.ts";
import { session } from "../session/session.ts";
import { needsReauthentication, reauthenticate } from "./reauthentication.ts";

/** Characters that a closed page may still send: 64 KiB over all its requests, at most three bytes each; Fetch standard, §4.6. */
const mostKept = 21_000;
const unreachable = "We can't reach Rooftop. Check your connection and try again.";

const fetchTransport: Transport = async ({ path, method, headers, body, signal }) => {
  // Starting a request blocks the main thread, and opening a screen starts several. Hidden pages skip this: their
  // timers are throttled.
  const { hidden } = document;
  if (!hidden) await yieldToMain();
  try {
    const response = await fetch(path, {
      method,
      headers,
      body,
      // What a page saves as it is closed still arrives.
      keepalive: hidden && `${body}`.length < mostKept,
      signal: signal as AbortSignal | undefined,
      // For the cookie of a known browser, which opens nothing.
      credentials: "same-origin",
    });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), text: async () => text };
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    throw new CallError(0, unreachable);
  }
};

function headers(): Record<string, string> {
  const token = session.token();
  const location = session.current()?.location_id;
  const pushToken = session.pushToken();
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(location && { "location-id": String(location) }),
    ...(token && pushToken && { "fcm-token": pushToken }),
  };
}

/** For requests with files or a progress listener: `fetch` can't report upload progress. */
const progressTransport: Transport = async (request) => {
  const { xhrTransport } = await import("./xhrTransport.ts").catch(() => {
    throw new CallError(0, unreachable);
  });
  return xhrTransport(request, () => new CallError(0, unreachable));
};

const caller = createCaller(
  (request) => (request.form || request.onProgress ? progressTransport : fetchTransport)(request),
  headers,
);

/**
 * Calls the server. An invalid token ends the session here, which leads to the login screen. A change that needs the
 * password again asks for it, and then goes on.
 */
export const api: Caller = async (call, given) => {
  const tokenSent = session.token();
  try {
    return await caller(call, given);
  } catch (failure) {
    if (needsReauthentication(failure)) {
      if (await reauthenticate()) return api(call, given);
      reported.add(failure as CallError);
    }
    const isUnauthenticated = failure instanceof CallError && failure.status === 401 && call.allow !== "anyone";
    // Several calls fail together when a session ends; only the first shows a toast.
    if (isUnauthenticated && tokenSent && session.token() === tokenSent) {
      // The sign-in form says why a session ended; a pending one was none yet.
      if (!session.current()) toast.error(failures.unauthenticated.message);
      session.expire();
    }
    if (isUnauthenticated) reported.add(failure);
    throw failure;
  }
};

const reported = new WeakSet<CallError>();

/** True when the user knows of the failure already: it ended the session, or they canceled. */
export function isAlreadyReported(failure: CallError): boolean {
  return reported.has(failure);
}
