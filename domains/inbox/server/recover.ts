import type { Server } from "#core/server/serve.ts";
import { deliverJob, recoverJob, settleJob } from "./jobs.ts";
import { lostSends, nextOverdue, waitingMessages } from "./sendStore.ts";

/** A text that waits longer than this, in milliseconds, has lost its job with the process that had it. */
const patience = 90_000;

/**
 * Takes up what a dead process left behind: texts that were never handed over, and hand-overs without an answer. The
 * jobs that it puts in look again before they act, so a text that is under way meanwhile is left alone.
 *
 * @param all right after a start: nothing can be under way in this process yet, so nothing is waited for.
 */
export async function recover({ within, log }: Server, { all = false }: { all?: boolean | undefined }): Promise<void> {
  await within.platform("recover texts", async (unit) => {
    const now = unit.now();
    const waiting = await waitingMessages(unit.db, new Date(now.getTime() - (all ? 0 : patience)));
    for (const message of waiting) unit.enqueue(deliverJob, message);
    const lost = await lostSends(unit.db, now);
    for (const send of lost) unit.enqueue(settleJob, send);
    const overdue = await nextOverdue(unit.db);
    if (overdue && lost.length === 0) {
      const after = Math.max(1, Math.ceil((overdue.getTime() - now.getTime()) / 1000));
      unit.enqueue(recoverJob, {}, { after, onlyOnce: "overdue" });
    }
    if (waiting.length + lost.length > 0)
      log.info({ waiting: waiting.length, lost: lost.length }, "texts taken up again");
  });
}
