import { mimeTypeOf } from "#core/server/mimeType.ts";
import type { Server } from "#core/server/serve.ts";
import { maxFetchAttempts } from "../rules.ts";
import { publishCallMessage } from "./callMessage.ts";
import { lockCall } from "./callStore.ts";
import { recordingById, updateRecording } from "./recordingStore.ts";

/** Downloads a recording from the carrier. After `mostTries` failures it counts as lost, and the chat shows that. */
export async function fetchRecording(server: Server, job: { dealer_id: number; recording_id: number }): Promise<void> {
  const { within, ports, log } = server;
  const { dealer_id, recording_id } = job;
  const business = { dealer_id };
  const recording = await within.business(business, "recording", ({ db }) =>
    recordingById(db, dealer_id, recording_id),
  );
  if (recording?.state !== "fetching") return;
  const storage_key = `recordings/${dealer_id}/${recording.call_id}/${recording_id}`;
  try {
    const fetched = await ports.voice.fetchRecording(recording.url);
    await ports.storage.put(storage_key, fetched.bytes, await audioType(fetched));
  } catch (error) {
    const isLost = recording.tries + 1 >= maxFetchAttempts;
    log.warn({ err: error, dealer_id, recording_id, tries: recording.tries + 1 }, "a recording was not fetched");
    await save({ tries: recording.tries + 1, ...(isLost && { state: "failed" }) });
    if (isLost) return;
    throw error;
  }
  await save({ state: "kept", storage_key });

  async function save(change: Parameters<typeof updateRecording>[3]): Promise<void> {
    await within.business(business, "recording", async (unit) => {
      await updateRecording(unit.db, dealer_id, recording_id, change);
      const call = change.state && (await lockCall(unit.db, { dealer_id, call_id: recording?.call_id ?? 0 }));
      if (call?.message_id && call.chat_id)
        publishCallMessage(unit, { ...call, chat_id: call.chat_id }, call.message_id);
    });
  }
}

/** The MIME type sniffed from the bytes, or else the carrier's; throws unless it is audio. */
async function audioType({ bytes, type }: { bytes: Uint8Array; type: string }): Promise<string> {
  const mime = (await mimeTypeOf(bytes)) ?? type;
  if (bytes.byteLength === 0 || !/^audio\/[\w.+-]+$/.test(mime)) throw new Error(`Expected audio, got ${mime}`);
  return mime;
}
