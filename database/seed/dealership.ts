import type { Unit } from "#core/server/unit.ts";
import { addPerson, hashPassword } from "#domains/accounts/server/public.ts";

/** Fills the sample dealership when it is not there yet. Returns true when it did. */
export async function seedDealership(unit: Unit, password: string, _now: Date): Promise<boolean> {
  const known = unit.db.selectFrom("logins").where("email", "=", "owner@demo.rooftop.test").select("email");
  if (await known.executeTakeFirst()) return false;
  const dealer = { business_name: "Sunrise Motors", email: "hello@demo.rooftop.test", phone: "+19095550100" };
  const { id: dealer_id } = await unit.db
    .insertInto("dealers")
    .values(dealer)
    .returning("id")
    .executeTakeFirstOrThrow();
  const place = { dealer_id, title: "Sunrise Motors Downtown", address: "100 Main St", city: "San Bernardino" };
  const { id: location_id } = await unit.db
    .insertInto("locations")
    .values({ ...place, state: "CA", postal_code: "92401", time_zone: "America/Los_Angeles" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await unit.db
    .insertInto("phone_numbers")
    .values({ number: "+19095550100", dealer_id, location_id, provider: "simulator" })
    .execute();
  const password_hash = await hashPassword(password);
  const owner = { first_name: "Olivia", last_name: "Grant", email: "owner@demo.rooftop.test" };
  await addPerson(unit, { dealer_id, ...owner, user_type: "dealer", password_hash });
  const agent = { first_name: "Andre", last_name: "Silva", email: "agent@demo.rooftop.test" };
  await addPerson(unit, { dealer_id, ...agent, user_type: "agent", password_hash, location_ids: [location_id] });
  return true;
}
