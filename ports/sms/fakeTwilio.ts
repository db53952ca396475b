import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { createFakeTwilioNumbers, type FakeTwilioNumbers } from "./fakeTwilioNumbers.ts";

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

/** For tests: a small Twilio. It keeps texts, lists them, tells signed webhooks, and fails as it is told to. */
export interface FakeTwilio {
  readonly apiUrl: string;
  readonly texts: StoredText[];
  readonly requests: { method: string; path: string; form: URLSearchParams; headers: IncomingMessage["headers"] }[];
  /** What it sells. */
  readonly numbers: FakeTwilioNumbers;
  /** Answers instead of the next requests, one after the other; `take` also does what was asked for. */
  readonly next: ((response: ServerResponse, take: () => void) => void)[];
  /** The code with which every accepted text fails later. */
  failsWith: number | undefined;
  /** How often each report is told. */
  times: number;
  /** The signed form of what a webhook gets. */
  sign(url: string, form: Record<string, string>, token?: string): string;
  /** Calls a webhook; a failing one is called again, as the fallback address would be. Answers the last status. */
  tell(url: string, form: Record<string, string>): Promise<number>;
  /** Waits until everything that began was told. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Brings a webhook to the application and answers its status. */
export type Deliver = (url: URL, body: string, headers: Record<string, string>) => Promise<number>;

/** The fake application's public address; the webhooks that are told begin with it. */
export const publicUrl = "https://rooftop.test";

export async function startFakeTwilio(deliver: Deliver): Promise<FakeTwilio> {
  const telling = new Set<Promise<unknown>>();
  const server = createServer((request, response) => void answer(request, response));

  const fake: FakeTwilio = {
    apiUrl: "",
    texts: [],
    requests: [],
    numbers: createFakeTwilioNumbers(),
    next: [],
    failsWith: undefined,
    times: 1,
    sign(url, form, token = authToken) {
      const fields = Object.keys(form).sort();
      const signed = fields.reduce((text, name) => text + name + form[name], url);
      return createHmac("sha1", token).update(signed, "utf8").digest("base64");
    },
    async tell(url, form) {
      let status = 0;
      for (let tries = 0; tries < 3 && (status < 200 || status > 299); tries++) {
        const type = { "content-type": "application/x-www-form-urlencoded" };
        const headers = { ...type, "x-twilio-signature": fake.sign(url, form) };
        status = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
      }
      return status;
    },
    async settled() {
      while (telling.size > 0) await Promise.all(telling);
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
    const aboutNumbers = () => fake.numbers.answer(request.method ?? "", url, form);
    const take = () => void (aboutNumbers() ?? accept(form));
    const instead = fake.next.shift();
    if (instead) return instead(response, take);
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (request.headers.authorization !== expected) return json(response, 401, { code: 20003, status: 401 });
    if (url.pathname.includes("/Media/")) {
      return void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71]));
    }
    const told = aboutNumbers();
    if (told) return json(response, told.status, told.body);
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
    const answered = { ...text };
    const told = report(text).finally(() => telling.delete(told));
    telling.add(told);
    return answered;
  }

  async function report(text: StoredText): Promise<void> {
    for (const status of ["sent", fake.failsWith ? "undelivered" : "delivered"]) {
      text.status = status;
      text.error_code = status === "undelivered" ? (fake.failsWith ?? null) : null;
      const form: Record<string, string> = { AccountSid: accountSid, MessageSid: text.sid, MessageStatus: status };
      if (text.error_code) form.ErrorCode = String(text.error_code);
      for (let time = 0; time < fake.times; time++) await fake.tell(text.callback, form);
    }
  }

  /** Two to a page, so that a reader has to turn it. */
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
