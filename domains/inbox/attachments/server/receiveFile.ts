import { randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { Failure, orNotFound } from "#core/failure.ts";
import type { Deps, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import type { ChatAttachment } from "../contract.ts";
import { asciiFileName } from "../rules.ts";
import { prepareFile } from "./prepareFile.ts";
import { countDrafts, insertAttachment, isLiveChat } from "./store.ts";

/** Unsent uploads per member and chat; more would only fill the storage. */
const maxDrafts = 40;

/** What an upload needs of a call's context; it opens its own transactions. */
export type UploadContext = Pick<StaffContext, "scope" | "origin" | "who" | "ports" | "secret"> & Pick<Deps, "within">;

/**
 * Stores an upload for a chat's next text. No database connection is held while it is processed, and its row is committed
 * before the file is stored, so that no file is ever orphaned.
 */
export async function receiveFile(
  context: UploadContext,
  chat_id: number,
  file: ReceivedFile,
): Promise<ChatAttachment> {
  const { within, scope, origin, who, ports, secret } = context;
  const owner = { chat_id, user_id: who.user_id };
  await within(scope, origin, async ({ db }) => {
    if (!(await isLiveChat(db, scope, chat_id))) orNotFound(undefined);
    if ((await countDrafts(db, scope, owner)) < maxDrafts) return;
    throw new Failure("conflict", "Many files wait in this chat already. Please send or remove some first.");
  });
  const { name, kind, type, bytes } = await prepareFile(file);
  const storage_key = `a/${scope.dealer_id}/${randomBytes(16).toString("hex")}/${asciiFileName(name)}`;
  const row = { ...owner, name, kind, type, size: bytes.length, storage_key };
  const id = await within(scope, origin, async (unit) => {
    await assertRoomFor(unit, scope.dealer_id, bytes.length);
    return insertAttachment(unit.db, scope, { ...row, created_at: unit.now() });
  });
  await ports.storage.put(storage_key, bytes, type);
  return { id, name, kind, type, size: bytes.length, url: signedFileUrl(secret, storage_key, ports.clock.now()) };
}
