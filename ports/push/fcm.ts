import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import type { Push, PushMessage, PushResult } from "./push.ts";

/** The required fields of a Google service account file. */
const ServiceAccount = z.object({
  project_id: z.string().check(z.regex(/^[\w.:-]+$/)),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z._default(z.string(), "https://oauth2.googleapis.com/token"),
});
export type FcmAccount = z.infer<typeof ServiceAccount>;

export interface FcmSettings {
  readonly account: FcmAccount;
  readonly apiUrl?: string;
  /** Milliseconds for a send, and for its access token. */
  readonly timeout?: number;
}

/**
 * Reads a service account: its JSON, or the path of the file that holds it.
 *
 * @throws Error with a message that reveals nothing of the account.
 */
export async function readFcmAccount(jsonOrPath: string): Promise<FcmAccount> {
  const isJson = jsonOrPath.startsWith("{");
  const text = isJson ? jsonOrPath : await readFile(jsonOrPath, "utf8").catch(() => "");
  try {
    return z.parse(ServiceAccount, JSON.parse(text));
  } catch {
    const where = isJson ? "" : ` in the file ${jsonOrPath}`;
    throw new Error(`FCM_SERVICE_ACCOUNT: there is no Google service account${where}`);
  }
}

/** Pushes to phones and browsers through Firebase Cloud Messaging, HTTP v1. */
export function createFcm({ account, apiUrl = "https://fcm.googleapis.com", timeout = 10_000 }: FcmSettings): Push {
  let google: ReturnType<typeof openGoogle> | undefined;
  const address = `${apiUrl}/v1/projects/${account.project_id}/messages:send`;

  return {
    vapidPublicKey: "",
    reachesFirebase: true,

    accepts: (target) => target.kind === "fcm" && /^[\w:.-]{20,4000}$/.test(target.token),

    async send(target, message) {
      if (target.kind !== "fcm") return { kind: "refused", why: "not a Firebase token" };
      try {
        google ??= openGoogle(account, timeout);
        const { token } = await (await google).getAccessToken();
        const { request } = await import("undici");
        const answer = await request(address, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ message: fcmMessage(target.token, message) }),
          signal: AbortSignal.timeout(timeout),
        });
        return resultOf(answer.statusCode, await answer.body.text());
      } catch (error) {
        const { code, name } = error as Error & { code?: unknown };
        return { kind: "busy", why: typeof code === "string" ? code : name };
      }
    },

    stop: async () => {},
  };
}

/** Loads the SDK at the first push. */
async function openGoogle(account: FcmAccount, timeout: number) {
  const { JWT } = await import("google-auth-library");
  return new JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: ["https://www.googleapis.com/auth/firebase.messaging"],
    // The library hard-codes one token address; an account may name another.
    transporterOptions: { timeout, fetchImplementation: (_address, init) => fetch(account.token_uri, init) },
  });
}

/** One message for every platform; the newest of a topic replaces the one before it. */
function fcmMessage(token: string, { data, topic, ttl }: PushMessage) {
  const { title = "", body = "" } = data;
  return {
    token,
    data,
    notification: { title, body },
    android: { collapse_key: topic, priority: "HIGH", ttl: `${ttl}s`, notification: { tag: topic } },
    apns: { headers: { "apns-collapse-id": topic, "apns-priority": "10" }, payload: { aps: { sound: "default" } } },
    webpush: { headers: { Topic: topic, TTL: String(ttl), Urgency: "high" }, notification: { tag: topic } },
  };
}

const FcmError = z.object({
  error: z.object({
    details: z._default(
      z.array(
        z.object({
          errorCode: z._default(z.string(), ""),
          fieldViolations: z._default(z.array(z.object({ field: z._default(z.string(), "") })), []),
        }),
      ),
      [],
    ),
  }),
});

function resultOf(status: number, text: string): PushResult {
  if (status === 200) return { kind: "delivered" };
  const details = detailsIn(text);
  const codes = details.map(({ errorCode }) => errorCode);
  // A token of another project, or an invalid one: nothing can ever arrive there.
  const isForeignToken = codes.includes("SENDER_ID_MISMATCH");
  const isInvalidToken = details.some(({ fieldViolations }) =>
    fieldViolations.some(({ field }) => field === "message.token"),
  );
  if (status === 404 || codes.includes("UNREGISTERED") || isForeignToken || isInvalidToken) return { kind: "gone" };
  const why = [`Firebase answered ${status}`, ...codes.filter(Boolean)].join(" ");
  return { kind: status === 429 || status >= 500 ? "busy" : "refused", why };
}

function detailsIn(text: string) {
  try {
    return z.parse(FcmError, JSON.parse(text)).error.details;
  } catch {
    return [];
  }
}
