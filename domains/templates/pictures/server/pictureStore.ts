import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** A stored picture of a business. */
export interface StoredPicture {
  readonly dealer_id: number;
  readonly id: number;
  readonly storage_key: string;
}

/** Deletes pictures' rows, and takes them off deleted templates, which nobody sees. One that is used again makes it fail. */
export async function deletePictures(db: Db, pictures: readonly StoredPicture[]): Promise<void> {
  const dealers = pictures.map(({ dealer_id }) => dealer_id);
  const ids = pictures.map(({ id }) => id);
  const unused = sql`unnest(${dealers}::bigint[], ${ids}::bigint[]) as unused (dealer_id, id)`;
  await sql`update text_templates t set image_id = null from ${unused}
    where t.dealer_id = unused.dealer_id and t.image_id = unused.id and t.deleted_at is not null`.execute(db);
  await sql`delete from marketing_images i using ${unused}
    where i.dealer_id = unused.dealer_id and i.id = unused.id`.execute(db);
}
