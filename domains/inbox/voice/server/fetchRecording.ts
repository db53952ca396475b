import { fileTypeFromBuffer } from "file-type";
import type { Server } from "#core/server/serve.ts";
import { tellOfCall } from "#domains/inbox/server/public.ts";
import { mostTries } from "../rules.ts";
import { lockCall } from "./callStore.ts";
import { recordingById, updateRecording } from "./recordingStore.ts";

/** Fetches a recording from the carrier and keeps it. After many tries it counts as lost, and the chat says so. */
export async function fetchRecording(server: Server, job: { dealer_id: number; recording_id: number }): Promise<void> {
  const { within, ports, log } = server;
  const { dealer_id, recording_id } = job;
  const business = { dealer_id };
  const found = await within.business(business, "recording", ({ db }) => recordingById(db, dealer_id, recording_id));
  if (found?.state !== "fetching") return;
  const storage_key = `recordings/${dealer_id}/${found.call_id}/${recording_id}`;
  try {
    const fetched = await ports.voice.fetchRecording(found.url);
    await ports.storage.put(storage_key, fetched.bytes, await soundType(fetched));
  } catch (error) {
    const isLost = found.tries + 1 >= mostTries;
    log.warn({ err: error, dealer_id, recording_id, tries: found.tries + 1 }, "a recording was not fetched");
    await save({ tries: found.tries + 1, ...(isLost && { state: "failed" }) });
    if (isLost) return;
    throw error;
  }
  await save({ state: "kept", storage_key });

  async function save(change: Parameters<typeof updateRecording>[3]): Promise<void> {
    await within.business(business, "recording", async (unit) => {
      await updateRecording(unit.db, dealer_id, recording_id, change);
      const call = change.state && (await lockCall(unit.db, { dealer_id, call_id: found?.call_id ?? 0 }));
      if (call?.message_id && call.chat_id) tellOfCall(unit, { ...call, chat_id: call.chat_id }, call.message_id);
    });
  }
}

/** What the bytes are; where that can't be told, what the carrier says, as long as it is sound. */
async function soundType({ bytes, type }: { bytes: Uint8Array; type: string }): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime ?? type;
  if (bytes.byteLength === 0 || !/^audio\/[\w.+-]+$/.test(found)) throw new Error(`This is no sound but ${found}`);
  return found;
}
