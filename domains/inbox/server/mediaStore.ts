import { type NotNull, sql } from "kysely";
import type { Db, Unit } from "#core/server/unit.ts";
import type { ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { namedMedia } from "#domains/inbox/attachments/rules.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { fetchMediaJob } from "./jobs.ts";

/** Notes what came with a text, and lets it be fetched after the commit. */
export async function insertMedia(unit: Unit, dealer_id: number, message_id: number, media: InboundText["media"]) {
  for (const { url, type } of media) {
    const row = { dealer_id, message_id, url, type };
    const { id } = await unit.db.insertInto("message_media").values(row).returning("id").executeTakeFirstOrThrow();
    unit.enqueue(fetchMediaJob, { dealer_id, media_id: id });
  }
}

export async function mediaById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("message_media")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "message_id", "url", "type", "storage_key"])
    .executeTakeFirst();
}

/** What a medium is once it has been fetched. */
export interface KeptMedia {
  readonly storage_key: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export async function keepMedia(db: Db, dealer_id: number, id: number, kept: KeptMedia): Promise<void> {
  await db.updateTable("message_media").set(kept).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** A file of a message, as it is kept. */
export interface KeptFile {
  readonly id: number;
  /** Of what goes out; what a customer sends has none. */
  readonly name?: string;
  readonly kind?: ChatAttachment["kind"];
  readonly type: string;
  readonly size: number | null;
  readonly storage_key: string;
}

/** The files of a message, in their order. Nothing is looked up for one without. */
export const filesIn = sql<KeptFile[] | null>`case when messages.media_count > 0 then
  case when messages.is_from_customer = 1 then (
    select json_agg(json_build_object('id', m.id, 'type', m.type, 'size', m.size, 'storage_key', m.storage_key) order by m.id)
    from message_media m where m.dealer_id = messages.dealer_id and m.message_id = messages.id and m.storage_key is not null
  ) else (
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'kind', a.kind, 'type', a.type, 'size', a.size,
      'storage_key', a.storage_key) order by a.place, a.id)
    from chat_attachments a where a.dealer_id = messages.dealer_id and a.message_id = messages.id
  ) end end`;

/** The files of a message as they go over the wire. */
export function shownFiles(files: readonly KeptFile[] | null, addressOf: (storage_key: string) => string) {
  return (files ?? []).map(({ storage_key, size, ...file }): ChatAttachment => {
    return { ...namedMedia(file.type), ...file, size: size ?? 0, url: addressOf(storage_key) };
  });
}

/** What came with a message, by where it is kept. */
export const mediaFiles = {
  async of(db: Db, dealer_id: number, message_id: number) {
    const media = db.selectFrom("message_media").where("dealer_id", "=", dealer_id);
    const kept = media.where("message_id", "=", message_id).where("storage_key", "is not", null);
    return kept.select(["id", "storage_key"]).$narrowType<{ storage_key: NotNull }>().execute();
  },
  async move(db: Db, dealer_id: number, id: number, storage_key: string): Promise<void> {
    const media = db.updateTable("message_media").set({ storage_key }).where("dealer_id", "=", dealer_id);
    await media.where("id", "=", id).execute();
  },
};
