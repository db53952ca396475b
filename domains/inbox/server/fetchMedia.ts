import { fileTypeFromBuffer } from "file-type";
import type { Server } from "#core/server/serve.ts";
import { keepMedia, mediaById } from "./mediaStore.ts";

/** Fetches what came with a text from the carrier, and keeps it under the type that its bytes say, not its sender. */
export async function fetchMedia({ within, ports }: Server, job: { dealer_id: number; media_id: number }) {
  const { dealer_id, media_id } = job;
  const business = { dealer_id };
  const media = await within.business(business, "fetch media", ({ db }) => mediaById(db, dealer_id, media_id));
  if (!media || media.storage_key) return;
  const { bytes } = await ports.sms.fetchMedia(media.url);
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? "application/octet-stream";
  const key = `media/${dealer_id}/${media.message_id}/${media_id}`;
  await ports.storage.put(key, bytes, type);
  await within.business(business, "fetch media", ({ db }) => keepMedia(db, dealer_id, media_id, key, type));
}
