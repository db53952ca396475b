import { mimeTypeOf } from "#core/server/mimeType.ts";
import type { Server } from "#core/server/serve.ts";
import { safeContentType } from "#domains/inbox/attachments/rules.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { lockMessage } from "#domains/inbox/server/messageStore.ts";
import { mediaById, saveDownloadedMedia } from "./mediaStore.ts";

/** Downloads inbound media from the carrier and stores it under the type its bytes show, not the claimed one. */
export async function fetchMedia({ within, ports }: Server, job: { dealer_id: number; media_id: number }) {
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
