import type { Server } from "#core/server/serve.ts";
import { sendScheduledJob } from "./jobs.ts";
import { dueScheduled } from "./store.ts";

/** A text overdue by more than this, in milliseconds, has lost its job. */
const lostAfterMs = 15_000;

/**
 * Enqueues due texts that no job has sent. Each job checks the text's state again, so one that is being sent is left alone.
 *
 * @param all at startup, recovers every due text without the grace period.
 */
export async function recoverScheduled({ within, log }: Server, all = false): Promise<void> {
  await within.platform("due texts", async (unit) => {
    const due = await dueScheduled(unit.db, new Date(unit.now().getTime() - (all ? 0 : lostAfterMs)));
    for (const text of due)
      unit.enqueue(sendScheduledJob, text, { dedupeKey: `${text.dealer_id}.${text.scheduled_id}` });
    if (due.length > 0) log.info({ due: due.length }, "scheduled texts taken up");
  });
}
