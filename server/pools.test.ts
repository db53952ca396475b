import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";

const { app, fixture } = await startInboxTest();
afterAll(() => app.close());

/** Runs `work` while every connection of these pools is in use. */
async function whileExhausted<T>(pools: readonly pg.Pool[], work: () => Promise<T>): Promise<T> {
  const connecting = pools.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect()));
  const clients = await Promise.all(connecting);
  try {
    return await work();
  } finally {
    for (const client of clients) client.release();
  }
}

const { people, carriers, jobs } = app.pools;

test("stores an inbound text while the pools of people and jobs are exhausted", async () => {
  const { chat_id, phone } = await fixture.chat();
  const text = fixture.inbound(phone, "Is it still there?");
  await whileExhausted([people, jobs], () => app.sms.listener.onInboundText(text));
  expect((await fixture.messages(chat_id)).at(-1)?.message).toBe("Is it still there?");
});

test("reads a chat while the pools of carriers and jobs are exhausted", async () => {
  const { chat_id } = await fixture.chat();
  const read = await whileExhausted([carriers, jobs], () => fixture.messages(chat_id));
  expect(read.map(({ message }) => message)).toEqual(["Hello"]);
});

test("delivers a text while the pools of people and carriers are exhausted", async () => {
  const { chat_id, phone } = await fixture.chat();
  await fixture.send(chat_id, "It is");
  await whileExhausted([people, carriers], () => app.jobs.runAll());
  expect(fixture.sentTo(phone).at(-1)?.body).toBe("It is");
});

test("interval jobs that all run at once leave their work its connections", async () => {
  const { intervalJobs, within } = app.jobServer;
  const worked = new Set<number>();
  const names = Array.from({ length: jobs.options.max + 2 }, (_, n) => n);
  const whole = names.map((n) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = async () => {
      await within.control("an interval job", async () => void worked.add(n));
      resolve();
      return "at rest" as const;
    };
    intervalJobs.add({ name: `test ${n}`, seconds: 60, work });
    return promise;
  });
  intervalJobs.start();
  await Promise.all(whole);
  await intervalJobs.stop();
  expect(worked.size).toBe(names.length);
});
