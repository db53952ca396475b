import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { addressLine } from "#domains/locations/rules.ts";
import type { LegalAdditions } from "../contract.ts";
import type { LegalFacts } from "../rules.ts";

/** A location on the page about texts. */
export interface SignUpLocation {
  readonly id: number;
  readonly title: string;
  readonly address: string;
  /** Empty without one. */
  readonly number: string;
}

/** What a business's pages are made of. */
export interface LegalRow {
  readonly facts: LegalFacts;
  readonly locations: readonly SignUpLocation[];
  readonly additions: LegalAdditions & { readonly saved_at: Date | null };
}

/** More locations than this are no help on a page. */
const mostLocations = 200;

/** A business's facts: as it registers itself with carriers, otherwise as it is known here. */
export async function legalRow(db: Db, dealer_id: number): Promise<LegalRow | undefined> {
  const row = await db
    .selectFrom("dealers as d")
    .leftJoin("carrier_profiles as p", "p.dealer_id", "d.id")
    .leftJoin("legal_page_additions as a", "a.dealer_id", "d.id")
    .where("d.id", "=", dealer_id)
    .select(["d.phone", "d.address", "d.zip", "p.legal_name", "p.street", "p.city", "p.state", "p.zip as postal_code"])
    .select(["a.saved_at", "p.website"])
    .select(sql<string>`coalesce(nullif(p.brand_name, ''), d.business_name)`.as("business"))
    .select(sql<string>`coalesce(nullif(p.email, ''), d.email)`.as("email"))
    .select([sql<string>`coalesce(a.privacy, '')`.as("privacy"), sql<string>`coalesce(a.terms, '')`.as("terms")])
    .executeTakeFirst();
  if (!row) return undefined;
  const { business, phone, email, privacy, terms, saved_at } = row;
  const { street, city, state, postal_code } = row;
  const isRegistered = street && city && state && postal_code;
  const address = isRegistered
    ? addressLine({ address: street, address_2: "", city, state, postal_code })
    : [row.address, row.zip].filter((part) => part.trim() !== "").join(", ");
  const names = { business, legal_name: row.legal_name ?? "", website: row.website ?? "" };
  const locations = await signUpLocations(db, dealer_id);
  const facts = { isPlatform: dealer_id === 0, ...names, address, phone, email, locations };
  return { facts, locations, additions: { privacy, terms, saved_at } };
}

async function signUpLocations(db: Db, dealer_id: number): Promise<SignUpLocation[]> {
  const rows = await db
    .selectFrom("locations as l")
    .where("l.dealer_id", "=", dealer_id)
    .select(["l.id", "l.title", "l.address", "l.address_2", "l.city", "l.state", "l.postal_code"])
    .select(
      sql<string>`coalesce((select n.number from phone_numbers n where n.dealer_id = l.dealer_id and n.location_id = l.id
        and n.kind = 'main' order by n.created_at limit 1), '')`.as("number"),
    )
    .orderBy("l.title")
    .orderBy("l.id")
    .limit(mostLocations)
    .execute();
  return rows.map(({ id, title, number, ...place }) => {
    const isComplete = [place.address, place.city, place.state].every((part) => part.trim() !== "");
    return { id, title, number, address: isComplete ? addressLine(place) : "" };
  });
}

/** What an owner added to the business's pages; undefined before the first time. */
export async function additionsOf(db: Db, dealer_id: number) {
  const row = db.selectFrom("legal_page_additions").where("dealer_id", "=", dealer_id);
  return row.select(["privacy", "terms", "saved_at"]).executeTakeFirst();
}

export async function saveAdditions(
  db: Db,
  dealer_id: number,
  additions: LegalAdditions,
  { saved_by, saved_at }: { readonly saved_by: number; readonly saved_at: Date },
): Promise<void> {
  const row = { ...additions, saved_by, saved_at };
  await db
    .insertInto("legal_page_additions")
    .values({ dealer_id, ...row })
    .onConflict((conflict) => conflict.column("dealer_id").doUpdateSet(row))
    .execute();
}
