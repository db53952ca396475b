import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { createFakeTwilioNumbers, type FakeTwilioNumbers } from "./fakeTwilioNumbers.ts";
import { createRepeatWatch, undocumentedIn } from "./strictRequest.ts";

export const accountSid = `AC${"0a".repeat(16)}`;
export const authToken = "token-of-the-account";

interface StoredText {
  sid: string;
  status: string;
  from: string;
  to: string;
  body: string;
  direction: string;
  date_created: string;
  date_sent: string | null;
  error_code: number | null;
  callback: string;
}

/** For tests: a small Twilio that stores and lists texts, calls signed webhooks, and fails on demand. */
export interface FakeTwilio {
  readonly apiUrl: string;
  readonly texts: StoredText[];
  readonly requests: { method: string; path: string; form: URLSearchParams; headers: IncomingMessage["headers"] }[];
  /** What Twilio doesn't document about requests for texts, and texts posted again; both are refused. */
  readonly violations: string[];
  /** The numbers it sells. */
  readonly numbers: FakeTwilioNumbers;
  /** Handlers for the next requests, used in order; `process` also carries out the request. */
  readonly nextResponses: ((response: ServerResponse, process: () => void) => void)[];
  /** The error code with which every accepted text fails later. */
  failureCode: number | undefined;
  /** How many times each status report is delivered. */
  reportCopies: number;
  /** The signature of a webhook request. */
  sign(url: string, form: Record<string, string>, token?: string): string;
  /** Calls a webhook, up to three times while it fails, like Twilio's fallback URL. Returns the last status. */
  callWebhook(url: string, form: Record<string, string>): Promise<number>;
  /** Waits for all pending status callbacks. */
  waitForReports(): Promise<void>;
  close(): Promise<void>;
}

/** Delivers a webhook to the application and returns the status code. */
export type DeliverSmsWebhook = (url: URL, body: string, headers: Record<string, string>) => Promise<number>;

/** The application's public URL, the base of every webhook. */
export const publicUrl = "https://rooftop.test";

export async function startFakeTwilio(deliver: DeliverSmsWebhook): Promise<FakeTwilio> {
  const pendingReports = new Set<Promise<unknown>>();
  const repeats = createRepeatWatch();
  const server = createServer((request, response) => void answer(request, response));

  const fake: FakeTwilio = {
    apiUrl: "",
    texts: [],
    requests: [],
    violations: [],
    numbers: createFakeTwilioNumbers(),
    nextResponses: [],
    failureCode: undefined,
    reportCopies: 1,
    sign(url, form, token = authToken) {
      const fields = Object.keys(form).sort();
      const signed = fields.reduce((text, name) => text + name + form[name], url);
      return createHmac("sha1", token).update(signed, "utf8").digest("base64");
    },
    async callWebhook(url, form) {
      let status = 0;
      for (let tries = 0; tries < 3 && (status < 200 || status > 299); tries++) {
        const type = { "content-type": "application/x-www-form-urlencoded" };
        const headers = { ...type, "x-twilio-signature": fake.sign(url, form) };
        status = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
      }
      return status;
    },
    async waitForReports() {
      while (pendingReports.size > 0) await Promise.all(pendingReports);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const form = new URLSearchParams(await readText(request));
    fake.requests.push({ method: request.method ?? "", path: request.url ?? "", form, headers: request.headers });
    const isAboutTexts = url.pathname.endsWith("/Messages.json");
    const isSend = isAboutTexts && request.method === "POST";
    const { method = "", headers } = request;
    const violations = isAboutTexts ? undocumentedIn({ method, url, form, headers }) : [];
    if (isSend && repeats.isRepeated(form)) violations.push(`posted again: ${form.get("StatusCallback")}`);
    if (violations.length > 0) {
      fake.violations.push(...violations);
      return json(response, 400, { code: 20001, status: 400, message: violations.join("; ") });
    }
    if (isSend) response.once("finish", () => repeats.answered(form, response.statusCode === 429 ? "busy" : "clear"));
    const answerNumbers = () => fake.numbers.handle(request.method ?? "", url, form);
    const process = () => void (answerNumbers() ?? accept(form));
    const override = fake.nextResponses.shift();
    if (override) return override(response, process);
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (request.headers.authorization !== expected) return json(response, 401, { code: 20003, status: 401 });
    if (url.pathname.includes("/Media/")) {
      return void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71]));
    }
    const numbersResponse = answerNumbers();
    if (numbersResponse) return json(response, numbersResponse.status, numbersResponse.body);
    if (request.method === "POST") return json(response, 201, accept(form));
    return json(response, 200, page(url));
  }

  function accept(form: URLSearchParams): StoredText {
    const now = new Date().toUTCString();
    const text: StoredText = {
      sid: `SM${randomBytes(16).toString("hex")}`,
      status: "queued",
      from: form.get("From") ?? "",
      to: form.get("To") ?? "",
      body: form.get("Body") ?? "",
      direction: "outbound-api",
      date_created: now,
      date_sent: null,
      error_code: null,
      callback: form.get("StatusCallback") ?? "",
    };
    fake.texts.unshift(text);
    const accepted = { ...text };
    const reporting = report(text).finally(() => pendingReports.delete(reporting));
    pendingReports.add(reporting);
    return accepted;
  }

  async function report(text: StoredText): Promise<void> {
    for (const status of ["sent", fake.failureCode ? "undelivered" : "delivered"]) {
      text.status = status;
      text.error_code = status === "undelivered" ? (fake.failureCode ?? null) : null;
      const form: Record<string, string> = { AccountSid: accountSid, MessageSid: text.sid, MessageStatus: status };
      if (text.error_code) form.ErrorCode = String(text.error_code);
      for (let count = 0; count < fake.reportCopies; count++) await fake.callWebhook(text.callback, form);
    }
  }

  /** Two texts per page, so that tests exercise paging. */
  function page(url: URL): object {
    const [to, from] = [url.searchParams.get("To"), url.searchParams.get("From")];
    const all = fake.texts.filter((text) => text.to === to && text.from === from);
    const start = Number(url.searchParams.get("Page") ?? 0) * 2;
    url.searchParams.set("Page", String(start / 2 + 1));
    const next_page_uri = start + 2 < all.length ? url.pathname + url.search : null;
    return { messages: all.slice(start, start + 2), next_page_uri };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(fake, { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
