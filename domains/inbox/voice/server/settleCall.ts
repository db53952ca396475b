import type { Server } from "#core/server/serve.ts";
import { strongerDial } from "../rules.ts";
import { applyCallUpdate } from "./applyCallUpdate.ts";
import { lockCall, type StoredCallKey } from "./callStore.ts";

/** Settles a call whose dial result never arrived: it was missed, unless a person took it. */
export async function settleCall({ within }: Server, key: StoredCallKey): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "settle a call", async (unit) => {
    const call = await lockCall(unit.db, key);
    if (call?.dialed !== "" || call.answered_at) return;
    await applyCallUpdate(unit, call, { dialed: strongerDial(call.dialed, "unanswered") });
  });
}
