import type { TwilioAccount } from "./account.ts";
import { openConnections } from "./connections.ts";

export interface TwilioResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The parsed JSON object; empty when missing or invalid. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** So many requests are with the carrier at once. */
export const connectionLimit = 64;

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
  const { origin, host, pathname } = new URL(account.apiUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const connections = openConnections(origin, connectionLimit, Math.min(timeout, 10_000));
  const headers = `host: ${host}\r\nauthorization: ${basicAuth(account)}\r\naccept: application/json\r\n`;

  async function send(request: string): Promise<TwilioResponse> {
    const { status, retryAfter, text } = await connections.exchange(request, timeout);
    return { status, retryAfter, body: objectFrom(text) };
  }

  const lineOf = (method: string, path: string) => `${method} ${targetOf(prefix + path)} HTTP/1.1\r\n${headers}`;
  return {
    async post(path, form) {
      // Encoded, it is ASCII: as many bytes as characters.
      const body = form.toString();
      const about = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`;
      return send(lineOf("POST", path) + about + body);
    },
    get: async (path) => send(`${lineOf("GET", path)}\r\n`),
    remove: async (path) => send(`${lineOf("DELETE", path)}\r\n`),
    close: () => connections.close(),
  };
}

/** @throws for a path that could end the line, and begin a header. */
function targetOf(path: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new Error("The path isn't one");
  return path;
}

function objectFrom(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
