import type { OtherCountry } from "#core/areaCodes.ts";
import type { Db } from "#core/server/unitOfWork.ts";

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
