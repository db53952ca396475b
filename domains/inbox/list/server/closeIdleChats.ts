import { sql } from "kysely";
import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { idleDays } from "../rules.ts";

export const closeIdleJob = job("inbox.closeIdle", z.object({}), { retries: 0 });

/** Moves every dealer's chats without activity for `idleDays` to In-Active. */
export async function closeIdleChats({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("close idle chats", async ({ db, now }) => {
    await db
      .updateTable("chats")
      .set({ is_closed: 1 })
      .where("is_closed", "=", 0)
      .where(sql<boolean>`chat_time < ${now()}::timestamptz - make_interval(days => ${idleDays})`)
      .execute();
  });
}

export const closeIdleWorkers = [worker(closeIdleJob, closeIdleChats, { schedule: "7 * * * *" })];
