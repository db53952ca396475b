import { worker } from "#core/server/domainManifest.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import type { Server } from "#core/server/serve.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { maxFetchAttempts, strongerDial } from "../rules.ts";
import { applyCallUpdate, publishCallMessage, textBack } from "./applyCallUpdate.ts";
import { mailCall } from "./callMail.ts";
import { lockCall, recordingById, type StoredCallKey, updateCall, updateRecording } from "./callStore.ts";
import { fetchRecordingJob, mailCallJob, settleCallJob, textBackJob } from "./jobs.ts";

/** Settles a call whose dial result never arrived: it was missed, unless a person took it. */
async function settleCall({ within }: Server, key: StoredCallKey): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "settle a call", async (unit) => {
    const call = await lockCall(unit.db, key);
    if (call?.dialed !== "" || call.answered_at) return;
    await applyCallUpdate(unit, call, { dialed: strongerDial(call.dialed, "unanswered") });
  });
}

/** Texts a missed caller whose call's end was never reported: by now they certainly waited. */
async function textBackLater({ within }: Server, key: StoredCallKey): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "text a missed caller", async (unit) => {
    const call = await lockCall(unit.db, key);
    // The end has decided it, and a voicemail too.
    if (call?.state !== "missed" || call.ended_at !== null || call.chat_id === null) return;
    await lockChat(unit.db, call, call.chat_id);
    await updateCall(unit.db, key, await textBack(unit, call));
  });
}

/** Downloads a recording from the carrier. After `mostTries` failures it counts as lost, and the chat shows that. */
async function fetchRecording(server: Server, job: { dealer_id: number; recording_id: number }): Promise<void> {
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

export const voiceWorkers = [
  worker(settleCallJob, settleCall),
  worker(textBackJob, textBackLater),
  worker(fetchRecordingJob, fetchRecording),
  worker(mailCallJob, mailCall),
];
