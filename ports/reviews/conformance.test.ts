import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import { systemClock } from "../clock/system.ts";
import { startFakeGoogle } from "./fakeGoogle.ts";
import { createGoogleReviews } from "./google.ts";
import type { ProfileAccess, ReviewSites, SiteReply, SiteReview } from "./reviews.ts";
import { createSimulatedReviews } from "./simulator.ts";

/** One adapter, with what customers and moderators do at its site. */
interface SiteHarness {
  readonly sites: ReviewSites;
  readonly code: string;
  write(profile: ProfileAccess, author: string, rating: number | null, body: string, at: Date): Promise<string>;
  edit(id: string, rating: number, body: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  moderate(id: string, state: SiteReply["state"], policy: string): Promise<unknown>;
  busy(profile: ProfileAccess): Promise<unknown>;
  expirePages(profile: ProfileAccess): Promise<unknown>;
  revoke(profile: ProfileAccess): Promise<unknown>;
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function simulator(): Promise<SiteHarness> {
  const pool = new pg.Pool({ connectionString: database.url });
  const sites = createSimulatedReviews({ pool, clock: systemClock });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await pool.end();
    isOpen = false;
  };
  return {
    sites,
    code: "simulated",
    write: ({ ref }, author, rating, body, published_at) => sites.write(ref, { author, rating, body, published_at }),
    edit: (id, rating, body) => sites.edit(id, { rating, body }),
    remove: (id) => sites.remove(id),
    moderate: (id, state, policy) => sites.moderate(id, state, policy),
    busy: ({ ref }) => sites.setFault(ref, { busy_answers: 1 }),
    expirePages: ({ ref }) => sites.setFault(ref, { expire_pages: true }),
    revoke: ({ ref }) => sites.setFault(ref, { is_revoked: true }),
    goOffline: close,
    close,
  };
}

async function google(): Promise<SiteHarness> {
  const fake = await startFakeGoogle();
  const settings = { clientId: "client", clientSecret: "very secret", timeout: 2_000, hosts: fake.hosts };
  const sites = createGoogleReviews(settings);
  const find = (id: string) => fake.reviews.find(({ reviewId }) => reviewId === id);
  return {
    sites,
    code: "good",
    write: async (_profile, author, rating, body, at) => fake.write(author, rating, body, at),
    async edit(id, rating, comment) {
      const starRating = ["", "ONE", "TWO", "THREE", "FOUR", "FIVE"][rating] ?? "";
      Object.assign(find(id) ?? {}, { comment, starRating, updateTime: new Date().toISOString() });
    },
    async remove(id) {
      fake.reviews.splice(
        fake.reviews.findIndex(({ reviewId }) => reviewId === id),
        1,
      );
    },
    async moderate(id, state, policy) {
      const reviewReplyState = { pending: "PENDING", live: "APPROVED", rejected: "REJECTED" }[state];
      const policyViolation = policy.toUpperCase().replaceAll(" ", "_");
      Object.assign(find(id)?.reviewReply ?? {}, { reviewReplyState, ...(policy && { policyViolation }) });
    },
    async busy() {
      fake.nextResponses.push((response) => void response.writeHead(429, { "retry-after": "60" }).end("{}"));
    },
    expirePages: async () => fake.expirePages(),
    revoke: async () => fake.revoke(),
    goOffline: fake.close,
    close: fake.close,
  };
}

const redirect = "https://rooftop.test/back";
const long = { timeout: 20_000 };

describe.each([
  ["simulator", simulator],
  ["google", google],
])("%s", (_name, start) => {
  let harness: SiteHarness;
  let sites: ReviewSites;
  let profile: ProfileAccess;

  beforeEach(async () => {
    harness = await start();
    sites = harness.sites;
    const granted = await sites.redeem(harness.code, redirect);
    if (granted.kind !== "granted") throw new Error(`not granted: ${granted.why}`);
    const found = await sites.profiles(granted.access);
    const ref = found.kind === "profiles" ? found.profiles[0]?.ref : undefined;
    profile = { access: granted.access, ref: ref ?? "" };
  });
  afterEach(() => harness.close());

  const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
  const write = (author: string, rating: number | null, body: string, at = day(1)) =>
    harness.write(profile, author, rating, body, at);

  async function page(next?: string) {
    const result = await sites.list(profile, next);
    if (result.kind !== "page") throw new Error(`no page: ${result.kind}`);
    return result;
  }

  async function walk(): Promise<SiteReview[]> {
    const all: SiteReview[] = [];
    for (let next: string | undefined; next !== ""; ) {
      const { reviews, next: following } = await page(next);
      all.push(...reviews);
      next = following;
    }
    return all;
  }

  test("access is asked for at an address that leads back with our state, and lists businesses by name", async () => {
    const url = new URL(sites.consentUrl(redirect, "a state & more"));
    expect(url.searchParams.get("state")).toBe("a state & more");
    const found = await sites.profiles(profile.access);
    const titled = { ref: expect.stringMatching(/./), title: expect.stringMatching(/./), is_verified: true };
    expect(found).toMatchObject({
      kind: "profiles",
      profiles: expect.arrayContaining([expect.objectContaining(titled)]),
    });
    expect(await sites.redeem("made up", redirect)).toMatchObject({ kind: "needs_access" });
  });

  test("a business without reviews has an average of none, which is not 0", async () => {
    expect(await page()).toEqual({ kind: "page", reviews: [], next: "", total: 0, average: null });
  });

  test("reviews come as they were written, in every script, anonymous, and of stars alone", async () => {
    const body = "Ótimo! מצוין 素晴らしい 🚗👨‍👩‍👧‍👦 <b>&amp;</b>\nsecond line";
    await write("María López", 5, body, day(3));
    await write("", 1, "", day(2));
    await write("No stars", null, "Only words", day(1));
    expect(await page()).toMatchObject({
      total: 3,
      average: 3,
      reviews: [
        { author: "María López", rating: 5, body, published_at: day(3), changed_at: day(3) },
        { author: "", rating: 1, body: "" },
        { author: "No stars", rating: null, body: "Only words" },
      ],
    });
  });

  test("a walk finds every review once, the last changed first", long, async () => {
    for (let number = 1; number <= 120; number++) await write(`Author ${number}`, (number % 5) + 1, "", day(number));
    const all = await walk();
    expect(all.map(({ author }) => author)).toEqual(Array.from({ length: 120 }, (_, index) => `Author ${120 - index}`));
    expect(new Set(all.map(({ external_id }) => external_id)).size).toBe(120);
  });

  test("what is written during a walk puts a review on two pages: it has the same id on both", long, async () => {
    for (let number = 1; number <= 60; number++) await write(`Author ${number}`, 5, "", day(number));
    const first = await page();
    await write("Newest", 5, "", day(70));
    const second = await page(first.next);
    expect(second.reviews[0]?.external_id).toBe(first.reviews.at(-1)?.external_id);
  });

  test("pages can expire in the middle of a walk, which then begins again", long, async () => {
    for (let number = 1; number <= 60; number++) await write(`Author ${number}`, 5, "", day(number));
    const { next } = await page();
    await harness.expirePages(profile);
    expect(await sites.list(profile, next)).toEqual({ kind: "expired" });
    expect(await walk()).toHaveLength(60);
  });

  test("a change keeps id and date, and what was deleted is no longer listed", async () => {
    const [kept, other] = [await write("Ana", 2, "Bad"), await write("Ben", 4, "Fine")];
    await harness.edit(kept, 5, "They made it good");
    await harness.remove(other);
    const [review, ...others] = await walk();
    expect(others).toEqual([]);
    expect(review).toMatchObject({ external_id: kept, rating: 5, body: "They made it good", published_at: day(1) });
    expect(review?.changed_at.getTime()).toBeGreaterThan(day(1).getTime());
  });

  test("a reply waits for the site, then is live or rejected with the reason", async () => {
    const id = await write("Ana", 1, "Bad");
    const replied = await sites.reply(profile, id, "Ñandú 🙏", inTime);
    expect(replied).toMatchObject({ kind: "accepted", reply: { body: "Ñandú 🙏", state: "pending", policy: "" } });
    await harness.moderate(id, "rejected", "off topic");
    expect((await page()).reviews[0]?.reply).toMatchObject({ state: "rejected", policy: "off topic" });
    await sites.reply(profile, id, "Better words", inTime);
    await harness.moderate(id, "live", "");
    expect((await page()).reviews[0]?.reply).toMatchObject({ body: "Better words", state: "live" });
  });

  test("replying and withdrawing twice is the same as once", async () => {
    const id = await write("Ana", 1, "Bad");
    for (const _ of [1, 2]) expect(await sites.reply(profile, id, "Sorry", inTime)).toMatchObject({ kind: "accepted" });
    await harness.moderate(id, "live", "");
    expect(await sites.reply(profile, id, "Sorry", inTime)).toMatchObject({ reply: { state: "live" } });
    for (const _ of [1, 2]) expect(await sites.withdrawReply(profile, id, inTime)).toEqual({ kind: "withdrawn" });
    expect((await page()).reviews[0]?.reply).toBeUndefined();
  });

  test("nothing is posted or withdrawn once the deadline has passed", async () => {
    const id = await write("Ana", 1, "Bad");
    expect(await sites.reply(profile, id, "Too late", passed)).toMatchObject({ kind: "busy" });
    expect((await page()).reviews[0]?.reply).toBeUndefined();
    await sites.reply(profile, id, "In time", inTime);
    expect(await sites.withdrawReply(profile, id, passed)).toMatchObject({ kind: "busy" });
    expect((await page()).reviews[0]?.reply).toMatchObject({ body: "In time" });
  });

  test("one review can be read, with its reply, for as long as it is there", async () => {
    const id = await write("Ana", 1, "Bad");
    await sites.reply(profile, id, "Sorry", inTime);
    const found = await sites.read(profile, id);
    expect(found).toMatchObject({ kind: "review", review: { external_id: id, rating: 1, reply: { body: "Sorry" } } });
    await harness.remove(id);
    expect(await sites.read(profile, id)).toMatchObject({ kind: "missing" });
  });

  test("a reply to a review that was deleted has nowhere to go", async () => {
    const id = await write("Ana", 1, "Bad");
    await harness.remove(id);
    expect(await sites.reply(profile, id, "Sorry", inTime)).toMatchObject({ kind: "missing" });
  });

  test("a busy site says when to come back, and works again afterwards", async () => {
    await harness.busy(profile);
    expect(await sites.list(profile)).toMatchObject({ kind: "busy", retryAfter: 60 });
    expect(await page()).toMatchObject({ reviews: [] });
  });

  test("access that was withdrawn is needed again, for everything", async () => {
    const id = await write("Ana", 1, "Bad");
    await page();
    await harness.revoke(profile);
    const results = [
      await sites.list(profile),
      await sites.read(profile, id),
      await sites.reply(profile, id, "Sorry", inTime),
      await sites.withdrawReply(profile, id, inTime),
    ];
    for (const result of results) expect(result).toMatchObject({ kind: "needs_access" });
  });

  test("a site that can't be reached is busy, and the reason gives no secret away", async () => {
    await harness.goOffline();
    const result = await sites.list(profile);
    expect(result).toMatchObject({ kind: "busy" });
    expect(JSON.stringify(result)).not.toContain(profile.access);
  });
});
