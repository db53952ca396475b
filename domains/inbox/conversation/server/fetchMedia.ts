import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { safeContentType } from "#core/fileNames.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { lockMessage } from "#domains/inbox/server/messageStore.ts";
import type { InboundText } from "#ports/sms/sms.ts";

/** Downloads an inbound text's media from the carrier. */
export const fetchMediaJob = job("inbox.fetchMedia", z.object({ dealer_id: Id, media_id: Id }), { retries: 8 });

/** Downloads inbound media from the carrier and stores it under the type its bytes show, not the claimed one. */
async function fetchMedia({ within, ports }: Server, job: { dealer_id: number; media_id: number }) {
  const { dealer_id, media_id } = job;
  const business = { dealer_id };
  const media = await within.business(business, "fetch media", ({ db }) => mediaById(db, dealer_id, media_id));
  if (!media || media.storage_key) return;
  const { bytes } = await ports.sms.fetchMedia(media.url);
  const type = safeContentType(await mimeTypeOf(bytes));
  const storage_key = `media/${dealer_id}/${media.message_id}/${media_id}`;
  await ports.storage.put(storage_key, bytes, type);
  await within.business(business, "fetch media", async (unit) => {
    await saveDownloadedMedia(unit.db, dealer_id, media_id, { storage_key, type, size: bytes.byteLength });
    const message = await lockMessage(unit.db, dealer_id, media.message_id);
    if (!message) return;
    const payload = { message_id: message.id, target_id: message.chat_id, what: "state" as const };
    unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id: message.location_id });
  });
}

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

async function mediaById(db: Db, dealer_id: number, id: number) {
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

async function saveDownloadedMedia(db: Db, dealer_id: number, id: number, media: DownloadedMedia): Promise<void> {
  await db.updateTable("message_media").set(media).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

export const conversationWorkers = [worker(fetchMediaJob, fetchMedia)];
