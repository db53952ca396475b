import type { Dispatcher } from "undici";
import { isPublicWebAddress, publicLookup } from "../publicAddress.ts";
import type { Push, PushMessage, PushResult, WebPushTarget } from "./push.ts";
import type { VapidKeys } from "./vapidKeys.ts";

export interface WebPushSettings {
  readonly keys: VapidKeys;
  /** Where a push service can report problems: an https: or mailto: URL. */
  readonly contact: string;
  /** Milliseconds for a whole send. */
  readonly timeout?: number;
  /** Instead of the public internet alone: for a push service on this machine, in tests. */
  readonly network?: { readonly accepts: (endpoint: string) => boolean; readonly dispatcher: Dispatcher };
}

/** Browsers, by the Web Push protocol: the message is encrypted for the browser alone, and signed as ours. */
export function createWebPush({ keys, contact, timeout = 10_000, network }: WebPushSettings): Push {
  // The libraries are loaded at the first push.
  let dispatcher = network && Promise.resolve(network.dispatcher);
  const accepts = network?.accepts ?? isPublicWebAddress;

  return {
    vapidPublicKey: keys.publicKey,
    reachesFirebase: false,

    accepts: (target) => target.kind === "web" && accepts(target.endpoint) && isEncryptable(target),

    async send(target, message) {
      if (target.kind !== "web" || !accepts(target.endpoint))
        return { kind: "refused", why: "not an address for push" };
      try {
        const { headers, body } = await encryptedRequest(target, message, { subject: contact, ...keys });
        const { request } = await import("undici");
        dispatcher ??= publicInternet(timeout);
        const signal = AbortSignal.timeout(timeout);
        const answer = await request(target.endpoint, {
          method: "POST",
          headers,
          body,
          dispatcher: await dispatcher,
          signal,
        });
        // The body is of no use; the signal ends an endless one.
        await answer.body.dump({ limit: 16_384, signal });
        return resultOf(answer.statusCode);
      } catch (error) {
        return resultOfError(error);
      }
    },

    stop: async () => (await dispatcher)?.close(),
  };
}

/** A dispatcher that cannot reach this machine's own network, whatever a name resolves to. */
async function publicInternet(timeout: number): Promise<Dispatcher> {
  const { Agent } = await import("undici");
  return new Agent({
    connect: { lookup: publicLookup, timeout: Math.min(timeout, 5_000) },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveMaxTimeout: 60_000,
  });
}

const lengthOf = (base64url: string) =>
  /^[\w-]+={0,2}$/.test(base64url) ? Buffer.from(base64url, "base64url").length : 0;

/** True when the keys have the protocol's lengths: a point on the curve, and a secret of 16 bytes. */
function isEncryptable({ p256dh, auth }: WebPushTarget): boolean {
  return lengthOf(p256dh) === 65 && lengthOf(auth) === 16;
}

async function encryptedRequest(
  { endpoint, p256dh, auth }: WebPushTarget,
  message: PushMessage,
  vapidDetails: VapidDetails,
) {
  const { default: webPush } = await import("web-push");
  const options = { vapidDetails, TTL: message.ttl, topic: message.topic, urgency: "high" } as const;
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message.data),
    options,
  );
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
  return { headers, body: details.body };
}

interface VapidDetails {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const why = `the push service answered ${status}`;
  return { kind: status === 408 || status === 429 || status >= 500 ? "busy" : "refused", why };
}

function resultOfError(error: unknown): PushResult {
  const { code: rawCode, name, message } = error as Error & { code?: unknown };
  const code = typeof rawCode === "string" ? rawCode : undefined;
  if (code === "EPRIVATE") return { kind: "refused", why: "not on the public internet" };
  // The key has the right length but is not a point on the curve.
  if (code?.startsWith("ERR_CRYPTO")) return { kind: "refused", why: "can't be encrypted for this browser" };
  return { kind: "busy", why: code ?? (name === "Error" ? message : name) };
}
