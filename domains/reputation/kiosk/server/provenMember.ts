import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import { verifyPassword } from "#domains/accounts/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { pinsOf } from "./store.ts";

const [attempts, seconds] = [5, 900];

/**
 * The active member of the location whose PIN this is. Checking it takes a while, in which no connection is held.
 *
 * @throws 422 at `pin`, for a stranger as for a wrong one; 429 after five within 15 minutes.
 */
export async function provenMember(
  { within, limits }: Pick<Deps, "within" | "limits">,
  location: LocationKey,
  { member: chosen, pin }: { readonly member: string; readonly pin: string },
) {
  const { dealer_id } = location;
  const key = `${dealer_id} ${chosen}`;
  await limits.consume("kiosk pin", key, attempts, seconds);
  const { member, stored } = await within.business({ dealer_id }, "a kiosk", async ({ db }) => {
    const found = (await membersAt(db, location)).find(({ id }) => String(id) === chosen);
    return { member: found, stored: found && (await pinsOf(db, dealer_id, [found.id])).get(found.id) };
  });
  const isRight = await verifyPassword(stored, pin);
  if (!member || !isRight) throw invalidField("pin", "This PIN isn't right. Try again.");
  await limits.reset("kiosk pin", key);
  return member;
}
