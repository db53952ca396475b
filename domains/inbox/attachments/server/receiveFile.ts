import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ReceivedFile } from "#core/call.ts";
import { Failure, orNotFound } from "#core/failure.ts";
import { asciiFileName } from "#core/fileNames.ts";
import { type PreparedFile, prepareFile } from "#core/server/prepareFile.ts";
import type { Deps, Handlers, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { libraryFile } from "#domains/library/server/public.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import { templateById } from "#domains/templates/text/server/public.ts";
import { attachmentField, type ChatAttachment, type chatAttachments } from "../contract.ts";
import { countDrafts, deleteAttachment, insertAttachment, isLiveChat, lockDraft } from "./store.ts";

export const chatAttachmentHandlers: Handlers<typeof chatAttachments> = {
  async add(context, { body: { chat_id }, file }) {
    return receiveFile(context, chat_id, file);
  },

  async addFromTemplate(context, { params: { id }, body: { chat_id } }) {
    return attachTemplatePicture(context, id, chat_id);
  },

  async addFromLibrary(context, { params: { id }, body: { chat_id } }) {
    return attachLibraryFile(context, id, chat_id);
  },

  async remove({ db, scope, who, ports, log, afterCommit }, { params: { attachment_id } }) {
    const { storage_key } = orNotFound(await lockDraft(db, scope, who.user_id, attachment_id));
    await deleteAttachment(db, scope.dealer_id, attachment_id);
    afterCommit(() => {
      ports.storage
        .remove(storage_key)
        .catch((error) => log.warn({ err: error, attachment_id }, "a file was not removed"));
    });
    return null;
  },
};

/** Unsent uploads per member and chat; more would only fill the storage. */
const maxDrafts = 40;

/** What an upload needs of a call's context; it opens its own transactions. */
export type UploadContext = Pick<StaffContext, "scope" | "origin" | "who" | "ports" | "secret"> & Pick<Deps, "within">;

/** Stores an upload for a chat's next text. No database connection is held while it is processed. */
export async function receiveFile(
  context: UploadContext,
  chat_id: number,
  file: ReceivedFile,
): Promise<ChatAttachment> {
  await assertRoomForDraft(context, chat_id);
  return storeDraft(context, chat_id, await prepareFile(file, attachmentField.field));
}

async function assertRoomForDraft({ within, scope, origin, who }: UploadContext, chat_id: number): Promise<void> {
  await within(scope, origin, async ({ db }) => {
    if (!(await isLiveChat(db, scope, chat_id))) orNotFound(undefined);
    if ((await countDrafts(db, scope, { chat_id, user_id: who.user_id })) < maxDrafts) return;
    throw new Failure("conflict", "This chat already has many files waiting. Send or remove some first.");
  });
}

/** Its row is committed before the file is stored, so that no file is ever orphaned. */
async function storeDraft(context: UploadContext, chat_id: number, file: PreparedFile): Promise<ChatAttachment> {
  const { within, scope, origin, who, ports, secret } = context;
  const { name, kind, type, bytes } = file;
  const storage_key = `a/${scope.dealer_id}/${randomBytes(16).toString("hex")}/${asciiFileName(name)}`;
  const row = { chat_id, user_id: who.user_id, name, kind, type, size: bytes.length, storage_key };
  const id = await within(scope, origin, async (unit) => {
    await assertRoomFor(unit, scope.dealer_id, bytes.length);
    return insertAttachment(unit.db, scope, { ...row, created_at: unit.now() });
  });
  await ports.storage.put(storage_key, bytes, type);
  return { id, name, kind, type, size: bytes.length, url: signedFileUrl(secret, storage_key, ports.clock.now()) };
}

/**
 * Makes a copy of a file of the library one of the caller's own uploads in a chat, so that the text keeps it whatever
 * becomes of the library's. It was checked when it came in.
 */
async function attachLibraryFile(context: UploadContext, id: number, chat_id: number): Promise<ChatAttachment> {
  const { within, scope, origin, ports } = context;
  await assertRoomForDraft(context, chat_id);
  const found = await within.readOnly(scope, origin, ({ db }) => libraryFile(db, scope, id));
  const { name, kind, type, storage_key } = orNotFound(found);
  const stored = orNotFound(await ports.storage.get(storage_key));
  return storeDraft(context, chat_id, { name, kind, type, bytes: await buffer(stored.stream()) });
}

/**
 * Makes a template's picture one of the caller's own uploads in a chat, so that the text keeps it whatever becomes of the
 * template.
 *
 * @returns null when the template has no picture.
 */
async function attachTemplatePicture(
  context: UploadContext,
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
