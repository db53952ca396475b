import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signedLink } from "#core/server/signedLink.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { unsubscribeUrl } from "./serveUnsubscribe.ts";
import { addressIds, suppressedAddresses } from "./store.ts";

let app: TestApp;
let dealer: Dealership;
let dealer_id: number;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  ({ dealer_id } = dealer);
});
afterAll(() => app.close());

let address: string;
let address_id: number;
beforeEach(async () => {
  count += 1;
  address = `ana${count}@example.com`;
  address_id = await idOf(address);
});

async function idOf(known: string, business = dealer_id): Promise<number> {
  const ids = await app.server.within.business({ dealer_id: business }, "test", ({ db, now }) =>
    addressIds(db, business, [known], now()),
  );
  return ids.get(known) ?? 0;
}

const pathOf = (id: number, campaign_id: number | null = null, business = dealer_id) =>
  new URL(
    unsubscribeUrl("https://rooftop.test", app.server.secret, { dealer_id: business, address_id: id, campaign_id }),
  ).pathname;

const reasonOf = async (known: string, business = dealer_id) =>
  (
    await app.server.within.business({ dealer_id: business }, "test", ({ db }) =>
      suppressedAddresses(db, business, [known]),
    )
  ).get(known);

const form = { "content-type": "application/x-www-form-urlencoded" };
const oneClick = "List-Unsubscribe=One-Click";
const open = (url: string) => app.http.inject({ method: "GET", url });
const post = (url: string, payload: string, headers: Record<string, string> = form) =>
  app.http.inject({ method: "POST", url, payload, headers });

async function eventsOf(id: number) {
  const { rows } = await app.pool.query(
    "select event, source, words, campaign_id::int from mail_consent_events where dealer_id = $1 and address_id = $2 order by id",
    [dealer_id, id],
  );
  return rows;
}

