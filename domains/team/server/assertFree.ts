import { invalid } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { isAddressFree } from "#domains/accounts/server/public.ts";
import { memberByEmail } from "./store.ts";

export const takenAddress = () => invalid("email", "This email is already registered");

/**
 * Login emails are unique across the platform.
 *
 * @throws Failure `invalid` at `email` when it is taken.
 */
export async function assertFree(db: Db, dealer_id: number, email: string): Promise<void> {
  if (await isAddressFree(db, email)) return;
  const member = await memberByEmail(db, dealer_id, email.toLowerCase());
  if (!member || member.is_active) throw takenAddress();
  const name = `${member.first_name} ${member.last_name}`;
  throw invalid("email", `This is the email of ${name}, who was deleted. Choose “Re-active” to bring them back`);
}
