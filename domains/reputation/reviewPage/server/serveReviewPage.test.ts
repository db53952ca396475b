import { afterAll, expect, test } from "vitest";
import { signedLink } from "#core/server/signedLink.ts";
import { albanyPhone, googleLink, linkTo, startReviews, yelpLink } from "#testing/reputation/startReviews.ts";
import { reviewInvites } from "../../invites/contract.ts";
import { reviewSettings } from "../../settings/contract.ts";
import { reviewSites } from "../../sites/contract.ts";

const { app, owner, manager, agent, google, yelp, page, pass } = await startReviews();
afterAll(() => app.close());

async function invited(call = agent, more: object = {}) {
  const contact = albanyPhone();
  await call(reviewInvites.send, { body: { name: "Ana Ruiz", contact, consent: 1, ...more } });
  await app.jobs.runAll();
  const row = async () =>
    (await agent(reviewInvites.table, { body: { length: 500 } })).data.find((one) => one.contact === contact);
  return { contact, link: linkTo(app, contact), row };
}

const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "");
const botAgent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("everybody gets the same page, whoever they are, whoever invited them, whatever they answered before", async () => {
  const people = [await invited(), await invited(manager, { language: "es", name: "Bo Low" }), await invited(owner)];
  await page.answer(people[0]?.link ?? "", `site=${google}`);
  await page.answer(people[1]?.link ?? "", "done=1");
  await agent(reviewInvites.markReviewed, { params: { id: (await people[2]?.row())?.id ?? 0 }, body: { reviewed: 1 } });
  const shown = await Promise.all(people.map(({ link }) => page.open(link)));
  const [first, ...others] = shown.map(({ payload }) => withoutNonce(payload));
  expect(first).toContain("where would you like to leave your review?");
  for (const other of others) expect(other).toBe(first);
  const { page_url } = (await agent(reviewSettings.get)).data;
  expect(withoutNonce((await page.open(new URL(page_url).pathname)).payload)).toBe(first);
});

test("the page is small, runs no script but ours, and is found and kept by nobody", async () => {
  const { link } = await invited();
  const answer = await page.open(link);
  expect(answer.statusCode).toBe(200);
  expect(Buffer.byteLength(answer.payload)).toBeLessThan(10_000);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  const script = await page.open("/r/page.js");
  expect(script.headers["content-type"]).toContain("text/javascript");
  expect((await page.open(link, { "accept-language": "es-MX" })).payload).toContain("¿dónde quiere dejar su reseña?");
});

test("choosing a site leads to its stored link and counts once, from however many devices", async () => {
  const { link, row } = await invited();
  const [one, two] = [await page.answer(link, `site=${google}`), await page.answer(link, `site=${yelp}`)];
  expect([one.statusCode, one.headers.location]).toEqual([303, googleLink]);
  const followed = await row();
  expect(followed).toMatchObject({ followed_at: expect.any(String), site: "Yelp" });
  expect(two.headers.location).toBe(yelpLink);
  await pass(60_000);
  await page.answer(link, `site=${google}`);
  expect((await row())?.followed_at).toBe(followed?.followed_at);
});

test("nothing that a request says leads anywhere else", async () => {
  const { link, row } = await invited();
  const hidden = (
    await owner(reviewSites.add, {
      body: { kind: "other", title: "Guestbook", write_url: "https://guestbook.example/", is_shown: 0 },
    })
  ).data.id;
  for (const form of ["site=999999999", `site=${hidden}`, "site=https://evil.example", "url=https://evil.example"]) {
    const answer = await page.answer(`${link}?url=https://evil.example`, form);
    expect(answer.headers.location).toBeUndefined();
  }
  expect(await row()).toMatchObject({ followed_at: null });
});

test("200 scanners that open the link, and bots that press its buttons, count nothing", async () => {
  const { link, row } = await invited();
  for (let count = 0; count < 200; count++) await page.open(link, count % 2 === 0 ? { "user-agent": botAgent } : {});
  await page.answer(link, "seen", { "user-agent": botAgent, "content-type": "text/plain" });
  const pressed = await page.answer(link, `site=${google}`, { "user-agent": botAgent });
  expect(pressed.statusCode).toBe(303);
  expect(await row()).toMatchObject({ opened_at: null, followed_at: null });
  const before = app.events.published.length;
  expect((await page.answer(link, "seen", { "content-type": "text/plain;charset=UTF-8" })).statusCode).toBe(204);
  expect(await row()).toMatchObject({ opened_at: expect.any(String), followed_at: null });
  expect(app.events.published.slice(before)).toContainEqual(
    expect.objectContaining({ event: "review-invites-changed" }),
  );
});

test("who has left a review before isn't reminded", async () => {
  const { contact, link } = await invited();
  expect((await page.answer(link, "done=1")).payload).toContain("We won't remind you again.");
  await pass(4 * 86_400_000);
  await app.jobs.runAll();
  expect(app.sms.sent.filter(({ to }) => to === contact)).toHaveLength(1);
});

test("a business's own look at its page counts nothing and leads to the sites all the same", async () => {
  const { page_url } = (await agent(reviewSettings.get)).data;
  expect((await page.answer(new URL(page_url).pathname, `site=${yelp}`)).headers.location).toBe(yelpLink);
});

test.each(["", "x", "1-1.AAAAAAAAAAAAAAAAAAAAAA", "..%2f..", "%00"])("%j is the same neutral page", async (token) => {
  const answer = await page.open(`/r/${token}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.payload).toContain("This link doesn");
});

test("a link of another kind, and one of a business without the invite, open nothing", async () => {
  const { secret } = app.server;
  const { link } = await invited();
  const [dealer_id] = [Number.parseInt(link.slice(3), 36)];
  for (const token of [
    signedLink(secret, "u", dealer_id, 1),
    signedLink(secret, "r", dealer_id, 999_999),
    signedLink(secret, "r", 0, 1),
  ])
    expect((await page.open(`/r/${token}`)).statusCode).toBe(404);
});
