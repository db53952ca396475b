import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { lifetimeHours } from "#domains/reputation/invites/rules.ts";
import { isLow } from "#domains/reputation/reviews/rules.ts";
import { defaultWords } from "#domains/reputation/settings/rules.ts";
import type { DatedCustomer } from "./customers.ts";
import { type PlannedInvite, type PlannedReview, planInvites, planOthers } from "./planReviews.ts";
import { type Random, randomFrom } from "./random.ts";
import { replyText } from "./reviewTexts.ts";
import type { SeededDealership, SeededLocation } from "./staff.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** By location: reviews a month that the owner aims for, invites of three months, and reviews of others. */
const sizes = [
  { monthly_goal: 15, invites: 84, others: 18 },
  { monthly_goal: 8, invites: 40, others: 9 },
];

/** Where customers can leave a review, in the page's order; Yelp asks businesses not to ask. */
const sites = [
  { kind: "google", write_url: "https://g.page/r/sunrise-motors/review", is_shown: 1 },
  { kind: "cars", write_url: "https://www.cars.com/dealers/sunrise-motors/write-a-review", is_shown: 1 },
  { kind: "dealerrater", write_url: "https://www.dealerrater.com/dealer/sunrise-motors/write-a-review", is_shown: 1 },
  { kind: "facebook", write_url: "https://www.facebook.com/sunrise-motors/reviews", is_shown: 1 },
  { kind: "yelp", write_url: "https://www.yelp.com/writeareview/biz/sunrise-motors", is_shown: 0 },
];

interface ReviewedLocation extends SeededLocation {
  readonly dealer_id: number;
  readonly siteIds: readonly number[];
}

/** Adds each location's review sites, the invites of three months, and the reviews that customers left. */
export async function addReviews(
  unit: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  customers: readonly DatedCustomer[],
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, location] of locations.entries()) {
    // Numbers of their own, so that everything else of the sample stays what it was.
    const random = randomFrom(20_261_100 + index);
    const size = sizes[index] ?? { monthly_goal: 8, invites: 0, others: 0 };
    const { location_id, zone } = location;
    const { monthly_goal } = size;
    await unit.db.insertInto("review_settings").values({ dealer_id, location_id, monthly_goal }).execute();
    const rows = sites.map((site, place) => ({ dealer_id, location_id, ...site, title: "", place }));
    const stored = await unit.db.insertInto("review_sites").values(rows).returning("id").execute();
    const place = { ...location, dealer_id, siteIds: stored.map(({ id }) => id) };
    const own = customers.filter(({ locationIndex }) => locationIndex === index);
    const invites = planInvites(random, { customers: own, zone, count: size.invites }, now);
    const inviteIds = await addInvites(unit, place, invites, ids, random);
    const invited = invites.flatMap(({ review }, at) =>
      review ? [{ ...review, invite_id: inviteIds[at] ?? null }] : [],
    );
    const others = planOthers(random, size.others, zone, now).map((review) => ({ ...review, invite_id: null }));
    await addWritten(unit, place, [...invited, ...others], random, now);
  }
}

/** @returns the invites' ids, in their order. */
async function addInvites(
  { db }: UnitOfWork,
  { dealer_id, location_id, siteIds, writers }: ReviewedLocation,
  invites: readonly PlannedInvite[],
  ids: ReadonlyMap<string, number>,
  random: Random,
): Promise<number[]> {
  const [{ language, words } = { language: "en", words: "" }] = defaultWords;
  const rows = invites.map(({ customer, channel, isFailed, sentAt, openedAt, followedAt, site, review }) => ({
    dealer_id,
    location_id,
    customer_id: ids.get(customer.phone) ?? null,
    customer_name: `${customer.first_name} ${customer.last_name}`.trim(),
    channel,
    contact: channel === "sms" ? customer.phone : customer.email,
    language,
    words,
    sent_by: random.pick(writers).user_id,
    state: isFailed ? "failed" : "sent",
    reason: isFailed ? "550 This mailbox doesn't exist" : "",
    created_at: sentAt,
    ends_by: new Date(sentAt.getTime() + lifetimeHours * hourMs),
    sent_at: isFailed ? null : sentAt,
    opened_at: openedAt,
    followed_at: followedAt,
    site_id: followedAt ? (siteIds[site] ?? null) : null,
    reviewed_at: review?.publishedAt ?? null,
  }));
  return (await db.insertInto("review_invites").values(rows).returning("id").execute()).map(({ id }) => id);
}

async function addWritten(
  { db }: UnitOfWork,
  { dealer_id, location_id, siteIds, writers }: ReviewedLocation,
  written: readonly (PlannedReview & { readonly invite_id: number | null })[],
  random: Random,
  now: Date,
): Promise<void> {
  const added_by = writers[0]?.user_id ?? null;
  const states = written.map(({ rating, publishedAt }) => {
    const isOld = now.getTime() - publishedAt.getTime() > 4 * dayMs;
    if (isLow({ rating, recommends: null })) return "answered";
    if (!isOld) return "open";
    return random.pick(["answered", "answered", "answered", "answered", "settled", "open"]);
  });
  const atMostNow = (from: Date, hours: number) => new Date(Math.min(from.getTime() + hours * hourMs, now.getTime()));
  const rows = written.map(({ site, author, rating, body, publishedAt, invite_id }, at) => ({
    dealer_id,
    location_id,
    site_id: siteIds[site] ?? 0,
    author,
    rating,
    recommends: rating === null ? 1 : null,
    body,
    published_at: publishedAt,
    added_at: atMostNow(publishedAt, random.between(1, 10)),
    added_by,
    invite_id,
    matched: invite_id === null ? "" : "name",
    state: states[at] ?? "open",
  }));
  const stored = await db.insertInto("reviews").values(rows).returning(["id", "added_at"]).execute();
  const replies = stored.flatMap(({ id, added_at }, at) => {
    const review = written[at];
    if (!review || states[at] !== "answered" || added_by === null) return [];
    const [name = ""] = review.invite_id === null ? [] : review.author.split(" ");
    const changed_at = atMostNow(added_at, random.between(1, 30));
    const body = replyText(review.rating ?? 5, name);
    return [{ dealer_id, review_id: id, body, state: "live", user_id: added_by, changed_at }];
  });
  await db.insertInto("review_replies").values(replies).execute();
  const assigned = stored.flatMap(({ id: review_id }, at) =>
    states[at] === "open" && random.chance(40) ? [{ dealer_id, review_id, user_id: random.pick(writers).user_id }] : [],
  );
  if (assigned.length > 0) await db.insertInto("review_assignees").values(assigned).execute();
}
