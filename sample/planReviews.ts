import { wallTime } from "./businessHours.ts";
import type { DatedCustomer } from "./customers.ts";
import type { Random } from "./random.ts";
import { reviewTexts, strangers } from "./reviewTexts.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Three months. */
const daysBack = 90;

/** An invite to leave a review that is not stored yet. */
export interface PlannedInvite {
  readonly customer: DatedCustomer;
  readonly channel: "sms" | "email";
  readonly isFailed: boolean;
  readonly sentAt: Date;
  readonly openedAt: Date | null;
  readonly followedAt: Date | null;
  /** Which site they chose, by its place. */
  readonly site: number;
  /** What they wrote there. */
  readonly review: PlannedReview | null;
}

/** A review that is not stored yet. */
export interface PlannedReview {
  readonly site: number;
  readonly author: string;
  /** Null where people recommend the business instead. */
  readonly rating: 1 | 2 | 3 | 4 | 5 | null;
  readonly body: string;
  readonly publishedAt: Date;
}

/** Sites by their place: Google most of the time. */
const siteOf = (random: Random) => random.pick([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3]);
/** The place of the site without stars. */
const facebook = 3;

function reviewOf(random: Random, site: number, author: string, publishedAt: Date, now: Date): PlannedReview {
  const picked = random.pick([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1] as const);
  // Nobody has had the time yet to reply to what is new, and nothing bad waits for it.
  const isNew = now.getTime() - publishedAt.getTime() < 4 * dayMs;
  const rating = (isNew && picked < 3) || site === facebook ? 5 : picked;
  return {
    site,
    author,
    rating: site === facebook ? null : rating,
    body: random.pick(reviewTexts[rating]),
    publishedAt,
  };
}

/** Invites of the last three months to a location's customers, with what became of each. */
export function planInvites(
  random: Random,
  { customers, zone, count }: { customers: readonly DatedCustomer[]; zone: string; count: number },
  now: Date,
): PlannedInvite[] {
  return random
    .shuffled(customers.filter(({ first_name }) => first_name.length > 2))
    .flatMap((customer) => {
      const days = random.between(1, daysBack);
      const sentAt = wallTime(now, -days, `${random.between(9, 17)}:${random.between(10, 59)}`, zone);
      if (sentAt < customer.created_at) return [];
      const later = (from: Date, least: number, most: number) => {
        const at = new Date(from.getTime() + random.between(least, most) * minuteMs);
        return at < now ? at : null;
      };
      const channel = customer.email !== "" && random.chance(35) ? ("email" as const) : ("sms" as const);
      const isFailed = channel === "email" && random.chance(8);
      const openedAt = !isFailed && random.chance(64) ? later(sentAt, 2, 600) : null;
      const followedAt = openedAt && random.chance(70) ? later(openedAt, 1, 3) : null;
      const site = siteOf(random);
      const publishedAt = followedAt && random.chance(62) ? later(followedAt, 3, 4_000) : null;
      const author = `${customer.first_name} ${customer.last_name.charAt(0)}.`;
      const review = publishedAt && reviewOf(random, site, author, publishedAt, now);
      return { customer, channel, isFailed, sentAt, openedAt, followedAt, site, review };
    })
    .slice(0, count);
}

/** Reviews of the last three months that nobody was invited to write. */
export function planOthers(random: Random, count: number, zone: string, now: Date): PlannedReview[] {
  return Array.from({ length: count }, () => {
    const at = wallTime(now, -random.between(1, daysBack), `${random.between(9, 18)}:${random.between(10, 59)}`, zone);
    return reviewOf(random, siteOf(random), random.pick(strangers), at, now);
  });
}
