import { afterAll, expect, test } from "vitest";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatPresence } from "./contract.ts";

const { app, dealer, fixture } = await startInboxTest();
afterAll(() => app.close());
const { chat_id } = await fixture.chat();
const elsewhere = await app.signIn(dealer.otherAgent);
const foreign = await app.signIn((await app.dealership()).owner);

test("another location's or business's chats are not found", async () => {
  const before = app.events.published.length;
  for (const call of [elsewhere, foreign]) {
    const update = call(chatPresence.presence, { body: { chat_id, is_typing: 1 } });
    await expect(update).rejects.toMatchObject({ status: 404 });
  }
  expect(app.events.published.slice(before)).toEqual([]);
});

test("presence updates are rate-limited", async () => {
  const { owner } = await app.dealership();
  const call = await app.signIn(owner);
  const { chat_id } = await createInboxFixture(app, dealer, call).chat();
  const update = () => call(chatPresence.presence, { body: { chat_id, is_typing: 0 } });
  for (let count = 0; count < 150; count++) await update();
  await expect(update()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
});
