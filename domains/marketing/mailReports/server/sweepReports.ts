import type { Server } from "#core/server/serve.ts";
import { reportDays } from "../rules.ts";
import { deleteOldReports } from "./store.ts";

const dayMs = 86_400_000;

/** Removes reports older than 30 days, and the oldest of a business that has more than are kept. */
export async function sweepReports({ within, log }: Pick<Server, "within" | "log">): Promise<void> {
  const removed = await within.platform("old reports about emails", ({ db, now }) =>
    deleteOldReports(db, new Date(now().getTime() - reportDays * dayMs)),
  );
  if (removed > 0) log.info({ removed }, "old reports about emails were removed");
}
