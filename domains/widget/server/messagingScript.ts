import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { snippetOf } from "../rules.ts";
import { widgetOf } from "./store.ts";

/** What a location's website embeds. */
export async function messagingScript(db: Db, location: LocationKey, publicUrl: string): Promise<string> {
  const { key } = await widgetOf(db, location);
  const business = await businessAt(db, location.dealer_id, location.location_id);
  return snippetOf(publicUrl, key, business?.business_name ?? "");
}
