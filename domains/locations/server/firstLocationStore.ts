import type { Db } from "#core/server/unitOfWork.ts";

export interface FirstLocationDraft {
  readonly title: string;
  readonly address: string;
  readonly address_2: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly time_zone: string;
}

/**
 * Creates a business's first location, or updates it while it is the only one; undefined when there are more.
 * The caller must hold a lock on the dealer's row.
 */
export async function saveFirstLocation(
  db: Db,
  dealer_id: number,
  draft: FirstLocationDraft,
): Promise<{ location_id: number; isNew: boolean } | undefined> {
  const existing = await db.selectFrom("locations").where("dealer_id", "=", dealer_id).select("id").limit(2).execute();
  const [first, second] = existing;
  if (second) return undefined;
  if (first) {
    const changed = db.updateTable("locations").set(draft).where("dealer_id", "=", dealer_id);
    await changed.where("id", "=", first.id).execute();
    return { location_id: first.id, isNew: false };
  }
  const added = db.insertInto("locations").values({ dealer_id, ...draft });
  return { location_id: (await added.returning("id").executeTakeFirstOrThrow()).id, isNew: true };
}
