import type { Db } from "#core/server/unitOfWork.ts";

/** Where a business's legal pages are, as absolute addresses. */
export interface LegalAddresses {
  readonly privacy: string;
  readonly terms: string;
  /** Where people sign up for texts, and a picture of that form. */
  readonly texts: string;
  readonly picture: string;
}

/** The addresses of a business's legal pages. */
export async function legalAddresses(db: Db, dealer_id: number, publicUrl: string): Promise<LegalAddresses> {
  return legalAddressesAt(publicUrl, await legalSlugOf(db, dealer_id));
}

/** The addresses of the pages that a slug names. */
export function legalAddressesAt(publicUrl: string, slug: string): LegalAddresses {
  const base = `${publicUrl}/legal/${slug}`;
  return {
    privacy: `${base}/privacy`,
    terms: `${base}/terms`,
    texts: `${base}/texts`,
    picture: `${base}/texts.png`,
  };
}

/** The part of its pages' addresses that names a business; every business has one from its beginning. */
export async function legalSlugOf(db: Db, dealer_id: number): Promise<string> {
  const row = db.selectFrom("legal_pages").where("dealer_id", "=", dealer_id).select("slug");
  return (await row.executeTakeFirstOrThrow()).slug;
}

/** The business of a slug; a statement across businesses, because its reader isn't signed in. */
export async function dealerOfLegalSlug(db: Db, slug: string): Promise<number | undefined> {
  const row = db.selectFrom("legal_pages").where("slug", "=", slug).select("dealer_id");
  return (await row.executeTakeFirst())?.dealer_id;
}
