import { Agent, request } from "undici";

export interface TwilioAccount {
  readonly accountSid: string;
  /** The primary token, and while tokens are rotated the secondary one. */
  readonly authTokens: readonly [string, ...string[]];
  /** `https://api.twilio.com`, or another address that speaks its language. */
  readonly apiUrl: string;
}

export interface TwilioAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The answer's object; empty when there was none or it could not be read. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Milliseconds for a whole exchange with the API. */
export const apiTimeout = 20_000;

export interface TwilioRest {
  /** All reject when there is no whole answer. None ever tries twice. */
  post(path: string, form: URLSearchParams): Promise<TwilioAnswer>;
  get(path: string): Promise<TwilioAnswer>;
  remove(path: string): Promise<TwilioAnswer>;
  close(): Promise<void>;
}

export function basicAuth(account: TwilioAccount): string {
  return `Basic ${Buffer.from(`${account.accountSid}:${account.authTokens[0]}`).toString("base64")}`;
}

/** Speaks HTTP with Twilio's API. Its own SDK can't be given another address, and follows and retries by itself. */
export function createTwilioRest(account: TwilioAccount, timeout = apiTimeout): TwilioRest {
  const dispatcher = new Agent({ connections: 64, connect: { timeout: Math.min(timeout, 10_000) } });
  const base = account.apiUrl.replace(/\/+$/, "");
  const headers = { authorization: basicAuth(account), accept: "application/json" };

  async function exchange(
    method: "GET" | "POST" | "DELETE",
    path: string,
    form?: URLSearchParams,
  ): Promise<TwilioAnswer> {
    const type = form && { "content-type": "application/x-www-form-urlencoded" };
    const answer = await request(`${base}${path}`, {
      method,
      dispatcher,
      headers: { ...headers, ...type },
      body: form ? form.toString() : null,
      signal: AbortSignal.timeout(timeout),
    });
    const retryAfter = answer.headers["retry-after"];
    return {
      status: answer.statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      body: objectFrom(await answer.body.text()),
    };
  }

  return {
    post: (path, form) => exchange("POST", path, form),
    get: (path) => exchange("GET", path),
    remove: (path) => exchange("DELETE", path),
    close: () => dispatcher.close(),
  };
}

function objectFrom(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
