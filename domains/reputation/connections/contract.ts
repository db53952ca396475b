import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalText, required } from "#core/fields.ts";
import { managers, owner, staff } from "#core/people.ts";
import { connectionStates } from "./fields.ts";

/** A review site that Rooftop reads by itself. */
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
    about:
      "Which of the acting location's review sites are read by themselves, and how fresh what is known of them is.",
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
      "Where the owner lets us read and answer a Google site's reviews. What comes back is good for this session alone.",
    ...one,
    data: z.object({ url: z.string() }),
    rate: { points: 30, seconds: 900, by: "person" },
  },
  finish: {
    method: "POST",
    path: "/review-sites/connected",
    allow: owner,
    audit: "trail",
    about: "Exchanges what the site sent the owner back with for lasting access. Then the business has to be chosen.",
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
    about: "The businesses that the site's account may read, to choose the location's own.",
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
    about: "Chooses which business's reviews are read. Its reviews begin to come at once.",
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
    about: "Ends the reading of a site and forgets its access. What was read stays.",
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
