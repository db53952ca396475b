import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addPerson } from "./addPerson.ts";
import { hashPassword } from "./password.ts";

/** The dealer id of the platform's own staff. */
export const platformDealer = 0;

/** Creates the super administrator if there is none. Returns true if it did. */
export async function ensureOperator(unit: UnitOfWork, email: string, password: () => string): Promise<boolean> {
  const existing = unit.db.selectFrom("users").where("dealer_id", "=", platformDealer).select("id").limit(1);
  if (await existing.executeTakeFirst()) return false;
  await unit.db
    .insertInto("dealers")
    .values({ id: platformDealer, business_name: "Rooftop" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await addPerson(unit, {
    dealer_id: platformDealer,
    first_name: "Platform",
    last_name: "Operator",
    email,
    user_type: "superadmin",
    password_hash: await hashPassword(password()),
  });
  return true;
}
