import type { Server } from "#core/server/serve.ts";
import { sendScheduledJob } from "./jobs.ts";
import { dueScheduled } from "./store.ts";

/** A text that is due for longer than this, in milliseconds, has lost its job. */
const patience = 15_000;

/**
 * Takes up texts whose time has come and that no job has sent. The jobs look again before they act, so a text that is
 * under way meanwhile is left alone.
 *
 * @param all right after a start: nothing is waited for.
 */
export async function recoverScheduled({ within, log }: Server, all = false): Promise<void> {
  await within.platform("due texts", async (unit) => {
    const due = await dueScheduled(unit.db, new Date(unit.now().getTime() - (all ? 0 : patience)));
    for (const text of due)
      unit.enqueue(sendScheduledJob, text, { onlyOnce: `${text.dealer_id}.${text.scheduled_id}` });
    if (due.length > 0) log.info({ due: due.length }, "scheduled texts taken up");
  });
}
