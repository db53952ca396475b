import type { Role } from "#core/people.ts";
import type { Unit } from "#core/server/unit.ts";
import { hashPassword } from "./password.ts";

export { changePassword } from "./changePassword.ts";
export { completeSignIn } from "./completeSignIn.ts";
export { openSession } from "./openSession.ts";
export { hashPassword, isPassword } from "./password.ts";
export {
  changePerson,
  isAddressFree,
  isAddressTaken,
  lockPerson,
  type Person,
  type PersonChange,
  setActive,
} from "./personStore.ts";
export { signIn } from "./signIn.ts";
export { signOutEverywhere } from "./signOutEverywhere.ts";
export { squarePhoto } from "./squarePhoto.ts";
export { endSessionsOf, loginByEmail, sessionHolder } from "./store.ts";
export { hashToken, newToken } from "./token.ts";

/** The dealer that the platform's own people belong to. */
export const platformDealer = 0;

export interface NewPerson {
  readonly dealer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string;
  readonly user_type: Role;
  readonly del_allowed?: 0 | 1;
  /** The key of their picture. */
  readonly user_image?: string | null;
  /** A hash by `hashPassword`. */
  readonly password_hash: string;
  /** Somebody else typed the password: it must be changed at the next sign-in. */
  readonly must_change_password?: boolean;
  /** The locations they belong to; the owner belongs to all. */
  readonly location_ids?: readonly number[];
}

/** Adds a person who can sign in. Needs a unit on the platform's rows: sign-in addresses belong to no dealer. */
export async function addPerson({ db }: Unit, person: NewPerson): Promise<number> {
  const { password_hash, location_ids = [], ...row } = person;
  const email = person.email.toLowerCase();
  const { dealer_id } = row;
  const user = db.insertInto("users").values({ ...row, email });
  const { id: user_id } = await user.returning("id").executeTakeFirstOrThrow();
  await db.insertInto("logins").values({ email, dealer_id, user_id, password_hash }).execute();
  for (const location_id of location_ids) {
    await db.insertInto("location_members").values({ dealer_id, location_id, user_id }).execute();
  }
  return user_id;
}

/** Makes the super administrator when there is none. Returns true when it did. */
export async function ensureOperator(unit: Unit, email: string, password: () => string): Promise<boolean> {
  const known = unit.db.selectFrom("users").where("dealer_id", "=", platformDealer).select("id").limit(1);
  if (await known.executeTakeFirst()) return false;
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
