import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { startReviews } from "#testing/reputation/startReviews.ts";
import { reviewAnalytics, reviewPerformance } from "./contract.ts";

const { app, dealer, owner, agent, google, yelp } = await startReviews();
afterAll(() => app.close());
const { dealer_id, location_id } = dealer;
const zone = "America/New_York";
await app.pool.query("update locations set time_zone = $2 where dealer_id = $1 and id = $3", [
  dealer_id,
  zone,
  location_id,
]);
const { rows: users } = await app.pool.query<{ id: number }>("select id from users where dealer_id = $1 order by id", [
  dealer_id,
]);
const senders = users.slice(0, 3).map(({ id }) => Number(id));

const hourMs = 3_600_000;
const now = app.clock.now().getTime();
/** The month of an instant by the location's clocks, without our own way to tell. */
const monthOf = (at: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit" }).format(at).slice(0, 7);
const thisMonth = monthOf(now);
/** The first hour of this month there, to the hour. */
const border = (() => {
  let at = Math.floor(now / hourMs) * hourMs;
  while (monthOf(at - hourMs) === thisMonth) at -= hourMs;
  return at;
})();

interface SentInvite {
  readonly sender: number;
  readonly sentAt: number;
  readonly isFollowed: boolean;
  /** Staff marked it as reviewed at that time. */
  readonly markedAt: number | undefined;
}
interface WrittenReview {
  readonly at: number;
  readonly site: "google" | "yelp";
  readonly rating: number | null;
  readonly isRemoved: boolean;
  /** Which of the invites led to it. */
  readonly invite: number | undefined;
}

/** Anywhere in a year, and often at a month's border. */
const instant = fc
  .oneof(
    fc.integer({ min: -330 * 24, max: 0 }).map((hours) => now + hours * hourMs),
    fc.constantFrom(0, -1, 1).map((ms) => border + ms),
  )
  .map((at) => Math.min(at, now));
const invites: fc.Arbitrary<SentInvite[]> = fc.array(
  fc.record({
    sender: fc.constantFrom(...senders),
    sentAt: instant,
    isFollowed: fc.boolean(),
    markedAt: fc.option(instant, { nil: undefined }),
  }),
  { maxLength: 10 },
);
const reviews: fc.Arbitrary<WrittenReview[]> = fc.array(
  fc.record({
    at: instant,
    site: fc.constantFrom("google" as const, "yelp" as const),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
    isRemoved: fc.boolean(),
    invite: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  }),
  { maxLength: 14 },
);

async function live(sent: readonly SentInvite[], written: readonly WrittenReview[]) {
  await app.pool.query("delete from reviews where dealer_id = $1", [dealer_id]);
  await app.pool.query("delete from review_invites where dealer_id = $1", [dealer_id]);
  const ids: number[] = [];
  for (const { sender, sentAt, isFollowed, markedAt } of sent) {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into review_invites (dealer_id, location_id, customer_name, channel, contact, language, words, sent_by, created_at,
        ends_by, state, sent_at, followed_at, reviewed_at)
        values ($1, $2, 'Ana', 'email', 'ana@example.com', 'en', '', $3, $4, $4, 'sent', $4, $5, $6) returning id`,
      [
        dealer_id,
        location_id,
        sender,
        new Date(sentAt),
        isFollowed ? new Date(sentAt) : null,
        markedAt ? new Date(markedAt) : null,
      ],
    );
    ids.push(Number(rows[0]?.id));
  }
  for (const { at, site, rating, isRemoved, invite } of written) {
    await app.pool.query(
      `insert into reviews (dealer_id, location_id, site_id, author, rating, recommends, body, published_at, added_at, added_by,
        invite_id, removed_at) values ($1, $2, $3, 'Bo', $4, $5, '', $6, $6, $7, $8, $9)`,
      [
        dealer_id,
        location_id,
        site === "google" ? google : yelp,
        rating,
        rating === null ? 1 : null,
        new Date(at),
        senders[0],
        invite === undefined ? null : ids[invite],
        isRemoved ? new Date(now) : null,
      ],
    );
  }
}

/** What counts as a review: one on record, or an invite that staff marked and that led to none on record. */
function counted(sent: readonly SentInvite[], written: readonly WrittenReview[]) {
  const onRecord = written
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ at, rating, site, invite }) => ({
      at,
      rating,
      site,
      sender: invite === undefined ? undefined : sent[invite]?.sender,
    }));
  const marked = sent.flatMap(({ markedAt, sender }, place) =>
    markedAt === undefined || written.some(({ invite }) => invite === place)
      ? []
      : [{ at: markedAt, rating: null, site: "", sender }],
  );
  return [...onRecord, ...marked];
}

const average = (ratings: readonly (number | null)[]) => {
  const stars = ratings.filter((one) => one !== null);
  return stars.length === 0 ? null : stars.reduce((sum, one) => sum + one, 0) / stars.length;
};

test("every figure equals a recount of the rows, over random years", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(invites, reviews, async (sent, drafts) => {
      const taken = new Set<number>();
      // An invite leads to one review at most.
      const written = drafts.map((one) => {
        const isFree = one.invite !== undefined && one.invite < sent.length && !taken.has(one.invite);
        if (isFree && one.invite !== undefined) taken.add(one.invite);
        return isFree ? one : { ...one, invite: undefined };
      });
      await live(sent, written);
      const all = counted(sent, written);
      const monthly = all.filter(({ at }) => monthOf(at) === thisMonth);
      const monthlySent = sent.filter(({ sentAt }) => monthOf(sentAt) === thisMonth);
      const { data } = await agent(reviewAnalytics.figures);
      expect(data).toMatchObject({
        reviews: all.length,
        rated: all.filter(({ rating }) => rating !== null).length,
        reviews_this_month: monthly.length,
        invites_this_month: monthlySent.length,
        followed_this_month: monthlySent.filter(({ isFollowed }) => isFollowed).length,
      });
      const close = (value: number | null, expected: number | null) =>
        expected === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(expected, 6);
      close(data.average, average(all.map(({ rating }) => rating)));
      for (const { month, reviews: count, average: stars } of data.months) {
        const inside = all.filter(({ at }) => monthOf(at) === month);
        expect(count, month).toBe(inside.length);
        close(stars, average(inside.map(({ rating }) => rating)));
      }
      for (const kind of ["google", "yelp"] as const) {
        const inside = all.filter(({ site }) => site === kind);
        const shown = data.sites.find((one) => one.kind === kind);
        expect(shown?.reviews, kind).toBe(inside.length);
        close(shown?.average ?? null, average(inside.map(({ rating }) => rating)));
      }
      const team = (await owner(reviewPerformance.table, { body: { period: "month", length: 500 } })).data;
      for (const sender of senders) {
        const theirs = monthly.filter((one) => one.sender === sender);
        const row = team.find(({ id }) => id === sender);
        expect([row?.invites_sent ?? 0, row?.reviews ?? 0], `member ${sender}`).toEqual([
          monthlySent.filter((one) => one.sender === sender).length,
          theirs.length,
        ]);
        close(row?.rating ?? null, average(theirs.map(({ rating }) => rating)));
      }
    }),
    { numRuns: inDepth(25, 6) },
  );
});
