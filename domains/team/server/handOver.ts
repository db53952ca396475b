import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { HandedOverCount } from "../rules.ts";

/** Moves work from one person to another. */
export interface HandOverRequest {
  readonly dealer_id: number;
  readonly from: number;
  readonly to: number;
  /** Only at these locations; default: all. */
  readonly location_ids?: readonly number[];
}

/** Hands over one kind of work in a platform unit, and returns how many items. */
export interface WorkHandOver {
  /** Singular noun: `chat`. */
  readonly what: string;
  handOver(unit: UnitOfWork, request: HandOverRequest): Promise<number>;
}

export async function handOverAll(
  unit: UnitOfWork,
  handOvers: readonly WorkHandOver[],
  request: HandOverRequest,
): Promise<HandedOverCount[]> {
  const handed: HandedOverCount[] = [];
  for (const { what, handOver } of handOvers) handed.push({ what, count: await handOver(unit, request) });
  return handed;
}
