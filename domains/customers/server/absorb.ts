import type { Unit } from "#core/server/unit.ts";
import { mergeInto, noteOtherPhones } from "./phoneStore.ts";
import type { Place } from "./store.ts";

/** What a merge chooses one of two values of; the phone stays with its own customer. */
export interface KeptFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly address: string;
}

/** Who is kept, who is merged into them, and what the kept one is from then on. */
export interface Choice {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly was: KeptFields;
  readonly becomes: KeptFields;
}

/** What absorbing changed, for undoing it. */
export interface Absorbed {
  readonly was: KeptFields;
  readonly became: KeptFields;
  /** Who had been merged into the merged one before. */
  readonly followers: readonly number[];
}

/** Lets one customer stand for another, who is no longer shown: their phone, counts and those merged into them before. */
export async function absorbCustomer(unit: Unit, place: Place, choice: Choice): Promise<Absorbed> {
  const { kept_id, was, becomes } = choice;
  const followers = await mergeInto(unit.db, place, choice, unit.now());
  await noteOtherPhones(unit.db, place.dealer_id, kept_id);
  return { was, became: becomes, followers };
}
