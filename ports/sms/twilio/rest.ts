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
  /** Every method rejects without a complete response, and none retries. */
  post(path: string, form: URLSearchParams): Promise<TwilioResponse>;
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
  const base = account.apiUrl.replace(/\/+$/, "");
  const headers = { authorization: basicAuth(account), accept: "application/json" };

  async function send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    form?: URLSearchParams,
  ): Promise<TwilioResponse> {
    const { request, dispatcher } = await client;
    const type = form && { "content-type": "application/x-www-form-urlencoded" };
    const response = await request(`${base}${path}`, {
      method,
      dispatcher,
      headers: { ...headers, ...type },
      body: form ? form.toString() : null,
      signal: AbortSignal.timeout(timeout),
    });
    const retryAfter = response.headers["retry-after"];
    return {
      status: response.statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      body: objectFrom(await response.body.text()),
    };
  }

  return {
    post: (path, form) => send("POST", path, form),
    get: (path) => send("GET", path),
    remove: (path) => send("DELETE", path),
    close: async () => (await client).dispatcher.close(),
  };
}

async function openClient(timeout: number) {
  const { Agent, request } = await import("undici");
  return { request, dispatcher: new Agent({ connections: 64, connect: { timeout: Math.min(timeout, 10_000) } }) };
}

function objectFrom(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
