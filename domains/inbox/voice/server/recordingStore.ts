import type { NotNull } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Recording } from "#ports/voice/voice.ts";
import type { CallOf } from "./callStore.ts";

/** Notes a recording; told again, nothing changes. */
export async function insertRecording(db: Db, { dealer_id, call_id }: CallOf, recording: Recording, told_at: Date) {
  const { sid, url, part, duration = null } = recording;
  await db
    .insertInto("call_recordings")
    .values({ dealer_id, call_id, sid, url, part, duration, told_at })
    .onConflict((conflict) => conflict.columns(["dealer_id", "sid"]).doNothing())
    .execute();
}

/** What was recorded of a call, in the order in which it was told. */
export async function recordingsOf(db: Db, { dealer_id, call_id }: CallOf) {
  return db
    .selectFrom("call_recordings")
    .where("dealer_id", "=", dealer_id)
    .where("call_id", "=", call_id)
    .orderBy("id")
    .select(["id", "part", "state"])
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

/** What was recorded of a message's call, by where it is kept. */
export const recordingFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const recordings = db
      .selectFrom("calls")
      .innerJoin("call_recordings as sound", (join) =>
        join.onRef("sound.dealer_id", "=", "calls.dealer_id").onRef("sound.call_id", "=", "calls.id"),
      )
      .where("calls.dealer_id", "=", dealer_id)
      .where("calls.message_id", "=", message_id)
      .where("sound.storage_key", "is not", null);
    return recordings.select(["sound.id", "sound.storage_key"]).$narrowType<{ storage_key: NotNull }>().execute();
  },
  move: (db: Db, dealer_id: number, id: number, storage_key: string) =>
    updateRecording(db, dealer_id, id, { storage_key }),
};
