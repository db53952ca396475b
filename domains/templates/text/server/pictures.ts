import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { ReceivedFile } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import { isReencodable, type ReencodedImage, reencodeImage, UnreadableImage } from "#core/server/reencodeImage.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import { templateImageField } from "../contract.ts";
import { insertImage } from "./store.ts";

/** A picture ready to store. */
interface PreparedImage extends Pick<ReencodedImage, "bytes" | "type"> {
  readonly storage_key: string;
}

/**
 * Re-encodes a picture for carriers. Its bytes decide what it is; its name never does.
 *
 * @throws Failure `invalid` at the picture's field.
 */
export async function prepareImage(
  dealer_id: number,
  file: ReceivedFile,
  field: string = templateImageField.field,
): Promise<PreparedImage> {
  if (!isReencodable((await mimeTypeOf(file.bytes)) ?? "")) {
    throw invalidField(field, "This is not a picture. Choose a JPEG, PNG, WebP or GIF file");
  }
  try {
    const { bytes, type, extension } = await reencodeImage(file.bytes);
    return { bytes, type, storage_key: `m/${dealer_id}/${randomBytes(16).toString("hex")}/picture.${extension}` };
  } catch (error) {
    if (error instanceof UnreadableImage) throw invalidField(field, error.message);
    throw error;
  }
}

/** Stores the picture's row before its file, so that no file is ever without one. @returns its id. */
export async function storeImage(
  unit: UnitOfWork,
  dealer_id: number,
  created_by: number,
  { storage_key, type, bytes }: PreparedImage,
): Promise<number> {
  await assertRoomFor(unit, dealer_id, bytes.length);
  const row = { dealer_id, storage_key, type, size: bytes.length, created_by, created_at: unit.now() };
  return insertImage(unit.db, row);
}

/** A stored picture of a business. */
export interface StoredPicture {
  readonly dealer_id: number;
  readonly id: number;
  readonly storage_key: string;
}

/** Deletes pictures' rows, and takes them off deleted templates, which no one sees. One that is used again makes it fail. */
export async function deletePictures(db: Db, pictures: readonly StoredPicture[]): Promise<void> {
  const dealers = pictures.map(({ dealer_id }) => dealer_id);
  const ids = pictures.map(({ id }) => id);
  const unused = sql`unnest(${dealers}::bigint[], ${ids}::bigint[]) as unused (dealer_id, id)`;
  await sql`update text_templates t set image_id = null from ${unused}
    where t.dealer_id = unused.dealer_id and t.image_id = unused.id and t.deleted_at is not null`.execute(db);
  await sql`delete from marketing_images i using ${unused}
    where i.dealer_id = unused.dealer_id and i.id = unused.id`.execute(db);
}
