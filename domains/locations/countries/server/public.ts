import type { OtherCountry } from "#core/areaCodes.ts";
import { invalidField } from "#core/failure.ts";
import { kindOfPhone, otherCountryOf, phoneProblem } from "#core/phone.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Why the business can't text or call this phone (E.164); undefined when it can. Costs a query only for other countries. */
export async function phoneProblemFor(db: Db, dealer_id: number, phone: string): Promise<string | undefined> {
  if (otherCountryOf(phone) === undefined) return phoneProblem(phone);
  return phoneProblem(phone, await allowedCountries(db, dealer_id));
}

/** @throws Failure `invalid` at `field` when the business can't text or call this phone; empty is no phone. */
export async function assertReachable(db: Db, dealer_id: number, field: string, phone: string): Promise<void> {
  const problem = phone === "" ? undefined : await phoneProblemFor(db, dealer_id, phone);
  if (problem) throw invalidField(field, problem);
}

/** The problem of each of many phones of a business. */
export async function phoneProblemsFor(
  db: Db,
  dealer_id: number,
  phones: readonly string[],
): Promise<(phone: string) => string | undefined> {
  const asksCountries = phones.some((phone) => otherCountryOf(phone) !== undefined);
  const allowed = asksCountries ? await allowedCountries(db, dealer_id) : [];
  return (phone) => phoneProblem(phone, allowed);
}

/** Why calls can't be forwarded to a phone; undefined when they can. Toll-free numbers can be answered. */
export async function forwardProblemFor(db: Db, dealer_id: number, phone: string): Promise<string | undefined> {
  return kindOfPhone(phone) === "toll_free" ? undefined : phoneProblemFor(db, dealer_id, phone);
}

/** The phones to which calls can be forwarded; an empty one means no phone. */
export async function phonesToForwardTo(db: Db, dealer_id: number, phones: readonly string[]): Promise<string[]> {
  const problems = await Promise.all(
    phones.map((phone) => (phone === "" ? undefined : forwardProblemFor(db, dealer_id, phone))),
  );
  return phones.filter((_, place) => problems[place] === undefined);
}

export async function allowedCountries(db: Db, dealer_id: number): Promise<OtherCountry[]> {
  const rows = await db
    .selectFrom("allowed_countries")
    .where("dealer_id", "=", dealer_id)
    .select("country")
    .orderBy("country")
    .execute();
  return rows.map(({ country }) => country as OtherCountry);
}

/** Replaces a business's countries with these. */
export async function saveAllowedCountries(db: Db, dealer_id: number, countries: readonly OtherCountry[]) {
  await db.deleteFrom("allowed_countries").where("dealer_id", "=", dealer_id).execute();
  const rows = [...new Set(countries)].map((country) => ({ dealer_id, country }));
  if (rows.length > 0) await db.insertInto("allowed_countries").values(rows).execute();
}
