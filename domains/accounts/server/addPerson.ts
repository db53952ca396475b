import type { Role } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addMemberLocations } from "#domains/locations/server/public.ts";

interface NewPerson {
  readonly dealer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string;
  readonly user_type: Role;
  readonly del_allowed?: 0 | 1;
  /** Storage key of the photo. */
  readonly user_image?: string | null;
  /** From `hashPassword`. */
  readonly password_hash: string;
  /** True when somebody else chose the password: the person must change it at the next sign-in. */
  readonly must_change_password?: boolean;
  /** The owner belongs to every location without being listed here. */
  readonly location_ids?: readonly number[];
}

/** Adds a person who can sign in. Needs a platform unit: login emails are unique across dealers. */
export async function addPerson({ db }: UnitOfWork, person: NewPerson): Promise<number> {
  const { password_hash, location_ids = [], ...row } = person;
  const email = person.email.toLowerCase();
  const { dealer_id } = row;
  const user = db.insertInto("users").values({ ...row, email });
  const { id: user_id } = await user.returning("id").executeTakeFirstOrThrow();
  await db.insertInto("logins").values({ email, dealer_id, user_id, password_hash }).execute();
  await addMemberLocations(db, { dealer_id, user_id }, location_ids);
  return user_id;
}
