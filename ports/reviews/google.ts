import * as z from "zod/mini";
import {
  createGoogleAccounts,
  type GoogleClient,
  type GoogleSignInHosts,
  googleSignInHosts,
} from "../google/google.ts";
import { accountsShape, listShape, profilesShape, replyOf, replyShape, reviewOf } from "./googleShapes.ts";
import type { ProfileAccess, ReviewSites, SiteProfile } from "./reviews.ts";

/** The operator's OAuth client, to which Google has granted the Business Profile APIs. */
export interface GoogleSettings extends GoogleClient {
  /** Google's hosts; tests have their own. */
  readonly hosts?: GoogleHosts;
}

export interface GoogleHosts extends GoogleSignInHosts {
  readonly accounts: string;
  readonly information: string;
  readonly reviews: string;
}

const googleHosts: GoogleHosts = {
  ...googleSignInHosts,
  accounts: "https://mybusinessaccountmanagement.googleapis.com",
  information: "https://mybusinessbusinessinformation.googleapis.com",
  reviews: "https://mybusiness.googleapis.com",
};

const scopes = ["https://www.googleapis.com/auth/business.manage"];
const pageSize = 50;
/** Accounts and businesses are read in pages, too; a token that never ends would be walked forever. */
const maxPages = 200;

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
  const { hosts = googleHosts } = settings;
  const { ask, consentUrl, redeem } = createGoogleAccounts(settings, scopes, hosts);

  /** All pages of a list. */
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

    consentUrl,
    redeem,

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

    async reply(profile, id, body, leaveBy) {
      const change = { method: "PUT", body: { comment: body }, leaveBy } as const;
      const { answer, failure } = await ask(profile.access, replyUrl(profile, id), replyShape, change);
      return failure ?? { kind: "accepted", reply: replyOf(answer, new Date()) };
    },

    async withdrawReply(profile, id, leaveBy) {
      const change = { method: "DELETE", leaveBy } as const;
      const { failure } = await ask(profile.access, replyUrl(profile, id), z.unknown(), change);
      return failure && failure.kind !== "missing" ? failure : { kind: "withdrawn" };
    },
  };
}

/** A name such as `accounts/1/locations/2`, which may not lead anywhere else. */
const pathOf = (name: string) =>
  name
    .split("/")
    .map((step) => (/^\.+$/.test(step) ? "-" : encodeURIComponent(step)))
    .join("/");
