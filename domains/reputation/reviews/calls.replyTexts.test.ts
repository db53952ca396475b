import { afterAll, expect, test } from "vitest";
import { reviewSites } from "#domains/reputation/sites/contract.ts";
import { startTestApp } from "#testing/testApp.ts";
import { replyTexts, reviews } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const [owner, manager, agent] = [
  await app.signIn(dealer.owner),
  await app.signIn(dealer.manager),
  await app.signIn(dealer.agent),
];
const site = { kind: "google", title: "", write_url: "https://g.page/r/harbor", is_shown: 1 } as const;
const { id: site_id } = (await owner(reviewSites.add, { body: site })).data;

const add = async (author: string, rating: number) => {
  const body = { site_id, author, rating, body: "Fast", published_on: "2026-01-15" };
  return (await manager(reviews.add, { body })).data.id;
};
const offered = async (id: number) => (await manager(replyTexts.forReview, { params: { id } })).data.reply_texts;

test("a reply can begin with the location's text for its stars, filled in with the author's name", async () => {
  const params = { stars: "5", language: "en" } as const;
  const words = "%first_name|Hello%, thanks a million! See you at %company_name%.";
  const saved = (await manager(replyTexts.save, { params, body: { words } })).data.reply_texts;
  expect(saved).toHaveLength(10);
  expect(saved.filter(({ is_default }) => is_default === 0)).toEqual([
    { stars: 5, language: "en", words, is_default: 0 },
  ]);
  const [english, spanish] = await offered(await add("Ana R.", 5));
  expect(english).toMatchObject({
    language: "en",
    text: expect.stringMatching(/^Ana, thanks a million! See you at \S/),
  });
  expect(spanish).toMatchObject({ language: "es", text: expect.stringContaining("Ana, ¡muchas gracias!") });
  const [anonymous] = await offered(await add("", 5));
  expect(anonymous?.text).toMatch(/^Hello, thanks a million!/);
  const [low] = await offered(await add("Bo <b>%company_name%</b>", 1));
  // Nobody has such a first name, and nothing in it is filled in.
  expect(low?.text).toMatch(/^Hello, we're sorry/);
  expect(low?.text).not.toMatch(/<b>|Bo/);

  const restored = (await manager(replyTexts.restore, { params })).data.reply_texts;
  expect(restored.every(({ is_default }) => is_default === 1)).toBe(true);
});

test("odd templates are refused at their field, and other locations' and people without the right change none", async () => {
  const params = { stars: "4", language: "es" } as const;
  const refused = (words: string) => manager(replyTexts.save, { params, body: { words } });
  for (const words of ["", "   ", "Hola %nombre%", "😀".repeat(1_025), "x".repeat(2_001)])
    await expect(refused(words), words.slice(0, 12)).rejects.toMatchObject({ status: 422, fields: { words: /./ } });
  await expect(agent(replyTexts.save, { params, body: { words: "Gracias" } })).rejects.toMatchObject({ status: 403 });
  const stranger = await app.signIn((await app.dealership()).manager);
  await stranger(replyTexts.save, { params, body: { words: "Gracias de otro lugar" } });
  expect(JSON.stringify((await agent(replyTexts.list)).data)).not.toContain("otro lugar");
  const id = await add("Ana R.", 4);
  await expect(stranger(replyTexts.forReview, { params: { id } })).rejects.toMatchObject({ status: 404 });
});
