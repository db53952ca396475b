import type { Unit } from "#core/server/unit.ts";
import type { Absorbed, KeptFields } from "./absorb.ts";
import { lockCustomers, noteOtherPhones, separate } from "./phoneStore.ts";
import type { Place } from "./store.ts";

/** Whom to bring back, and the texts that were counted for the kept one since, though they were theirs. */
export interface Return {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly received: number;
  readonly sent: number;
}

const fields = ["first_name", "last_name", "email", "company", "address"] as const satisfies (keyof KeptFields)[];

/** Brings an absorbed customer back. What was changed by hand at the kept one since then stays changed. */
export async function releaseCustomer(unit: Unit, place: Place, back: Return, absorbed: Absorbed): Promise<void> {
  const { was, became, followers } = absorbed;
  const rows = await lockCustomers(unit.db, place, [back.kept_id, back.merged_id]);
  const kept = rows.find(({ id }) => id === back.kept_id);
  const merged = rows.find(({ id }) => id === back.merged_id);
  if (!kept || !merged) throw new Error("A customer of the merge is gone");
  const restored = Object.fromEntries(
    fields.map((field) => [field, kept[field] === became[field] ? was[field] : kept[field]]),
  ) as unknown as KeptFields;
  await separate(unit.db, place, { ...back, ...merged, followers, restored });
  await noteOtherPhones(unit.db, place.dealer_id, back.kept_id);
}
