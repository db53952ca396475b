import type { Socket } from "node:net";
import type { Agent, buildConnector, Dispatcher } from "undici";
import { type Deadline, NeverLeft } from "../../deadline.ts";
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
  /**
   * `form`: parameters, or encoded ones. Every method rejects without a complete response, and none retries.
   *
   * @throws NeverLeft when Twilio has seen nothing of it.
   */
  post(path: string, form: URLSearchParams | string, leaveBy: Deadline): Promise<TwilioResponse>;
  get(path: string): Promise<TwilioResponse>;
  remove(path: string, leaveBy?: Deadline): Promise<TwilioResponse>;
  close(): Promise<void>;
}

/** Seconds until a carrier that can't be reached is tried again. */
const unreachableSeconds = 15;

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
    leaveBy?: Deadline,
  ): Promise<TwilioResponse> {
    const request = { origin, path: prefix + path, method, headers: form ? formHeaders : headers };
    return answerTo(await client, form ? { ...request, body: form.toString() } : request, timeout, leaveBy);
  }

  return {
    post: (path, form, leaveBy) => send("POST", path, form, leaveBy),
    get: (path) => send("GET", path),
    remove: (path, leaveBy) => send("DELETE", path, undefined, leaveBy),
    close: async () => (await client).close(),
  };
}

async function openClient(timeout: number): Promise<Agent> {
  const { Agent, buildConnector } = await import("undici");
  const connect = buildConnector({ timeout: Math.min(timeout, 10_000) });
  return new Agent({ connections: 64, connect: resetWhenGivenUp(connect) });
}

/**
 * Ends a connection with a reset when its request is given up. After an ordinary end the kernel would go on delivering
 * what it still holds, and a text could arrive after it was looked up as missing.
 */
function resetWhenGivenUp(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const isSecure = options.protocol === "https:";
    const port = options.port || (isSecure ? "443" : "80");
    connect({ ...options, protocol: "http:", port }, (...opened) => {
      const [error, plain] = opened;
      if (error || !plain) return callback(...opened);
      const ready = (socket: Socket) => {
        const destroy = socket.destroy.bind(socket);
        socket.destroy = (reason) => {
          if (reason && !plain.destroyed) plain.resetAndDestroy();
          return destroy(reason);
        };
        callback(null, socket);
      };
      if (!isSecure) return ready(plain);
      connect({ ...options, httpSocket: plain }, (...secured) => {
        if (secured[0]) return callback(...secured);
        ready(secured[1]);
      });
    });
  };
}

/**
 * One request and its whole answer, without the stream, the abort signal and the second copy of the headers that
 * undici's `request` makes for each: campaigns post a hundred thousand.
 *
 * @param timeout milliseconds for all of it, the wait for a free connection included.
 */
function answerTo(dispatcher: Agent, request: Dispatcher.DispatchOptions, timeout: number, leaveBy?: Deadline) {
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
      // Without a connection it hasn't left, and `onRequestStart` keeps it here.
      timedOut = controller ? new Error(`No answer within ${timeout} ms`) : new NeverLeft("no connection in time");
      controller?.abort(timedOut);
      reject(timedOut);
    }, timeout);
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // The request is written in this turn unless it is aborted here.
        const late = leaveBy?.hasPassed() ? new NeverLeft("the deadline passed before it could leave") : timedOut;
        if (late) started.abort(late);
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
      onResponseError: (_controller, error) =>
        fail(controller || error instanceof NeverLeft ? error : new NeverLeft(error.message, unreachableSeconds)),
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
