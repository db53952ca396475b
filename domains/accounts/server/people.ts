import { invalidField } from "#core/failure.ts";
import type { Role } from "#core/people.ts";
import { loadSharp } from "#core/server/imageLibrary.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addMemberLocations } from "#domains/locations/server/public.ts";
import { hashPassword } from "./password.ts";

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
  /** True when someone else chose the password: the person must change it at the next sign-in. */
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

const side = 320;
/** Larger images could exhaust memory. */
const maxPixels = 50_000_000;
const supportedTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * Re-encodes an uploaded photo as an upright square WebP, which also strips metadata such as the GPS position.
 *
 * @throws Failure `invalid` at `image` when it is not a readable image.
 */
export async function squarePhoto(bytes: Uint8Array): Promise<Buffer> {
  const type = (await mimeTypeOf(bytes)) ?? "";
  const unreadableError = invalidField("image", "This picture can't be opened. Choose another one");
  if (!supportedTypes.includes(type)) throw unreadableError;
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    return await picture.rotate().resize(side, side, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw unreadableError;
  }
}
