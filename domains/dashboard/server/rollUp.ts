import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { endOfCompleteHours } from "../rules.ts";
import { rebuildFigureHours, rollUpFigureHours } from "./figureHoursStore.ts";
import {
  firstHour,
  lockRolledUpUntil,
  rebuildMessageHours,
  rollUpMessageHours,
  type StaleHour,
  setRolledUpUntil,
  takeStaleHours,
} from "./messageHoursStore.ts";

/** Rolls up complete hours. */
export const rollUpJob = job("dashboard.rollUp", z.object({}), { retries: 0, concurrency: 1, expires: 600 });

/** The most that one transaction rolls up when catching up. */
const aWeek = 7 * 24 * 3_600_000;

/**
 * Rolls up complete hours, and again those that changed since. Each step is one transaction that also moves the mark,
 * so that it can stop anywhere without counting twice.
 */
export async function rollUp({ within }: Pick<Server, "within">): Promise<void> {
  const rollUpChanged = (marks: "message_hours_stale" | "figure_hours_stale", addUp: RollUpAgain) =>
    within.eachCell("add up what has changed", async ({ db }) => {
      const until = await lockRolledUpUntil(db);
      const stale = await takeStaleHours(db, marks);
      // The first rollup of the other hours will include their changes.
      const rolledUp = stale.filter(({ hour }) => until && hour < until);
      if (rolledUp.length > 0) await addUp(db, rolledUp);
      return stale.length === 0;
    });
  await untilDone(() => rollUpChanged("message_hours_stale", rebuildMessageHours));
  await untilDone(() => rollUpChanged("figure_hours_stale", rebuildFigureHours));
  await untilDone(() =>
    within.eachCell("add up hours", async ({ db, now }) => {
      const end = endOfCompleteHours(now());
      const until = (await lockRolledUpUntil(db)) ?? (await firstHour(db)) ?? end;
      if (until >= end) {
        await setRolledUpUntil(db, until);
        return true;
      }
      const range = { from: until, to: new Date(Math.min(until.getTime() + aWeek, end.getTime())) };
      await rollUpMessageHours(db, range);
      await rollUpFigureHours(db, range);
      await setRolledUpUntil(db, range.to);
      return false;
    }),
  );
}

/** Runs a step until nothing is left to do in any database. */
async function untilDone(step: () => Promise<boolean[]>): Promise<void> {
  while (!(await step()).every(Boolean));
}

type RollUpAgain = (db: Db, hours: readonly StaleHour[]) => Promise<void>;

export const dashboardWorkers = [worker(rollUpJob, rollUp, { schedule: "* * * * *" })];
