import { CallError, type Caller, createCaller, type Transport } from "#core/client.ts";
import { failures } from "#core/failure.ts";
import { turn } from "./pace.ts";
import { session } from "./session.ts";
import { toast } from "./toast.tsx";

const unreachable = "The service can't be reached. Please check your connection and try again.";

const overFetch: Transport = async ({ path, method, headers, body, signal }) => {
  // Beginning a request keeps the browser busy, and several begin at once where a screen or a chat is opened. A page that
  // nobody sees is given its turn late.
  if (document.visibilityState === "visible") await turn();
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body,
      signal: signal as AbortSignal | undefined,
      credentials: "omit",
    });
    const text = await answer.text();
    return { status: answer.status, header: (name) => answer.headers.get(name), text: async () => text };
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    throw new CallError(0, unreachable);
  }
};

function headers(): Record<string, string> {
  const token = session.token();
  const location = session.current()?.location_id;
  return { ...(token && { authorization: `Bearer ${token}` }), ...(location && { "location-id": String(location) }) };
}

/** What has files, or wants to hear of its progress: `fetch` can't say how much has left. */
const watched: Transport = async (request) => {
  const { overXhr } = await import("./overXhr.ts").catch(() => {
    throw new CallError(0, unreachable);
  });
  return overXhr(request, () => new CallError(0, unreachable));
};

const caller = createCaller((request) => (request.form || request.onProgress ? watched : overFetch)(request), headers);

/** Calls the server. A token that is no longer good ends the session here, which leads to the login screen. */
export const api: Caller = async (call, given) => {
  const sentWith = session.token();
  try {
    return await caller(call, given);
  } catch (failure) {
    const refused = failure instanceof CallError && failure.status === 401 && call.allow !== "anyone";
    // Several calls fail together when a session ends; only the first of them says so.
    if (refused && sentWith && session.token() === sentWith) {
      session.expire();
      toast.error(failures.unauthenticated.message);
    }
    if (refused) said.add(failure);
    throw failure;
  }
};

const said = new WeakSet<CallError>();

/** True when the failure has been said already, by ending the session. */
export function saidAlready(failure: CallError): boolean {
  return said.has(failure);
}