describe("a mail program's one click", () => {
  test.each<[string, string, Record<string, string>]>([
    ["a form", oneClick, form],
    [
      "a form of parts",
      `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
      { "content-type": "multipart/form-data; boundary=b" },
    ],
    ["another type", oneClick, { "content-type": "text/plain" }],
    [
      "a foreign origin and no cookie",
      oneClick,
      { ...form, origin: "https://mail.google.com", "sec-fetch-site": "cross-site" },
    ],
  ])("unsubscribes with %s, and is answered 200 without a cookie or redirect", async (_what, body, headers) => {
    const answer = await post(pathOf(address_id, 77), body, headers);
    expect([answer.statusCode, answer.headers["set-cookie"], answer.headers.location]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(await reasonOf(address)).toBe("unsubscribed");
    expect(await eventsOf(address_id)).toMatchObject([{ event: "unsubscribed", source: "one_click", campaign_id: 77 }]);
  });

  test("is counted once, however often it comes", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(pathOf(address_id), oneClick)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(await eventsOf(address_id)).toHaveLength(1);
  });

  test("works without any campaign or customer, and for this business alone", async () => {
    const other = await app.dealership();
    await idOf(address, other.dealer_id);
    await post(pathOf(address_id, 999_999), oneClick);
    expect(await reasonOf(address)).toBe("unsubscribed");
    expect(await reasonOf(address, other.dealer_id)).toBeUndefined();
  });

  test("refuses a body that is no form", async () => {
    expect((await post(pathOf(address_id), "x".repeat(5_000))).statusCode).toBe(413);
    expect(await reasonOf(address)).toBeUndefined();
  });
});

test.each([".", ")", ">", "%3E", ").", "%20", "&gt;"])("a link that a program ended with %j works", async (end) => {
  expect((await open(`${pathOf(address_id)}${end}`)).statusCode).toBe(200);
  expect((await post(`${pathOf(address_id)}${end}`, oneClick)).statusCode).toBe(200);
  expect(await reasonOf(address)).toBe("unsubscribed");
});

describe("the page", () => {
  test("asks, and changes nothing however often it is opened", async () => {
    for (let n = 0; n < 20; n++) await open(pathOf(address_id));
    const page = await open(pathOf(address_id));
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Unsubscribe from all email");
    expect(page.body).toContain("a•••@example.com");
    expect(page.body).not.toContain(address);
    expect(page.body.match(/<button/g)).toHaveLength(1);
    expect(page.body).not.toMatch(/<script|<img|<link|https?:\/\//);
    expect(page.body.length).toBeLessThan(10_000);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(await eventsOf(address_id)).toEqual([]);
  });

  test("unsubscribes by its button, says so when opened again, and takes it back", async () => {
    const done = await post(pathOf(address_id), "action=unsubscribe");
    expect([done.statusCode, done.body.includes("You&#39;re unsubscribed")]).toEqual([200, true]);
    expect((await open(pathOf(address_id))).body).toContain("Resubscribe");
    expect(await reasonOf(address)).toBe("unsubscribed");
    const back = await post(pathOf(address_id), "action=resubscribe");
    expect(back.body).toContain("You&#39;re subscribed again");
    expect(await reasonOf(address)).toBeUndefined();
    expect((await eventsOf(address_id)).map(({ event, source }) => [event, source])).toEqual([
      ["unsubscribed", "page"],
      ["resubscribed", "page"],
    ]);
  });

  test("escapes the business's name", async () => {
    const other = await app.dealership();
    await app.pool.query("update dealers set business_name = $1 where id = $2", [`<b>"A" & 'B'</b>`, other.dealer_id]);
    const page = await open(pathOf(await idOf(address, other.dealer_id), null, other.dealer_id));
    expect(page.body).toContain("&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
  });
});

test("links that aren't ours get one answer, whatever is wrong with them", async () => {
  const good = pathOf(address_id);
  const [payload = "", signature = ""] = good.slice(3).split(".");
  const hostile = [
    `${payload}.${"A".repeat(22)}`,
    `${payload}x.${signature}`,
    `${payload}.${signature}x`,
    payload,
    "x",
    "",
    "a/b",
    "%00",
    "..%2f..%2fetc",
    encodeURIComponent("1' or '1'='1.aaaaaaaaaaaaaaaaaaaaaa"),
    "a".repeat(300),
    signedLink("another secret, thirty-two characters", "u", dealer_id, address_id),
    signedLink(app.server.secret, "o", dealer_id, address_id),
    // Signed by us, about rows that don't exist.
    signedLink(app.server.secret, "u", dealer_id, 999_999_999),
    signedLink(app.server.secret, "u", 999_999, address_id),
    signedLink(app.server.secret, "u", dealer_id),
  ];
  const answers = new Set<string>();
  for (const token of hostile) {
    for (const answer of [await open(`/u/${token}`), await post(`/u/${token}`, oneClick)]) {
      answers.add(`${answer.statusCode} ${answer.body}`);
    }
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toMatch(/^404 .*This link doesn&#39;t work/s);
  expect(await reasonOf(address)).toBeUndefined();
});

test("of many posts, repeated, at once and tampered with, exactly the right addresses are unsubscribed", async () => {
  const people = Array.from({ length: inDepth(2_000, 120) }, (_, n) => `crew${n}@example.com`);
  const ids = await app.server.within.business({ dealer_id }, "test", ({ db, now }) =>
    addressIds(db, dealer_id, people, now()),
  );
  const chosen = people.filter((_, n) => n % 2 === 0);
  const spared = people.filter((_, n) => n % 2 === 1);
  const tamper = (path: string, n: number) => {
    const at = path.length - 1 - (n % 22);
    return path.slice(0, at) + (path[at] === "A" ? "B" : "A") + path.slice(at + 1);
  };
  const posts = Array.from({ length: inDepth(10_000, 600) }, (_, n) => {
    const isReal = n % 2 === 0;
    const [list, index] = isReal ? [chosen, n / 2] : [spared, (n - 1) / 2];
    const path = pathOf(ids.get(list[index % list.length] ?? "") ?? 0, n % 5);
    return isReal ? path : tamper(path, n);
  }).sort((one, other) => one.slice(-5).localeCompare(other.slice(-5)));
  const statuses = new Map<number, number>();
  for (let at = 0; at < posts.length; at += 100) {
    const answers = await Promise.all(posts.slice(at, at + 100).map((path) => post(path, oneClick)));
    for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: posts.length / 2, 404: posts.length / 2 });
  const suppressed = await app.server.within.business({ dealer_id }, "test", ({ db }) =>
    suppressedAddresses(db, dealer_id, people),
  );
  expect([...suppressed.keys()].sort()).toEqual(chosen.toSorted());
  const { rows } = await app.pool.query("select count(*)::int from mail_consent_events where address_id = any($1)", [
    [...ids.values()],
  ]);
  expect(rows[0].count).toBe(chosen.length);
}, 120_000);
