import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { StoredPicture } from "#domains/templates/pictures/server/public.ts";

/** Pictures created before these times are judged: those of texts, and those of emails. */
export interface JudgedUntil {
  readonly texts: Date;
  readonly emails: Date;
}

/**
 * Pictures of all businesses that are older and that no campaign and no live template has; locked until the transaction
 * ends, so that nobody takes one meanwhile. Who got an email sees its pictures whatever became of campaign and template.
 */
export async function lockUnusedPictures(db: Db, before: JudgedUntil, limit: number): Promise<StoredPicture[]> {
  const { rows } = await sql<StoredPicture>`
    select i.dealer_id, i.id, i.storage_key from marketing_images i
    where i.created_at < case when i.token is null then ${before.texts}::timestamptz else ${before.emails}::timestamptz end
      and not exists (select from campaigns c where c.dealer_id = i.dealer_id and c.image_id = i.id)
      and not exists (select from text_templates t
        where t.dealer_id = i.dealer_id and t.image_id = i.id and t.deleted_at is null)
      and not exists (select from email_templates t
        where t.dealer_id = i.dealer_id and i.token = any (t.picture_tokens) and t.deleted_at is null)
      and not exists (select from campaigns c
        where c.dealer_id = i.dealer_id and i.token = any (c.picture_tokens)
          and (c.deleted_at is null or c.submitted_at is not null))
    order by i.dealer_id, i.id limit ${limit}
    for update of i skip locked`.execute(db);
  return rows;
}
