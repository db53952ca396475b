import jsqr from "jsqr";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviewSettings } from "#domains/reputation/settings/contract.ts";
import { albanyPhone, linkTo, startReviews } from "#testing/reputation/startReviews.ts";

const { app, agent, page } = await startReviews();
afterAll(() => app.close());
const { page_url, poster_url } = (await agent(reviewSettings.get)).data;
const path = new URL(poster_url).pathname;

test("the poster's code reads as the location's page for reviews", async () => {
  const { payload, statusCode } = await page.open(path);
  expect(statusCode).toBe(200);
  const svg = /<svg.*<\/svg>/s.exec(payload)?.[0] ?? "";
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize(600)
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(page_url);
});

test("a business's odd name is printed as it is, and nothing on the poster is loaded from elsewhere", async () => {
  const odd = `<img src=x onerror=alert(1)> & "Sons" ${"ü".repeat(120)}`;
  await app.pool.query("update dealers set business_name = $1", [odd]);
  const { payload, headers } = await page.open(path);
  expect(payload).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;");
  expect(payload).not.toContain("<img");
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
  });
});

test("a customer's own link, a changed one and nonsense make no poster", async () => {
  const contact = albanyPhone();
  await agent(reviewInvites.send, { body: { name: "Ana Ruiz", contact, consent: 1 } });
  await app.jobs.runAll();
  const own = linkTo(app, contact).split("/r/")[1] ?? "";
  const token = path.split("/").at(-1) ?? "";
  const changed = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  const answers = await Promise.all([own, changed, "x", "%00", "..%2f.."].map((one) => page.open(`/r/poster/${one}`)));
  for (const { statusCode, payload } of answers) {
    expect(statusCode).toBe(404);
    expect(payload).not.toContain("<svg");
  }
});
