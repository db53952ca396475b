import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import { insertAttachment } from "./store.ts";

/** A picture that nobody uploaded, for a text in a chat. */
export interface OwnPicture {
  readonly chat_id: number;
  /** In whose name the text goes. */
  readonly user_id: number;
  readonly name: string;
  /** Tells it from the business's others: stored again under the same key, it replaces itself. */
  readonly key: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Stores a picture for a text that the caller's transaction sends. The file is there before the text's row, because the
 * carrier fetches it as soon as it is handed over.
 *
 * @returns the id to send along.
 * @throws QuotaReached when the business's storage is full.
 */
export async function attachPicture(
  { ports }: Pick<Server, "ports">,
  unit: UnitOfWork,
  location: LocationKey,
  { key, bytes, ...picture }: OwnPicture,
): Promise<number> {
  await assertRoomFor(unit, location.dealer_id, bytes.length);
  const storage_key = `a/${location.dealer_id}/${key}/${picture.name}`;
  await ports.storage.put(storage_key, bytes, picture.type);
  const row = { ...picture, kind: "image" as const, size: bytes.length, storage_key, created_at: unit.now() };
  return insertAttachment(unit.db, location, row);
}
