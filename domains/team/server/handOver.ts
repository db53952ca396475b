import type { HandOverRequest, WorkHandOver } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { HandedOverCount } from "../rules.ts";

/** Hands over every kind of work of a member. */
export async function handOverAll(
  unit: UnitOfWork,
  handOvers: readonly WorkHandOver[],
  request: HandOverRequest,
): Promise<HandedOverCount[]> {
  const handed: HandedOverCount[] = [];
  for (const { what, handOver } of handOvers) {
    const result = await handOver(unit, request);
    handed.push(typeof result === "string" ? { what, count: 0, sentence: result } : { what, count: result });
  }
  return handed;
}
