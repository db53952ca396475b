import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { RateLimiter } from "#core/server/rateLimiter.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { verifyPassword } from "#domains/accounts/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { pinsOf } from "./store.ts";

const [attempts, seconds] = [5, 900];

/**
 * The active member of the location whose PIN this is.
 *
 * @throws 422 at `pin`, for a stranger as for a wrong one; 429 after five within 15 minutes.
 */
export async function provenMember(
  { db, limits }: { readonly db: Db; readonly limits: RateLimiter },
  location: LocationKey,
  { member: chosen, pin }: { readonly member: string; readonly pin: string },
) {
  const key = `${location.dealer_id} ${chosen}`;
  await limits.consume("kiosk pin", key, attempts, seconds);
  const member = (await membersAt(db, location)).find(({ id }) => String(id) === chosen);
  const stored = member && (await pinsOf(db, location.dealer_id, [member.id])).get(member.id);
  const isRight = await verifyPassword(stored, pin);
  if (!member || !isRight) throw invalidField("pin", "This PIN isn't right. Try again.");
  await limits.reset("kiosk pin", key);
  return member;
}
