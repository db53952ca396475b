import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { isLiveChat, receiveFile } from "#domains/inbox/attachments/server/public.ts";
import type { textTemplates } from "../contract.ts";
import { templateById } from "./store.ts";

/**
 * Makes a template's picture one of the caller's own uploads in a chat, so that the text keeps it whatever becomes of the
 * template.
 *
 * @returns null when the template has no picture.
 */
export async function attachPicture(
  context: ContextOf<typeof textTemplates.attach>,
  id: number,
  chat_id: number,
): Promise<ChatAttachment | null> {
  const { within, scope, origin, ports } = context;
  const found = await within.readOnly(scope, origin, async ({ db }) =>
    (await isLiveChat(db, scope, chat_id)) ? templateById(db, scope, id) : undefined,
  );
  const { storage_key } = orNotFound(found);
  const picture = storage_key === null ? undefined : await ports.storage.get(storage_key);
  if (storage_key === null || !picture) return null;
  return receiveFile(context, chat_id, { name: basename(storage_key), bytes: await buffer(picture.stream()) });
}
