import { afterEach, beforeEach, expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import { type FakeGoogle, startFakeGoogle } from "./fakeGoogle.ts";
import { createGoogleReviews } from "./google.ts";
import type { ReviewSites } from "./reviews.ts";

const redirect = "https://rooftop.test/back";
const profile = { access: "lasting", ref: "accounts/1/locations/2" };
let fake: FakeGoogle;
let sites: ReviewSites;
beforeEach(async () => {
  fake = await startFakeGoogle();
  const settings = { clientId: "client", clientSecret: "very secret", timeout: 2_000, hosts: fake.hosts };
  sites = createGoogleReviews(settings);
});
afterEach(() => fake.close());

test("businesses of all accounts are listed, with what says whether their reviews can be read", async () => {
  expect(await sites.profiles("lasting")).toEqual({
    kind: "profiles",
    profiles: [
      {
        ref: "accounts/1/locations/2",
        title: "Harbor Motors",
        address: "1 Main Street, Oakland, CA",
        write_url: "https://search.google.com/local/writereview?placeid=1",
        is_verified: true,
      },
      {
        ref: "accounts/1/locations/3",
        title: "Harbor Motors Service",
        address: "",
        write_url: "",
        is_verified: false,
      },
    ],
  });
  expect(await sites.redeem("good", redirect)).toMatchObject({ account: "owner@dealership.example" });
});

test("consent is asked for in a way that gives lasting access, each time", () => {
  const { searchParams } = new URL(sites.consentUrl(redirect, "state"));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    access_type: "offline",
    prompt: "consent",
    redirect_uri: redirect,
    scope: expect.stringContaining("business.manage"),
  });
});

test("a token that ended before its time is fetched again, once", async () => {
  await sites.list(profile);
  fake.endTokens();
  expect(await sites.list(profile)).toMatchObject({ kind: "page" });
  expect(fake.requests.filter((request) => request === "POST /token")).toHaveLength(2);
});

test.each([
  [404, "missing"],
  [403, "needs_access"],
  [500, "busy"],
  [503, "busy"],
  [400, "refused"],
])("status %i for a first page means %s, and the next request works", async (status, kind) => {
  fake.nextResponses.push((response) => void response.writeHead(status).end("<html>"));
  expect(await sites.list(profile)).toEqual({ kind, why: `Google answered ${status}` });
  expect(await sites.list(profile)).toMatchObject({ kind: "page" });
});

test("an exhausted quota is busy, whatever its status", async () => {
  const body = JSON.stringify({ error: { code: 403, status: "RESOURCE_EXHAUSTED" } });
  fake.nextResponses.push((response) => void response.writeHead(403).end(body));
  expect(await sites.list(profile)).toEqual({ kind: "busy", why: "Google answered 403 RESOURCE_EXHAUSTED" });
});

test("an answer that never comes, or makes no sense, is busy", async () => {
  fake.nextResponses.push(
    (response) => response.destroy(),
    (response) => void response.writeHead(200).end("not JSON"),
  );
  for (const _ of [1, 2]) expect(await sites.list(profile)).toMatchObject({ kind: "busy" });
});

test("a row that isn't a review hides no other, and a state that Google may add counts as visible", async () => {
  const id = fake.write("Ana", 5, "Good", new Date("2026-01-01T00:00:00Z"));
  const reviewReply = { comment: "Thanks", reviewReplyState: "NEW_STATE", policyViolation: "NEW" };
  const rows = [{ starRating: "FIVE" }, { ...fake.reviews[0], reviewReply }, { reviewId: "x", createTime: "never" }];
  fake.nextResponses.push((response) => void response.writeHead(200).end(JSON.stringify({ reviews: rows })));
  expect(await sites.list(profile)).toMatchObject({ reviews: [{ external_id: id, reply: { state: "live" } }] });
});

test("a name from elsewhere can't lead to another address", async () => {
  await sites.list({ access: "lasting", ref: "accounts/../../v1/accounts?x=" });
  expect(fake.requests.at(-1)).toBe("GET /v4/accounts/-/-/v1/accounts%3Fx%3D/reviews");
  await sites.reply(profile, "../../x", "Hello", inTime);
  expect(fake.requests.at(-1)).toContain("..%2F..%2Fx");
});
