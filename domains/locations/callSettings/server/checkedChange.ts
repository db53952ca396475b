import { invalidField } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { isOwnNumber } from "#domains/locations/server/public.ts";
import type { TrackingNumberChange } from "../contract.ts";
import { spelledAs } from "../rules.ts";
import { sourcesOf } from "./store.ts";

/** The source as the location spells it, and the phone, which must not be one of the business's own numbers. */
export async function checkedChange(
  { db, scope }: Pick<StaffContext, "db" | "scope">,
  { source, forward_to }: TrackingNumberChange,
): Promise<TrackingNumberChange> {
  const phone = toE164(forward_to) ?? "";
  if (phone !== "" && (await isOwnNumber(db, scope.dealer_id, phone)))
    throw invalidField("forward_to", "Calls can't be forwarded to one of your Rooftop numbers");
  return { source: spelledAs(source, await sourcesOf(db, scope)), forward_to: phone };
}
