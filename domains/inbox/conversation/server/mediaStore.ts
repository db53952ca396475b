import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { fetchMediaJob } from "./jobs.ts";

/** Stores a text's media references; a job downloads the files after the commit. */
export async function insertMedia(
  unit: UnitOfWork,
  dealer_id: number,
  message_id: number,
  media: InboundText["media"],
) {
  for (const { url, type } of media) {
    const row = { dealer_id, message_id, url, type };
    const { id } = await unit.db.insertInto("message_media").values(row).returning("id").executeTakeFirstOrThrow();
    unit.enqueue(fetchMediaJob, { dealer_id, media_id: id });
  }
}

export async function mediaById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("message_media")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "message_id", "url", "type", "storage_key"])
    .executeTakeFirst();
}

/** Media that has been downloaded and stored. */
export interface DownloadedMedia {
  readonly storage_key: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

export async function saveDownloadedMedia(
  db: Db,
  dealer_id: number,
  id: number,
  media: DownloadedMedia,
): Promise<void> {
  await db.updateTable("message_media").set(media).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}
