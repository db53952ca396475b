import { Failure } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { offeredSites } from "../../sites/rules.ts";
import { sitesOf } from "../../sites/server/public.ts";

/**
 * Checks that the location's page for reviews offers something, and that marketing isn't stopped.
 *
 * @throws Failure `conflict` with what to do.
 */
export async function assertReady(db: Db, location: LocationKey): Promise<void> {
  if (offeredSites(await sitesOf(db, location)).length === 0)
    throw new Failure("conflict", "Add a review site first, so that customers have somewhere to leave a review.");
  if (await currentStop(db)) throw new Failure("conflict", "All marketing is on hold right now. Try again later.");
}
