import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unit.ts";
import { hoursOver } from "../rules.ts";
import { addUpFigures, addUpFiguresAgain } from "./figureHoursStore.ts";
import {
  addUpHours,
  addUpHoursAgain,
  firstHour,
  lockUntil,
  type StaleHour,
  setUntil,
  takeStale,
} from "./hoursStore.ts";

/** So much is added up in one transaction when there is more to do than the last hour. */
const aWeek = 7 * 24 * 3_600_000;

/**
 * Adds up the messages, customers and appointments of the hours that are over, and those hours again in which something
 * has changed. Each step is one transaction that moves the mark with it, so that it can stop anywhere and nothing is
 * counted twice.
 */
export async function rollUp({ within }: Pick<Server, "within">): Promise<void> {
  const again = (marks: "message_hours_stale" | "figure_hours_stale", addUp: AddUpAgain) =>
    within.platform("add up what has changed", async ({ db }) => {
      const until = await lockUntil(db);
      const stale = await takeStale(db, marks);
      // The others will be added up with what has changed in them.
      const known = stale.filter(({ hour }) => until && hour < until);
      if (known.length > 0) await addUp(db, known);
      return stale.length === 0;
    });
  for (let isDone = false; !isDone; ) isDone = await again("message_hours_stale", addUpHoursAgain);
  for (let isDone = false; !isDone; ) isDone = await again("figure_hours_stale", addUpFiguresAgain);
  for (let isDone = false; !isDone; ) {
    isDone = await within.platform("add up hours", async ({ db, now }) => {
      const over = hoursOver(now());
      const until = (await lockUntil(db)) ?? (await firstHour(db)) ?? over;
      if (until >= over) {
        await setUntil(db, until);
        return true;
      }
      const range = { from: until, to: new Date(Math.min(until.getTime() + aWeek, over.getTime())) };
      await addUpHours(db, range);
      await addUpFigures(db, range);
      await setUntil(db, range.to);
      return false;
    });
  }
}

type AddUpAgain = (db: Db, hours: readonly StaleHour[]) => Promise<void>;
