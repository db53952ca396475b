import { randomUUID } from "node:crypto";
import type { Server } from "#core/server/serve.ts";
import { attachmentFiles } from "#domains/inbox/attachments/server/public.ts";
import { mediaFiles } from "#domains/inbox/server/messageFiles.ts";
import { recordingFiles } from "#domains/inbox/voice/server/public.ts";

const hiddenPrefix = "hidden/";

/**
 * Moves the files of a deleted message to new keys: addresses handed out before stop working, and those who still see the
 * message get new ones.
 */
export async function hideFiles({ within, ports }: Server, job: { dealer_id: number; message_id: number }) {
  const { dealer_id, message_id } = job;
  const business = { dealer_id };
  for (const files of [mediaFiles, attachmentFiles, recordingFiles]) {
    const stored = await within.business(business, "hide files", ({ db }) => files.of(db, dealer_id, message_id));
    for (const { id, storage_key } of stored) {
      const file = storage_key.startsWith(hiddenPrefix) ? undefined : await ports.storage.get(storage_key);
      if (!file) continue;
      const key = `${hiddenPrefix}${dealer_id}/${randomUUID()}`;
      await ports.storage.put(key, file.stream(), file.type);
      await within.business(business, "hide files", ({ db }) => files.move(db, dealer_id, id, key));
      await ports.storage.remove(storage_key);
    }
  }
}
