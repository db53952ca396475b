import type { Server } from "#core/server/serve.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { textBack } from "./applyCallUpdate.ts";
import { lockCall, type StoredCallKey, updateCall } from "./callStore.ts";

/** Texts a missed caller whose call's end was never reported: after so long they did not hang up at once. */
export async function textBackLater({ within }: Server, key: StoredCallKey): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "text a missed caller", async (unit) => {
    const call = await lockCall(unit.db, key);
    // The end has decided it, and a voicemail too.
    if (call?.state !== "missed" || call.ended_at !== null || call.chat_id === null) return;
    await lockChat(unit.db, call, call.chat_id);
    await updateCall(unit.db, key, await textBack(unit, call));
  });
}
