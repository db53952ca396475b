import type { NotNull } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Recording } from "#ports/voice/voice.ts";
import type { StoredCallKey } from "./callStore.ts";

/** Stores a recording's reference; repeats are ignored. */
export async function insertRecording(
  db: Db,
  { dealer_id, call_id }: StoredCallKey,
  recording: Recording,
  reported_at: Date,
) {
  const { sid, url, part, duration = null } = recording;
  await db
    .insertInto("call_recordings")
    .values({ dealer_id, call_id, sid, url, part, duration, told_at: reported_at })
    .onConflict((conflict) => conflict.columns(["dealer_id", "sid"]).doNothing())
    .execute();
}

/** A call's recordings, in the order they were reported. */
export async function recordingsOf(db: Db, { dealer_id, call_id }: StoredCallKey) {
  return db
    .selectFrom("call_recordings")
    .where("dealer_id", "=", dealer_id)
    .where("call_id", "=", call_id)
    .orderBy("id")
    .select(["id", "part", "state", "duration"])
    .execute();
}

export async function recordingById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("call_recordings")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "call_id", "sid", "url", "state", "tries"])
    .executeTakeFirst();
}

export interface RecordingChange {
  readonly state?: "fetching" | "kept" | "failed";
  readonly tries?: number;
  readonly storage_key?: string;
}

export async function updateRecording(db: Db, dealer_id: number, id: number, change: RecordingChange): Promise<void> {
  const recording = db.updateTable("call_recordings").set(change).where("dealer_id", "=", dealer_id);
  await recording.where("id", "=", id).execute();
}

/** The stored recordings of a message's call, so that `hideFiles` can move them. */
export const recordingFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const recordings = db
      .selectFrom("calls")
      .innerJoin("call_recordings as recording", (join) =>
        join.onRef("recording.dealer_id", "=", "calls.dealer_id").onRef("recording.call_id", "=", "calls.id"),
      )
      .where("calls.dealer_id", "=", dealer_id)
      .where("calls.message_id", "=", message_id)
      .where("recording.storage_key", "is not", null);
    return recordings
      .select(["recording.id", "recording.storage_key"])
      .$narrowType<{ storage_key: NotNull }>()
      .execute();
  },
  move: (db: Db, dealer_id: number, id: number, storage_key: string) =>
    updateRecording(db, dealer_id, id, { storage_key }),
};
