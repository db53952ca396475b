import type { OAuth2Client } from "google-auth-library";
import * as z from "zod/mini";
import { type AccessFailure, type GrantResult, leftTooLate } from "../access.ts";
import type { Deadline } from "../deadline.ts";

/** The operator's OAuth client at Google. */
export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Milliseconds for a request. */
  readonly timeout?: number;
}

/** Where people consent, and where tokens come from. */
export interface GoogleSignInHosts {
  readonly consent: string;
  readonly token: string;
}

export const googleSignInHosts: GoogleSignInHosts = {
  consent: "https://accounts.google.com",
  token: "https://oauth2.googleapis.com",
};

/** A request that changes something. */
export interface GoogleChange {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object;
  /** The version that is changed: `If-Match`. */
  readonly etag?: string;
  /** Asked as the request leaves; after it nothing is changed, and the failure is `busy`. */
  readonly leaveBy?: Deadline;
}

/** `status` is 0 when nothing was answered. */
export type GoogleAnswer<T> =
  | { readonly answer: T; readonly failure?: undefined }
  | { readonly failure: AccessFailure; readonly status: number; readonly answer?: undefined };

/** Accounts at Google that people let us into, each by a refresh token, which is the `access`. */
export interface GoogleAccounts {
  /** Where somebody consents. @param account the one to connect again. */
  consentUrl(redirect: string, state: string, account?: string): string;
  /** Exchanges a code for lasting access. Without one of the scopes there is none. */
  redeem(code: string, redirect: string): Promise<GrantResult>;
  /** Ends everything that the account's owner allowed this client, at Google. */
  revoke(access: string): Promise<{ readonly kind: "revoked" } | AccessFailure>;
  /** One request; never throws. */
  ask<T>(access: string, url: string, shape: z.ZodMiniType<T>, change?: GoogleChange): Promise<GoogleAnswer<T>>;
}

/** Access tokens in memory, of the accounts used last. */
const maxClients = 500;

const Refused = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
const IdToken = z.object({ email: z._default(z.string(), "") });

/** Signs in to Google with refresh tokens, for as long as their owners allow the scopes. */
export function createGoogleAccounts(
  { clientId, clientSecret, timeout = 20_000 }: GoogleClient,
  scopes: readonly string[],
  hosts: GoogleSignInHosts = googleSignInHosts,
): GoogleAccounts {
  const clients = new Map<string, OAuth2Client>();

  async function openClient(): Promise<OAuth2Client> {
    const { OAuth2Client } = await import("google-auth-library");
    return new OAuth2Client({
      clientId,
      clientSecret,
      endpoints: { oauth2TokenUrl: `${hosts.token}/token` },
      transporterOptions: { timeout },
    });
  }

  /** A token for requests, renewed when it is about to expire. */
  async function tokenOf(access: string): Promise<string> {
    const client = clients.get(access) ?? (await openClient());
    client.setCredentials({ ...client.credentials, refresh_token: access });
    clients.delete(access);
    clients.set(access, client);
    for (const [oldest] of clients) if (clients.size > maxClients) clients.delete(oldest);
    return (await client.getAccessToken()).token ?? "";
  }

  async function askOnce<T>(
    access: string,
    url: string,
    shape: z.ZodMiniType<T>,
    change?: GoogleChange,
  ): Promise<GoogleAnswer<T>> {
    try {
      const token = await tokenOf(access);
      const { request } = await import("undici");
      if (change?.leaveBy?.hasPassed()) return { failure: leftTooLate, status: 0 };
      const { statusCode, headers, body } = await request(url, {
        method: change?.method ?? "GET",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...(change?.etag && { "if-match": change.etag }),
        },
        body: change?.body ? JSON.stringify(change.body) : null,
        signal: AbortSignal.timeout(timeout),
      });
      const text = await body.text();
      // What is deleted has nothing more to say.
      if (statusCode === 200 || statusCode === 204)
        return { answer: z.parse(shape, text === "" ? {} : JSON.parse(text)) };
      if (statusCode === 401) clients.delete(access);
      return { failure: failureOf(statusCode, text, String(headers["retry-after"] ?? "")), status: statusCode };
    } catch (error) {
      return { failure: failureOfError(error), status: 0 };
    }
  }

  return {
    consentUrl: (redirect, state, account = "") =>
      `${hosts.consent}/o/oauth2/v2/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        response_type: "code",
        scope: [...scopes, "email"].join(" "),
        // Without both, whoever connects a second time gets no lasting access.
        access_type: "offline",
        prompt: "consent",
        ...(account && { login_hint: account }),
        state,
      })}`,

    async redeem(code, redirect) {
      try {
        const client = await openClient();
        const { tokens } = await client.getToken({ code, redirect_uri: redirect });
        if (!tokens.refresh_token) return { kind: "needs_access", why: "Google gave no lasting access" };
        // People can leave a scope out on Google's page.
        const granted = (tokens.scope ?? "").split(" ");
        if (tokens.scope && !scopes.every((scope) => granted.includes(scope)))
          return { kind: "needs_access", why: "Google gave less access than was asked for" };
        return { kind: "granted", access: tokens.refresh_token, account: emailIn(tokens.id_token ?? "") };
      } catch (error) {
        return failureOfError(error);
      }
    },

    async revoke(access) {
      try {
        clients.delete(access);
        const { request } = await import("undici");
        const { statusCode, body } = await request(`${hosts.token}/revoke`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ token: access }).toString(),
          signal: AbortSignal.timeout(timeout),
        });
        const text = await body.text();
        // What Google doesn't know any more opens nothing.
        if (statusCode === 200 || statusCode === 400) return { kind: "revoked" };
        return failureOf(statusCode, text, "");
      } catch (error) {
        return failureOfError(error);
      }
    },

    async ask(access, url, shape, change) {
      const isTokenKnown = clients.has(access);
      const result = await askOnce(access, url, shape, change);
      // Once more with a new token, when Google revoked the one in memory before its time.
      return result.failure?.kind === "needs_access" && isTokenKnown && !clients.has(access)
        ? askOnce(access, url, shape, change)
        : result;
    },
  };
}

