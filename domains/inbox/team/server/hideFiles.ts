import { randomUUID } from "node:crypto";
import type { Server } from "#core/server/serve.ts";
import { attachmentFiles } from "#domains/inbox/attachments/server/public.ts";
import { mediaFiles } from "#domains/inbox/server/public.ts";
import { recordingFiles } from "#domains/inbox/voice/server/public.ts";

const hidden = "hidden/";

/**
 * Moves what belongs to a deleted message out of reach: an address that somebody was given before leads nowhere, and
 * whoever still sees the message gets a new one.
 */
export async function hideFiles({ within, ports }: Server, job: { dealer_id: number; message_id: number }) {
  const { dealer_id, message_id } = job;
  const business = { dealer_id };
  for (const files of [mediaFiles, attachmentFiles, recordingFiles]) {
    const kept = await within.business(business, "hide files", ({ db }) => files.of(db, dealer_id, message_id));
    for (const { id, storage_key } of kept) {
      const file = storage_key.startsWith(hidden) ? undefined : await ports.storage.get(storage_key);
      if (!file) continue;
      const key = `${hidden}${dealer_id}/${randomUUID()}`;
      await ports.storage.put(key, file.stream(), file.type);
      await within.business(business, "hide files", ({ db }) => files.move(db, dealer_id, id, key));
      await ports.storage.remove(storage_key);
    }
  }
}
