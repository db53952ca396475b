import { Agent, type Dispatcher, request } from "undici";
import webPush from "web-push";
import { isPublicWebAddress, publicLookup } from "./publicAddress.ts";
import type { Push, PushMessage, PushResult, WebTarget } from "./push.ts";
import type { VapidKeys } from "./vapidKeys.ts";

export interface WebPushSettings {
  readonly keys: VapidKeys;
  /** Whom a push service can complain to: an https: address, or a mailto: one. */
  readonly contact: string;
  /** Milliseconds for the whole of a hand-over. */
  readonly timeout?: number;
  /** Instead of the public internet alone: for a push service on this machine, in tests. */
  readonly network?: { readonly accepts: (endpoint: string) => boolean; readonly dispatcher: Dispatcher };
}

/** Browsers, by the Web Push protocol: the message is encrypted for the browser alone, and signed as ours. */
export function createWebPush({ keys, contact, timeout = 10_000, network }: WebPushSettings): Push {
  const dispatcher = network?.dispatcher ?? publicInternet(timeout);
  const accepts = network?.accepts ?? isPublicWebAddress;

  return {
    key: keys.publicKey,

    accepts: (target) => target.kind === "web" && accepts(target.endpoint) && isEncryptable(target),

    async send(target, message) {
      if (target.kind !== "web" || !accepts(target.endpoint))
        return { kind: "refused", why: "not an address for push" };
      try {
        const { headers, body } = sealed(target, message, { subject: contact, ...keys });
        const signal = AbortSignal.timeout(timeout);
        const answer = await request(target.endpoint, { method: "POST", headers, body, dispatcher, signal });
        // What it says is of no use; an endless one ends with the signal.
        await answer.body.dump({ limit: 16_384, signal });
        return meant(answer.statusCode);
      } catch (error) {
        return failed(error);
      }
    },

    stop: () => dispatcher.close(),
  };
}

/** A dispatcher that reaches nothing of this machine's own network, wherever a name points to. */
function publicInternet(timeout: number): Agent {
  return new Agent({
    connect: { lookup: publicLookup, timeout: Math.min(timeout, 5_000) },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveMaxTimeout: 60_000,
  });
}

const lengthOf = (base64url: string) =>
  /^[\w-]+={0,2}$/.test(base64url) ? Buffer.from(base64url, "base64url").length : 0;

/** The keys have the lengths that the protocol wants: a point of the curve, and a secret of 16 bytes. */
function isEncryptable({ p256dh, auth }: WebTarget): boolean {
  return lengthOf(p256dh) === 65 && lengthOf(auth) === 16;
}

function sealed({ endpoint, p256dh, auth }: WebTarget, message: PushMessage, vapidDetails: VapidDetails) {
  const options = { vapidDetails, TTL: message.ttl, topic: message.topic, urgency: "high" } as const;
  const made = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message.data),
    options,
  );
  const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name, String(value)]));
  return { headers, body: made.body };
}

interface VapidDetails {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

function meant(status: number): PushResult {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const why = `the push service answered ${status}`;
  return { kind: status === 408 || status === 429 || status >= 500 ? "busy" : "refused", why };
}

function failed(error: unknown): PushResult {
  const { code: given, name, message } = error as Error & { code?: unknown };
  const code = typeof given === "string" ? given : undefined;
  if (code === "EPRIVATE") return { kind: "refused", why: "not on the public internet" };
  // Keys that are no point of the curve, after all.
  if (code?.startsWith("ERR_CRYPTO")) return { kind: "refused", why: "can't be encrypted for this browser" };
  return { kind: "busy", why: code ?? (name === "Error" ? message : name) };
}
