import type { Db } from "#core/server/unitOfWork.ts";

interface NewMailPicture {
  readonly dealer_id: number;
  readonly storage_key: string;
  readonly token: string;
  readonly type: string;
  readonly size: number;
  readonly created_by: number;
  readonly created_at: Date;
}

export async function insertMailPicture(db: Db, picture: NewMailPicture): Promise<void> {
  await db.insertInto("marketing_images").values(picture).execute();
}

/** Where the picture of an address lies, of whichever business. @returns undefined for an unknown or removed one. */
export async function mailPictureByToken(db: Db, token: string) {
  return db
    .selectFrom("marketing_images")
    .where("token", "=", token)
    .select(["storage_key", "type"])
    .executeTakeFirst();
}

/** Those of the given addresses' tokens that lead to one of the business's pictures. */
export async function storedTokens(
  db: Db,
  dealer_id: number,
  tokens: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom("marketing_images")
    .where("dealer_id", "=", dealer_id)
    .where("token", "in", tokens)
    .select("token")
    .execute();
  return new Set(rows.map(({ token }) => token));
}
