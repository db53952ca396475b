import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { reportDays } from "../rules.ts";
import { deleteOldReports } from "./store.ts";

/** Removes reports about emails that are older than 30 days. */
export const sweepReportsJob = job("marketing.reports", z.object({}), { retries: 0 });

const dayMs = 86_400_000;

/** Removes reports older than 30 days, and the oldest of a business that has more than are kept. */
export async function sweepReports({ within, log }: Pick<Server, "within" | "log">): Promise<void> {
  const perCell = await within.eachCell("old reports about emails", ({ db, now }) =>
    deleteOldReports(db, new Date(now().getTime() - reportDays * dayMs)),
  );
  const removed = perCell.reduce((sum, count) => sum + count, 0);
  if (removed > 0) log.info({ removed }, "old reports about emails were removed");
}

export const emailReportWorkers = [worker(sweepReportsJob, sweepReports, { schedule: "37 * * * *" })];
