import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addressIds, insertImportedUnsubscribes } from "./store.ts";

/** Records the email opt-outs that a file brings. They outweigh every earlier consent, and undoing the import keeps them. */
export async function recordImportedUnsubscribes(
  { db, now }: Pick<UnitOfWork, "db" | "now">,
  { dealer_id, user_id }: { readonly dealer_id: number; readonly user_id: number },
  rows: readonly { readonly email: string; readonly words: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  const idOf = await addressIds(
    db,
    dealer_id,
    rows.map(({ email }) => email.toLowerCase()),
    at,
  );
  const found = rows.flatMap(({ email, words }) => {
    const address_id = idOf.get(email.toLowerCase());
    return address_id === undefined ? [] : [{ address_id, words }];
  });
  await insertImportedUnsubscribes(db, { dealer_id, user_id, at }, found);
}
