import type { Server } from "#core/server/serve.ts";
import { hoursOver } from "../rules.ts";
import { addUpAgain, addUpHours, firstHour, lockUntil, setUntil } from "./hoursStore.ts";

/** So much is added up in one transaction when there is more to do than the last hour. */
const aWeek = 7 * 24 * 3_600_000;

/**
 * Adds up the messages of the hours that are over, and those again whose messages have moved. Each step is one
 * transaction that moves the mark with it, so that it can stop anywhere and no message is counted twice.
 */
export async function rollUp({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("add up moved messages", async ({ db }) => {
    await lockUntil(db);
    await addUpAgain(db);
  });
  for (let isDone = false; !isDone; ) {
    isDone = await within.platform("add up messages", async ({ db, now }) => {
      const over = hoursOver(now());
      const until = (await lockUntil(db)) ?? (await firstHour(db)) ?? over;
      if (until >= over) {
        await setUntil(db, until);
        return true;
      }
      const to = new Date(Math.min(until.getTime() + aWeek, over.getTime()));
      await addUpHours(db, { from: until, to });
      await setUntil(db, to);
      return false;
    });
  }
}
