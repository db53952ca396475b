import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { drawing, fileOf, pdf, photo } from "#testing/inbox/files.ts";
import { startTestApp } from "#testing/testApp.ts";
import { mailPictures } from "./contract.ts";
import { mailPicturePath } from "./rules.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const agent = await app.signIn(dealer.agent);

const add = async (bytes: Uint8Array | string, name = "lot.jpg") =>
  (await owner(mailPictures.add, { files: { picture: fileOf(bytes, name) } })).data;
const get = (url: string) => app.http.inject(new URL(url).pathname);

test("a picture is redrawn, and served to whoever has its address, for good", async () => {
  const { url, width, height } = await add(await photo(2_400, 1_200));
  expect([width, height]).toEqual([1_200, 600]);
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.rawPayload.length).toBeLessThanOrEqual(200_000);
  const { exif, ...shown } = await sharp(answer.rawPayload).metadata();
  expect([shown.width, shown.height, exif]).toEqual([1_200, 600, undefined]);
  const clear = await add(await drawing(), "logo.png");
  expect(clear.url).toMatch(/\.png$/);
});

test("its address says nothing of the business, and no other leads anywhere", async () => {
  const { url } = await add(await photo(50));
  const { pathname } = new URL(url);
  expect(pathname).toMatch(mailPicturePath);
  const { rows } = await app.pool.query("select storage_key, token from marketing_images where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  for (const { storage_key, token } of rows) expect(storage_key).not.toContain(token);
  const missing = await app.http.inject(`/i/${"0".repeat(32)}.jpg`);
  expect(missing.statusCode).toBe(404);
  for (const path of ["/i/", "/i/x.jpg", `${pathname}x`, `/i/..%2f${pathname.slice(3)}`]) {
    const answer = await app.http.inject(path);
    expect([path, answer.statusCode, answer.body]).toEqual([path, 404, missing.body]);
  }
});

test("what is no picture is refused at its field, and agents upload none", async () => {
  await expect(add(pdf, "lot.jpg")).rejects.toMatchObject({
    status: 422,
    fields: { picture: "This is not a picture. Choose a JPEG, PNG, WebP or GIF file" },
  });
  await expect(owner(mailPictures.add)).rejects.toMatchObject({ status: 422, fields: { picture: "Choose a picture" } });
  const files = { picture: fileOf(await photo(50), "lot.jpg") };
  await expect(agent(mailPictures.add, { files })).rejects.toMatchObject({ status: 403 });
});

test("it counts among the business's files, and one without room is refused", async () => {
  const used = async () => {
    const { rows } = await app.pool.query("select bytes::int from stored_bytes where dealer_id = $1", [
      dealer.dealer_id,
    ]);
    return rows[0].bytes as number;
  };
  await add(await photo(50));
  const before = await used();
  const { url } = await add(await photo(60));
  expect((await used()) - before).toBe((await get(url)).rawPayload.length);
  await app.pool.query("update stored_bytes set bytes = 1e15 where dealer_id = $1", [dealer.dealer_id]);
  await expect(add(await photo(50))).rejects.toMatchObject({ message: expect.stringMatching(/storage limit/) });
});
