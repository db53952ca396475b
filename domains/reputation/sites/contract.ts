import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { acrossFields, Id, Instant, oneOf, optionalName, optionalText, required } from "#core/fields.ts";
import { managers, owner, staff } from "#core/people.ts";
import { connectionStates, linkProblem, siteKinds } from "./fields.ts";

export const maxSites = 12;

/** A site at which customers can review the location. */
export const ReviewSite = z.object({
  id: Id,
  kind: z.enum(siteKinds),
  /** Of a site of the business's own choice; empty for the known ones. */
  title: z.string(),
  write_url: z.string(),
  is_shown: z.literal([0, 1]),
  /** Invites that led there. */
  invites_followed: z.number(),
});
export type ReviewSite = z.infer<typeof ReviewSite>;

export const ReviewSiteDraft = z
  .object({
    kind: z.enum(siteKinds, { error: "Select a site" }),
    title: optionalName(60),
    write_url: required("Paste the link to your review form", 1000),
    is_shown: oneOf([0, 1], "Choose whether customers see it"),
  })
  .check(
    acrossFields(({ value, issues }) => {
      const problem = value.kind && value.write_url ? linkProblem(value.kind, value.write_url) : undefined;
      if (problem) issues.push({ code: "custom", message: problem, path: ["write_url"], input: value.write_url });
      if (value.kind === "other" && value.title === "")
        issues.push({ code: "custom", message: "Enter the name of the site", path: ["title"], input: value.title });
    }),
  );
export type ReviewSiteDraft = z.infer<typeof ReviewSiteDraft>;

export const reviewSites = calls("reviewSites", {
  all: {
    method: "GET",
    path: "/review-sites",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's review sites, in the order its review page shows them.",
    data: z.object({ sites: z.array(ReviewSite) }),
  },
  add: {
    method: "POST",
    path: "/review-sites/add",
    allow: owner,
    audit: "trail",
    about: "Adds a review site by its link, as the last one.",
    body: ReviewSiteDraft,
    data: ReviewSite,
    successMessage: "Review site added",
  },
  update: {
    method: "POST",
    path: "/review-sites/update/{id}",
    allow: owner,
    audit: "trail",
    about: "Changes a review site; every field is replaced.",
    params: z.object({ id: Id }),
    body: ReviewSiteDraft,
    data: ReviewSite,
    successMessage: "Saved",
  },
  move: {
    method: "POST",
    path: "/review-sites/move/{id}",
    allow: owner,
    audit: "trail",
    about: "Moves a review site up (-1) or down (1) by one place; at the end it stays where it is.",
    params: z.object({ id: Id }),
    body: z.object({ by: oneOf([-1, 1], "Choose up or down") }),
    data: z.object({ sites: z.array(ReviewSite) }),
  },
  remove: {
    method: "DELETE",
    path: "/review-sites/delete/{id}",
    allow: owner,
    audit: "trail",
    about: "Removes a review site. Past invites keep its name.",
    params: z.object({ id: Id }),
    successMessage: "Review site removed",
  },
});

/** A review site that Rooftop reads automatically. */
export const ReviewConnection = z.object({
  site_id: Id,
  state: z.enum(connectionStates),
  /** Whose account it is, as the site names it. */
  account: z.string(),
  /** The business that is read there; empty until it is chosen. */
  profile_title: z.string(),
  profile_address: z.string(),
  /** What went wrong last, and what to do; empty after a success. */
  problem: z.string(),
  /** When all of its changes were last here; null for never. */
  synced_at: z.nullable(Instant),
  /** Its reviews here, and how many the site itself counts; null until it said so. */
  count: z.number(),
  site_count: z.nullable(z.number()),
});
export type ReviewConnection = z.infer<typeof ReviewConnection>;

/** A business as the site lists it for the account. */
export const ReviewListing = z.object({
  ref: z.string(),
  title: z.string(),
  address: z.string(),
  /** 0: the site shows no reviews of it until its owner proves that it is theirs. */
  is_verified: z.literal([0, 1]),
  /** The location that it is connected with already; empty for none. */
  used_by: z.string(),
});
export type ReviewListing = z.infer<typeof ReviewListing>;

const one = { params: z.object({ id: Id }) };

export const reviewConnections = calls("reviewConnections", {
  all: {
    method: "GET",
    path: "/review-sites/connections",
    allow: staff,
    supportAccess: "reads",
    about: "Which of the acting location's review sites are synced automatically, and how recently.",
    data: z.object({
      /** What can be connected: Google, a simulated site, or nothing until the operator sets it up. */
      provider: z.enum(["google", "simulator", "none"]),
      connections: z.array(ReviewConnection),
    }),
  },
  begin: {
    method: "POST",
    path: "/review-sites/connect/{id}",
    allow: owner,
    audit: "none: it only leads to the site, which asks for consent",
    about:
      "Where the owner allows access to read and reply to a Google site's reviews. What comes back works in this session only.",
    ...one,
    data: z.object({ url: z.string() }),
    rate: { points: 30, seconds: 900, by: "person" },
  },
  finish: {
    method: "POST",
    path: "/review-sites/connected",
    allow: owner,
    audit: "trail",
    about: "Exchanges what the site sent the owner back with for lasting access. The business must be selected next.",
    ownTransactions: true,
    body: z.object({
      state: required("Start again from the review settings", 400),
      code: optionalText(2000),
    }),
    data: z.object({ site_id: Id }),
    rate: { points: 30, seconds: 900, by: "person" },
  },
  listings: {
    method: "GET",
    path: "/review-sites/listings/{id}",
    allow: owner,
    about: "The businesses the site's account can read, to select the location's own.",
    ownTransactions: true,
    ...one,
    data: z.object({ account: z.string(), listings: z.array(ReviewListing) }),
    rate: { points: 60, seconds: 900, by: "person" },
  },
  choose: {
    method: "POST",
    path: "/review-sites/listing/{id}",
    allow: owner,
    audit: "trail",
    about: "Selects which business's reviews are read. Reading starts right away.",
    ownTransactions: true,
    ...one,
    body: z.object({ ref: required("Select your business", 300) }),
    successMessage: "Connected",
    rate: { points: 60, seconds: 900, by: "person" },
  },
  sync: {
    method: "POST",
    path: "/review-sites/sync/{id}",
    allow: managers,
    audit: "none: it only reads what the site shows anyway",
    about: "Reads all reviews of a connected site now.",
    ...one,
    successMessage: "Updating",
    rate: { points: 20, seconds: 600, by: "person" },
  },
  disconnect: {
    method: "POST",
    path: "/review-sites/disconnect/{id}",
    allow: owner,
    audit: "trail",
    about: "Stops reading a site and deletes its access. What was read stays.",
    ...one,
    successMessage: "Disconnected",
  },
});

export const reviewConnectionEvents = events({
  changed: {
    event: "review-site-changed",
    to: "location",
    about: "A connected review site was read, or couldn't be. target_id is the site.",
    payload: z.object({ target_id: Id }),
  },
});
