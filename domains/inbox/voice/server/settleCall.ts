import type { Server } from "#core/server/serve.ts";
import { strongerDial } from "../rules.ts";
import { type CallOf, lockCall } from "./callStore.ts";
import { judgeCall } from "./judgeCall.ts";

/** A call whose ringing should be over by now, though nobody said so: it was missed, unless a person took it. */
export async function settleCall({ within }: Server, of: CallOf): Promise<void> {
  await within.business({ dealer_id: of.dealer_id }, "settle a call", async (unit) => {
    const call = await lockCall(unit.db, of);
    if (call?.dialed !== "" || call.answered_at) return;
    await judgeCall(unit, call, { dialed: strongerDial(call.dialed, "unanswered") });
  });
}
