import type { Unit } from "#core/server/unit.ts";
import type { HandedOver } from "../rules.ts";

/** Moves work from one person to another. */
export interface HandOver {
  readonly dealer_id: number;
  readonly from: number;
  readonly to: number;
  /** Only at these locations; default: all. */
  readonly location_ids?: readonly number[];
}

/** Hands over one kind of work in a platform unit, and returns how many items. */
export interface Work {
  /** Singular noun: `chat`. */
  readonly what: string;
  handOver(unit: Unit, request: HandOver): Promise<number>;
}

export async function handOverAll(unit: Unit, handOvers: readonly Work[], request: HandOver): Promise<HandedOver[]> {
  const handed: HandedOver[] = [];
  for (const { what, handOver } of handOvers) handed.push({ what, count: await handOver(unit, request) });
  return handed;
}
