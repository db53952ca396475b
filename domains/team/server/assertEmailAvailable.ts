import { invalidField } from "#core/failure.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isEmailAvailable } from "#domains/accounts/server/public.ts";
import { memberByEmail } from "./store.ts";

export const emailTaken = () => invalidField("email", "This email is already registered");

/**
 * Login emails are unique across the platform.
 *
 * @throws Failure `invalid` at `email` when it is taken.
 */
export async function assertEmailAvailable(db: Db, dealer_id: number, email: string): Promise<void> {
  if (await isEmailAvailable(db, email)) return;
  const member = await memberByEmail(db, dealer_id, email.toLowerCase());
  if (!member || member.is_active) throw emailTaken();
  const name = `${member.first_name} ${member.last_name}`;
  throw invalidField("email", `This email belongs to ${name}, who was deleted. Use “Reactivate” to bring them back`);
}
