import type { Server } from "#core/server/serve.ts";
import { deliverJob, recoverJob, settleJob } from "./jobs.ts";
import { nextOverdue, overdueSends, queuedMessages } from "./sendStore.ts";

/** A text queued for longer than this, in milliseconds, has lost its job with its process. */
const lostAfterMs = 90_000;

/**
 * Recovers what a dead process left behind: queued texts without a job, and send attempts without a response. The
 * enqueued jobs check the state again, so texts in progress are left alone.
 *
 * @param all at startup, recovers every queued text without the grace period.
 */
export async function recover({ within, log }: Server, { all = false }: { all?: boolean | undefined }): Promise<void> {
  await within.platform("recover texts", async (unit) => {
    const now = unit.now();
    const waiting = await queuedMessages(unit.db, new Date(now.getTime() - (all ? 0 : lostAfterMs)));
    for (const message of waiting) unit.enqueue(deliverJob, message);
    const lost = await overdueSends(unit.db, now);
    for (const send of lost) unit.enqueue(settleJob, send);
    const overdue = await nextOverdue(unit.db);
    if (overdue && lost.length === 0) {
      const after = Math.max(1, Math.ceil((overdue.getTime() - now.getTime()) / 1000));
      unit.enqueue(recoverJob, {}, { delaySeconds: after, dedupeKey: "overdue" });
    }
    if (waiting.length + lost.length > 0)
      log.info({ waiting: waiting.length, lost: lost.length }, "texts taken up again");
  });
}