/** The token comes from Google itself, over its own connection: its signature needs no second look. */
function emailIn(idToken: string): string {
  try {
    return z.parse(IdToken, JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString())).email;
  } catch {
    return "";
  }
}

/** A failed request for a token, or none at all. Neither repeats what was sent. */
function failureOfError(error: unknown): AccessFailure {
  const refused = z.safeParse(Refused, error);
  if (refused.success) {
    const { status, data } = refused.data.response;
    return failureOf(status, typeof data === "string" ? data : JSON.stringify(data ?? ""), "");
  }
  const { code, name } = error as Error & { code?: unknown };
  return { kind: "busy", why: typeof code === "string" ? code : name };
}

const text = z.catch(z.string(), "");

/** `error` is a word for tokens (RFC 6749), an object elsewhere: with a status, a reason, or both. */
const GoogleError = z.object({
  error: z.union([z.string(), z.object({ status: text, errors: z.catch(z.array(z.object({ reason: text })), []) })]),
});

/** Google's words for "too much", and for an interface that the operator hasn't switched on yet. */
const limits =
  /^(RESOURCE_EXHAUSTED|rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded|accessNotConfigured)$/;

/** What a status means. The reason names what Google calls it, and nothing of what was sent. */
function failureOf(status: number, body: string, retryAfter: string): AccessFailure {
  const words = errorsIn(body);
  const why = ["Google answered", status, words[0]].filter(Boolean).join(" ");
  if (status === 429 || status >= 500 || words.some((word) => limits.test(word))) {
    const seconds = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
    return { kind: "busy", why, ...(seconds !== undefined && { retryAfter: seconds }) };
  }
  if (status === 401 || status === 403 || words.includes("invalid_grant")) return { kind: "needs_access", why };
  return { kind: status === 404 ? "missing" : "refused", why };
}

function errorsIn(body: string): string[] {
  try {
    const { error } = z.parse(GoogleError, JSON.parse(body));
    if (typeof error === "string") return [error];
    return [error.status, ...error.errors.map(({ reason }) => reason)].filter(Boolean);
  } catch {
    return [];
  }
}
