import type { Db } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { locationById, senderNumber } from "#domains/locations/server/public.ts";
import { sitesOf } from "#domains/reputation/sites/server/store.ts";
import { offeredSites } from "../../sites/rules.ts";
import type { ReviewPageFacts } from "../rules.ts";

/** What a location's page says. It is asked by location alone, so that it can't depend on who reads it. */
export async function pageFacts(db: Db, dealer_id: number, location_id: number): Promise<ReviewPageFacts | undefined> {
  const business = await businessAt(db, dealer_id, location_id);
  const location = await locationById(db, dealer_id, location_id);
  if (!business || !location) return undefined;
  const sites = offeredSites(await sitesOf(db, { dealer_id, location_id }));
  const number = (await senderNumber(db, dealer_id, location_id)) ?? "";
  const legal = await legalAddresses(db, dealer_id, "");
  return { business: business.business_name, location: location.title, sites, number, legal };
}

/** The location of an invite. */
export async function locationOfInvite(db: Db, dealer_id: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select("location_id")
    .executeTakeFirst();
  return row?.location_id;
}
