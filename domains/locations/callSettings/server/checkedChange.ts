import { invalidField } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { forwardProblemFor } from "#domains/locations/countries/server/public.ts";
import { isOwnNumber } from "#domains/locations/server/numberStore.ts";
import type { TrackingNumberChange } from "../contract.ts";
import { spelledAs } from "../rules.ts";
import { sourcesOf } from "./store.ts";

type CheckedFields = Pick<TrackingNumberChange, "source" | "also_rings"> & { readonly forward_to: string };

/** The source as the location spells it, and the phones, of which none may be one of the business's own numbers. */
export async function checkedChange(
  context: Pick<StaffContext, "db" | "scope">,
  { source, forward_to, also_rings }: CheckedFields,
): Promise<CheckedFields> {
  const { db, scope } = context;
  const checked = {
    source: spelledAs(source, await sourcesOf(db, scope)),
    forward_to: await checkedPhone(context, "forward_to", forward_to),
  };
  if (!also_rings) return checked;
  const phones: string[] = [];
  for (const [place, typed] of also_rings.entries()) {
    const phone = await checkedPhone(context, `also_rings.${place}`, typed);
    if (phone === checked.forward_to || phones.includes(phone))
      throw invalidField(`also_rings.${place}`, "This phone is already in the list");
    phones.push(phone);
  }
  return { ...checked, also_rings: phones };
}

async function checkedPhone({ db, scope }: Pick<StaffContext, "db" | "scope">, field: string, typed: string) {
  const phone = toE164(typed) ?? "";
  if (phone !== "" && (await isOwnNumber(db, scope.dealer_id, phone)))
    throw invalidField(field, "Calls can't be forwarded to one of your Rooftop numbers");
  const problem = phone === "" ? undefined : await forwardProblemFor(db, scope.dealer_id, phone);
  if (problem) throw invalidField(field, problem);
  return phone;
}
