import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openTalk } from "#domains/inbox/testing/talk.ts";

const { house, talk } = await openTalk();
afterAll(() => house.close());

/** Does something while every connection of these pools is taken. */
async function whileTaken<T>(pools: readonly pg.Pool[], work: () => Promise<T>): Promise<T> {
  const asked = pools.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect()));
  const taken = await Promise.all(asked);
  try {
    return await work();
  } finally {
    for (const client of taken) client.release();
  }
}

const { people, carriers, jobs } = house.pools;

test("a text is stored while people and jobs have taken all their connections", async () => {
  const { chat_id, phone } = await talk.chat();
  const text = talk.inbound(phone, "Is it still there?");
  await whileTaken([people, jobs], () => house.sms.listener.inbound(text));
  expect((await talk.messages(chat_id)).at(-1)?.message).toBe("Is it still there?");
});

test("a chat is read while carriers and jobs have", async () => {
  const { chat_id } = await talk.chat();
  const read = await whileTaken([carriers, jobs], () => talk.messages(chat_id));
  expect(read.map(({ message }) => message)).toEqual(["Hello"]);
});

test("a text is handed over while people and carriers have", async () => {
  const { chat_id, phone } = await talk.chat();
  await talk.send(chat_id, "It is");
  await whileTaken([people, carriers], () => house.jobs.doAll());
  expect(talk.sentTo(phone).at(-1)?.body).toBe("It is");
});
