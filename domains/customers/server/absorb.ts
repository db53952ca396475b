import type { Unit } from "#core/server/unit.ts";
import { mergeInto, noteOtherPhones } from "./phoneStore.ts";
import type { Place } from "./store.ts";

/** The fields for which a merge picks one of two values; each customer keeps their own phone. */
export interface KeptFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly address: string;
}

/** Which customer is kept, which is merged into it, and the kept customer's fields before and after. */
export interface Choice {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly was: KeptFields;
  readonly becomes: KeptFields;
}

/** What the merge changed, stored as JSON so that it can be undone. */
export interface Absorbed {
  readonly was: KeptFields;
  readonly became: KeptFields;
  /** Customers previously merged into the merged one. */
  readonly followers: readonly number[];
}

/** Merges one customer into another: phone, counts and earlier merges move along, and the merged one is hidden. */
export async function absorbCustomer(unit: Unit, location: Place, decision: Choice): Promise<Absorbed> {
  const { kept_id, was, becomes } = decision;
  const followers = await mergeInto(unit.db, location, decision, unit.now());
  await noteOtherPhones(unit.db, location.dealer_id, kept_id);
  return { was, became: becomes, followers };
}
