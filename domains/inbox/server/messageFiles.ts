import { type NotNull, sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { describeInboundMedia } from "#domains/inbox/attachments/rules.ts";

/** A stored file of a message. */
export interface MessageFile {
  readonly id: number;
  /** Outbound files only; carriers deliver inbound media without names. */
  readonly name?: string;
  readonly kind?: ChatAttachment["kind"];
  readonly type: string;
  readonly size: number | null;
  readonly storage_key: string;
}

/** A message's files in order; the subqueries run only for messages with media. */
export const messageFilesColumn = sql<MessageFile[] | null>`case when messages.media_count > 0 then
  case when messages.campaign_image is not null then json_build_array(json_build_object('id', messages.id,
    'name', 'picture.jpg', 'kind', 'image', 'type', 'image/jpeg', 'size', null, 'storage_key', messages.campaign_image))
  when messages.is_from_customer = 1 then (
    select json_agg(json_build_object('id', m.id, 'type', m.type, 'size', m.size, 'storage_key', m.storage_key) order by m.id)
    from message_media m where m.dealer_id = messages.dealer_id and m.message_id = messages.id and m.storage_key is not null
  ) else (
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'kind', a.kind, 'type', a.type, 'size', a.size,
      'storage_key', a.storage_key) order by a.place, a.id)
    from chat_attachments a where a.dealer_id = messages.dealer_id and a.message_id = messages.id
  ) end end`;

/** A message's files in wire format. */
export function toAttachments(files: readonly MessageFile[] | null, addressOf: (storage_key: string) => string) {
  return (files ?? []).map(({ storage_key, size, ...file }): ChatAttachment => {
    return { ...describeInboundMedia(file.type), ...file, size: size ?? 0, url: addressOf(storage_key) };
  });
}

/** The stored files of an inbound message, so that `hideFiles` can move them. */
export const mediaFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const media = db.selectFrom("message_media").where("dealer_id", "=", dealer_id);
    const stored = media.where("message_id", "=", message_id).where("storage_key", "is not", null);
    return stored.select(["id", "storage_key"]).$narrowType<{ storage_key: NotNull }>().execute();
  },
  async move(db: Db, dealer_id: number, id: number, storage_key: string): Promise<void> {
    const media = db.updateTable("message_media").set({ storage_key }).where("dealer_id", "=", dealer_id);
    await media.where("id", "=", id).execute();
  },
};
