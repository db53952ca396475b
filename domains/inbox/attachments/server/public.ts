import { invalidField } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import { signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ChatAttachment } from "../contract.ts";
import { textWithLinks } from "../rules.ts";
import { attachmentLink } from "./attachmentLink.ts";
import { attachmentsOf, lockDrafts } from "./store.ts";

export { attachPicture } from "./attachPicture.ts";
export { receiveFile, type UploadContext } from "./receiveFile.ts";
export { type ReencodedImage, reencodeImage, UnreadableImage } from "./reencodeImage.ts";
export { type AttachmentOwner, attachmentFiles, attachToText, isLiveChat, returnToDrafts } from "./store.ts";

/**
 * Locks a member's uploads in a chat so that they can be attached to a text in this transaction.
 *
 * @throws Failure `invalid` when any is missing, somebody else's, or already sent.
 */
export async function claimDrafts(
  db: Db,
  scope: LocationScope,
  owner: { chat_id: number; user_id: number },
  requested: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(requested)];
  if (ids.length === 0) return ids;
  const locked = await lockDrafts(db, scope, owner, ids);
  if (locked.length === ids.length) return ids;
  throw invalidField("attachment_ids", "A file is no longer there. Please remove it and add it again.");
}

/** The files of scheduled texts, keyed by the text's id. */
export async function attachmentsOfScheduled(
  db: Db,
  dealer_id: number,
  ids: number[],
  addressOf: (storage_key: string) => string,
): Promise<Map<number, ChatAttachment[]>> {
  const files = new Map<number, ChatAttachment[]>();
  const rows = await attachmentsOf(db, dealer_id, "scheduled_id", ids);
  for (const { message_id: _, scheduled_id, storage_key, ...file } of rows) {
    const kind = file.kind === "image" ? ("image" as const) : ("file" as const);
    const earlier = files.get(scheduled_id ?? 0) ?? [];
    files.set(scheduled_id ?? 0, [...earlier, { ...file, kind, url: addressOf(storage_key) }]);
  }
  return files;
}

/** The file ids of a scheduled text, in sending order. */
export async function scheduledFileIds(db: Db, dealer_id: number, id: number): Promise<number[]> {
  return (await attachmentsOf(db, dealer_id, "scheduled_id", [id])).map((file) => file.id);
}

/** How long a carrier may fetch an image, in milliseconds: a text can wait for hours in its queue. */
const mediaLifetimeMs = 86_400_000;

/** A text as the carrier gets it: images as expiring media URLs, other files as links below the text. */
export async function carrierContent(
  { secret, publicUrl }: Pick<Server, "secret" | "publicUrl">,
  db: Db,
  text: { dealer_id: number; message_id: number; message: string },
  now: Date,
): Promise<{ body: string; media: string[] }> {
  const { dealer_id, message_id, message } = text;
  const files = await attachmentsOf(db, dealer_id, "message_id", [message_id]);
  const until = new Date(now.getTime() + mediaLifetimeMs);
  const media = files
    .filter(({ kind }) => kind === "image")
    .map(({ storage_key }) => publicUrl + signedFileUrlUntil(secret, storage_key, until));
  const links = files
    .filter(({ kind }) => kind === "file")
    .map(({ id, name }) => ({ name, link: publicUrl + attachmentLink(secret, dealer_id, id, now) }));
  return { body: textWithLinks(message, links), media };
}
