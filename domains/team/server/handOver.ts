import type { Unit } from "#core/server/unit.ts";
import type { HandedOver } from "../rules.ts";

/** Whose work becomes whose. */
export interface HandOver {
  readonly dealer_id: number;
  readonly from: number;
  readonly to: number;
  /** Only what is at these locations; left out: at all. */
  readonly location_ids?: readonly number[];
}

/** Hands one kind of work over, in a unit on the platform's rows; answers how much it was. */
export interface Work {
  /** In the singular: `chat`. */
  readonly what: string;
  handOver(unit: Unit, given: HandOver): Promise<number>;
}

/** Hands all kinds of work over. */
export async function handOverAll(unit: Unit, works: readonly Work[], given: HandOver): Promise<HandedOver[]> {
  const handed: HandedOver[] = [];
  for (const { what, handOver } of works) handed.push({ what, count: await handOver(unit, given) });
  return handed;
}
