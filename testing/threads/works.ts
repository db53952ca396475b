import { getPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import * as z from "zod/mini";
import { job } from "#core/job.ts";
import type { ThreadServer, ThreadWork } from "#core/server/threadWork.ts";
import { campaignEvents } from "#domains/campaigns/text/contract.ts";

/** The business that the work is about: the first. */
const business = { dealer_id: 1 };

const publishNumber = ({ within }: ThreadServer, number: number) =>
  within.business(business, "a test", async ({ publish }) =>
    publish(campaignEvents.changed, { campaign_id: number }, { location_id: 1 }),
  );

/** Publishes the number of its thread. */
export const publishThread: ThreadWork = (server) => publishNumber(server, threadId);

/** Publishes its niceness. */
export const publishNiceness: ThreadWork = (server) => publishNumber(server, getPriority());

/** The same, a moment later. */
export const publishLater: ThreadWork = async (server) => {
  await pause(200);
  await publishThread(server);
};

export const enqueue: ThreadWork = ({ within }) =>
  within.business(business, "a test", async (unit) => unit.enqueue(job("threads.test", z.object({})), {}));

export const beRefused: ThreadWork = async ({ within }) => {
  await within.business(business, "a test", ({ db }) =>
    db
      .insertInto("ticks")
      .values({ name: null } as never)
      .execute(),
  );
};

/** Fails where nobody awaits it. */
export const crash: ThreadWork = () =>
  new Promise(() => {
    setImmediate(() => {
      throw new Error("Nobody caught this");
    });
  });
