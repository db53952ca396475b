import type { OAuth2Client } from "google-auth-library";
import * as z from "zod/mini";
import { accountsShape, failureOf, listShape, profilesShape, replyOf, replyShape, reviewOf } from "./googleShapes.ts";
import type { ProfileAccess, ReviewSites, SiteFailure, SiteProfile } from "./reviews.ts";

export interface GoogleSettings {
  /** Of the operator's OAuth client, to which Google has granted the Business Profile APIs. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Milliseconds for a request. */
  readonly timeout?: number;
  /** Google's hosts; tests have their own. */
  readonly hosts?: GoogleHosts;
}

export interface GoogleHosts {
  readonly consent: string;
  readonly token: string;
  readonly accounts: string;
  readonly information: string;
  readonly reviews: string;
}

const googleHosts: GoogleHosts = {
  consent: "https://accounts.google.com",
  token: "https://oauth2.googleapis.com",
  accounts: "https://mybusinessaccountmanagement.googleapis.com",
  information: "https://mybusinessbusinessinformation.googleapis.com",
  reviews: "https://mybusiness.googleapis.com",
};

const scopes = ["https://www.googleapis.com/auth/business.manage", "email"];
const pageSize = 50;
/** Accounts and businesses are read in pages, too; a token that never ends would be walked forever. */
const maxPages = 200;
/** Access tokens in memory, of the accounts used last. */
const maxClients = 500;

const Refused = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
const IdToken = z.object({ email: z._default(z.string(), "") });

/** Another address that answers for all of Google's hosts. */
export const hostsAt = (url: string): GoogleHosts => ({
  consent: url,
  token: url,
  accounts: url,
  information: url,
  reviews: url,
});

/** Reviews on Google, by the Business Profile APIs: accounts and businesses in v1, reviews and replies in v4. */
export function createGoogleReviews(settings: GoogleSettings): ReviewSites {
  const { clientId, clientSecret, timeout = 20_000, hosts = googleHosts } = settings;
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

  /** One request; never throws. Once more with a new token, when Google revoked the one in memory before its time. */
  async function ask<T>(access: string, url: string, shape: z.ZodMiniType<T>, change?: Change) {
    const isTokenKnown = clients.has(access);
    const result = await askOnce(access, url, shape, change);
    return result.failure?.kind === "needs_access" && isTokenKnown && !clients.has(access)
      ? askOnce(access, url, shape, change)
      : result;
  }

  async function askOnce<T>(access: string, url: string, shape: z.ZodMiniType<T>, change?: Change) {
    try {
      const token = await tokenOf(access);
      const { request } = await import("undici");
      const answer = await request(url, {
        method: change?.method ?? "GET",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: change?.body ? JSON.stringify(change.body) : null,
        signal: AbortSignal.timeout(timeout),
      });
      const text = await answer.body.text();
      if (answer.statusCode === 200) return { answer: z.parse(shape, JSON.parse(text)) };
      if (answer.statusCode === 401) clients.delete(access);
      return { failure: failureOf(answer.statusCode, text, String(answer.headers["retry-after"] ?? "")) };
    } catch (error) {
      return { failure: failureOfError(error) };
    }
  }

  /** Every page of a list that grows slowly. */
  async function askAll<T extends { nextPageToken: string }>(access: string, url: string, shape: z.ZodMiniType<T>) {
    const pages: T[] = [];
    let next = "";
    do {
      const { answer, failure } = await ask(access, next ? `${url}&pageToken=${encodeURIComponent(next)}` : url, shape);
      if (failure) return { failure };
      pages.push(answer);
      next = answer.nextPageToken;
    } while (next && pages.length < maxPages);
    return { pages };
  }

  const reviewsUrl = ({ ref }: ProfileAccess) => `${hosts.reviews}/v4/${pathOf(ref)}/reviews`;
  const replyUrl = (profile: ProfileAccess, id: string) => `${reviewsUrl(profile)}/${encodeURIComponent(id)}/reply`;

  return {
    provider: "google",
    maxReplyBytes: 4096,

    consentUrl: (redirect, state, account = "") =>
      `${hosts.consent}/o/oauth2/v2/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        response_type: "code",
        scope: scopes.join(" "),
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
        return { kind: "granted", access: tokens.refresh_token, account: emailIn(tokens.id_token ?? "") };
      } catch (error) {
        return failureOfError(error);
      }
    },

    async profiles(access) {
      const accounts = await askAll(access, `${hosts.accounts}/v1/accounts?pageSize=20`, accountsShape);
      if (accounts.failure) return accounts.failure;
      const profiles: SiteProfile[] = [];
      for (const account of accounts.pages.flatMap((page) => page.accounts)) {
        const query = "readMask=name,title,storefrontAddress,metadata&pageSize=100";
        const url = `${hosts.information}/v1/${pathOf(account.name)}/locations?${query}`;
        const found = await askAll(access, url, profilesShape(account.name));
        if (found.failure) return found.failure;
        profiles.push(...found.pages.flatMap((page) => page.profiles));
      }
      return { kind: "profiles", profiles };
    },

    async list(profile, page = "") {
      const query = new URLSearchParams({ pageSize: String(pageSize), orderBy: "updateTime desc" });
      if (page) query.set("pageToken", page);
      const { answer, failure } = await ask(profile.access, `${reviewsUrl(profile)}?${query}`, listShape);
      if (failure) return page && failure.kind === "refused" ? { kind: "expired" } : failure;
      const { reviews, nextPageToken: next, totalReviewCount: total, averageRating } = answer;
      const average = averageRating > 0 ? averageRating : null;
      return { kind: "page", reviews: reviews.flatMap((review) => reviewOf(review) ?? []), next, total, average };
    },

    async read(profile, id) {
      const url = `${reviewsUrl(profile)}/${encodeURIComponent(id)}`;
      const { answer, failure } = await ask(profile.access, url, z.unknown());
      if (failure) return failure;
      const review = reviewOf(answer);
      return review ? { kind: "review", review } : { kind: "missing", why: "Google answered with something else" };
    },

    async reply(profile, id, body) {
      const change = { method: "PUT", body: { comment: body } } as const;
      const { answer, failure } = await ask(profile.access, replyUrl(profile, id), replyShape, change);
      return failure ?? { kind: "accepted", reply: replyOf(answer, new Date()) };
    },

    async withdrawReply(profile, id) {
      const { failure } = await ask(profile.access, replyUrl(profile, id), z.unknown(), { method: "DELETE" });
      return failure && failure.kind !== "missing" ? failure : { kind: "withdrawn" };
    },
  };
}

interface Change {
  readonly method: "PUT" | "DELETE";
  readonly body?: object;
}

/** A name such as `accounts/1/locations/2`, which may not lead anywhere else. */
const pathOf = (name: string) =>
  name
    .split("/")
    .map((step) => (/^\.+$/.test(step) ? "-" : encodeURIComponent(step)))
    .join("/");

/** The token comes from Google itself, over its own connection: its signature needs no second look. */
function emailIn(idToken: string): string {
  try {
    return z.parse(IdToken, JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString())).email;
  } catch {
    return "";
  }
}

/** A failed request for a token, or none at all. Neither repeats what was sent. */
function failureOfError(error: unknown): SiteFailure {
  const refused = z.safeParse(Refused, error);
  if (refused.success) {
    const { status, data } = refused.data.response;
    return failureOf(status, typeof data === "string" ? data : JSON.stringify(data ?? ""), "");
  }
  const { code, name } = error as Error & { code?: unknown };
  return { kind: "busy", why: typeof code === "string" ? code : name };
}
