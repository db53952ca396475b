import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createRepeatWatch, undocumentedIn } from "#ports/sms/twilio/strictRequest.ts";
import { accountSid, authToken, carrierUrl } from "./carrierAccount.ts";
import { outcomes, type RequestOutcome } from "./outcomes.ts";

/** A text that the carrier took. */
export interface AcceptedText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly callback: string;
  /** By the clock that the workers share. */
  readonly date_created: string;
  /** `performance.now()` when its request arrived. */
  readonly askedAt: number;
  status: string;
  error_code: number | null;
}

/** A carrier with Twilio's API that keeps a log of everything it takes, and behaves badly. */
export interface CarrierStandIn {
  readonly apiUrl: string;
  readonly accepted: readonly AcceptedText[];
  /** By phone, when the answer to its STOP arrived. */
  readonly stoppedAt: ReadonlyMap<string, number>;
  readonly violations: readonly string[];
  /** How often each outcome befell a request. */
  readonly counts: Readonly<Record<RequestOutcome, number>>;
  /** Resolves at the nth accepted text from now. */
  nextAccepted(count: number): Promise<void>;
  /** A phone opts out; resolves once the app has answered, or gives up. */
  stop(phone: string, to: string): Promise<void>;
  /** Delivers the reports that were held, then waits for all. */
  settleReports(): Promise<void>;
  close(): Promise<void>;
}

interface StandInSettings {
  /** The workers' clock. */
  readonly now: () => Date;
  /** The base URL of a living worker, if there is one. */
  readonly app: () => string | undefined;
  /** Decides about each request. */
  readonly outcome: (to: string) => RequestOutcome;
  /** Whether a text's later reports say that its phone is out of service. */
  readonly isDead: (to: string) => boolean;
}

/** Milliseconds for which a text is missing from the carrier's list, and after which a stalled answer comes. */
const listLag = 60;
const stallMs = 3_000;

