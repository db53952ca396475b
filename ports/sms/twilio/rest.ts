import type { Agent, Dispatcher } from "undici";
import type { TwilioAccount } from "./account.ts";

export interface TwilioResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The parsed JSON object; empty when missing or invalid. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Milliseconds for a whole API request. */
export const apiTimeout = 20_000;

export interface TwilioRest {
  /** `form`: parameters, or encoded ones. Every method rejects without a complete response, and none retries. */
  post(path: string, form: URLSearchParams | string): Promise<TwilioResponse>;
  get(path: string): Promise<TwilioResponse>;
  remove(path: string): Promise<TwilioResponse>;
  close(): Promise<void>;
}

export function basicAuth(account: TwilioAccount): string {
  return `Basic ${Buffer.from(`${account.accountSid}:${account.authTokens[0]}`).toString("base64")}`;
}

/** A minimal client of Twilio's API. The official SDK has a fixed host, follows redirects and retries on its own. */
export function createTwilioRest(account: TwilioAccount, timeout = apiTimeout): TwilioRest {
  // Begins to load at once, in the background: the first text shouldn't wait for it.
  const client = openClient(timeout);
  const { origin, pathname } = new URL(account.apiUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const headers = { authorization: basicAuth(account), accept: "application/json" };
  const formHeaders = { ...headers, "content-type": "application/x-www-form-urlencoded" };

  async function send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    form?: URLSearchParams | string,
  ): Promise<TwilioResponse> {
    const request = { origin, path: prefix + path, method, headers: form ? formHeaders : headers };
    return answerTo(await client, form ? { ...request, body: form.toString() } : request, timeout);
  }

  return {
    post: (path, form) => send("POST", path, form),
    get: (path) => send("GET", path),
    remove: (path) => send("DELETE", path),
    close: async () => (await client).close(),
  };
}

async function openClient(timeout: number): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent({ connections: 64, connect: { timeout: Math.min(timeout, 10_000) } });
}

/**
 * One request and its whole answer, without the stream, the abort signal and the second copy of the headers that
 * undici's `request` makes for each: campaigns post a hundred thousand.
 *
 * @param timeout milliseconds for all of it, the wait for a free connection included.
 */
function answerTo(dispatcher: Agent, request: Dispatcher.DispatchOptions, timeout: number) {
  return new Promise<TwilioResponse>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let timedOut: Error | undefined;
    let status = 0;
    let retryAfter: string | undefined;
    const chunks: Buffer[] = [];
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => {
      timedOut = new Error(`No answer within ${timeout} ms`);
      controller?.abort(timedOut);
      reject(timedOut);
    }, timeout);
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // It waited for a connection until then: it never leaves.
        if (timedOut) started.abort(timedOut);
      },
      onResponseStart(_controller, code, headers) {
        status = code;
        const after = headers["retry-after"];
        retryAfter = Array.isArray(after) ? after[0] : after;
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(timer);
        const [only] = chunks;
        const whole = only && chunks.length === 1 ? only : Buffer.concat(chunks);
        resolve({ status, retryAfter, body: objectFrom(whole.toString()) });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}

function objectFrom(text: string): TwilioResponse["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as TwilioResponse["body"]) : {};
  } catch {
    return {};
  }
}