export async function startCarrier({ now, app, outcome, isDead }: StandInSettings): Promise<CarrierStandIn> {
  const accepted: AcceptedText[] = [];
  const byPhone = new Map<string, AcceptedText[]>();
  const stoppedAt = new Map<string, number>();
  const violations: string[] = [];
  const counts = Object.fromEntries(outcomes.map((name) => [name, 0])) as Record<RequestOutcome, number>;
  const repeats = createRepeatWatch();
  const waiting = new Set<{ left: number; resolve: () => void }>();
  const held: (() => Promise<void>)[] = [];
  const reporting = new Set<Promise<void>>();
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const askedAt = performance.now();
    const url = new URL(request.url ?? "/", "http://carrier");
    const form = new URLSearchParams(await readText(request));
    const { method = "", headers } = request;
    const problems = undocumentedIn({ method, url, form, headers });
    const isSend = method === "POST";
    if (isSend && repeats.isRepeated(form)) problems.push(`posted again: ${form.get("StatusCallback")}`);
    violations.push(...problems);
    if (problems.length > 0) return json(response, 400, { code: 20001 });
    if (!isSend) return json(response, 200, listed(url));
    const to = form.get("To") ?? "";
    const decided = outcome(to);
    counts[decided] += 1;
    repeats.answered(form, decided === "tooMany" ? "busy" : isUnclear(decided) ? "unclear" : "clear");
    await carryOut(decided, form, response, askedAt);
  }

  async function carryOut(decided: RequestOutcome, form: URLSearchParams, response: ServerResponse, askedAt: number) {
    if (decided === "tooMany") return json(response, 429, { code: 20429 }, { "retry-after": "1" });
    if (decided === "optedOut") return json(response, 400, { code: 21610 });
    if (decided === "queueFull") return json(response, 400, { code: 21611 });
    if (decided === "lostRequest") return void response.destroy();
    if (decided === "failedBefore") return json(response, 503, {});
    const text = take(form, askedAt);
    const resource = { sid: text.sid, status: "queued", body: text.body, date_created: text.date_created };
    if (decided === "lostAnswer") return void response.destroy();
    if (decided === "failedAfter") return json(response, 502, {});
    if (decided === "stalled") await pause(stallMs, undefined, { ref: false });
    json(response, 201, resource);
  }

  function take(form: URLSearchParams, askedAt: number): AcceptedText {
    const field = (name: string) => form.get(name) ?? "";
    const sid = `SM${randomBytes(16).toString("hex")}`;
    const envelope = { from: field("From"), to: field("To"), body: field("Body"), callback: field("StatusCallback") };
    const date_created = now().toUTCString();
    const text = { sid, ...envelope, date_created, askedAt, status: "queued", error_code: null };
    accepted.push(text);
    byPhone.set(text.to, [text, ...(byPhone.get(text.to) ?? [])]);
    for (const one of waiting) {
      one.left -= 1;
      if (one.left <= 0) one.resolve();
    }
    scheduleReports(text);
    return text;
  }

  function scheduleReports(text: AcceptedText): void {
    const last = isDead(text.to) ? "undelivered" : "delivered";
    const inOrder = Math.random() < 0.8 ? ["sent", last] : [last, "sent"];
    const report = async () => {
      for (const status of inOrder) {
        text.status = last;
        if (last === "undelivered") text.error_code = 30005;
        await post("/webhooks/twilio/status", new URL(text.callback).search, {
          MessageSid: text.sid,
          MessageStatus: status,
          ...(status === "undelivered" && { ErrorCode: "30005" }),
        });
      }
    };
    if (Math.random() < 0.1) return void held.push(report);
    track(pause(Math.random() < 0.2 ? 0 : Math.random() * 1_500, undefined, { ref: false }).then(report));
  }

  function track(work: Promise<void>): void {
    const done = work.catch(() => {}).finally(() => reporting.delete(done));
    reporting.add(done);
  }

  /** Signs and posts like Twilio, which doesn't repeat a webhook that failed. @returns the answer's status, 0 without. */
  async function post(path: string, search: string, fields: Record<string, string>): Promise<number> {
    const base = app();
    if (!base) return 0;
    const form: Record<string, string> = { AccountSid: accountSid, ...fields };
    const signed = Object.keys(form)
      .sort()
      .reduce((all, name) => all + name + form[name], carrierUrl + path + search);
    const signature = createHmac("sha1", authToken).update(signed, "utf8").digest("base64");
    const type = "application/x-www-form-urlencoded";
    const init = { method: "POST", headers: { "content-type": type, "x-twilio-signature": signature } };
    const answer = await fetch(base + path + search, { ...init, body: new URLSearchParams(form) }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  }

  function listed(url: URL): object {
    const texts = byPhone.get(url.searchParams.get("To") ?? "") ?? [];
    const visible = texts.filter(({ askedAt }) => performance.now() - askedAt > listLag);
    return { messages: visible.map((text) => ({ ...text, direction: "outbound-api" })), next_page_uri: null };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    stoppedAt,
    violations,
    counts,
    nextAccepted: (count) =>
      new Promise((resolve) => {
        const one = {
          left: count,
          resolve: () => {
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
      }),
    async stop(phone, to) {
      const fields = { MessageSid: `SM${randomBytes(16).toString("hex")}`, From: phone, To: to, Body: "STOP" };
      const status = await post("/webhooks/twilio/message", "", { ...fields, OptOutType: "STOP", NumMedia: "0" });
      if (status === 200) stoppedAt.set(phone, performance.now());
    },
    async settleReports() {
      for (const report of held.splice(0)) track(report());
      while (reporting.size > 0) await Promise.all(reporting);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isUnclear = (outcome: RequestOutcome) =>
  ["lostRequest", "lostAnswer", "failedBefore", "failedAfter", "stalled"].includes(outcome);

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
