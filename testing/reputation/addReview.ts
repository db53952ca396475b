import type { TestApp } from "#testing/testApp.ts";

interface RecordedReview {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly site_id: number;
  readonly rating?: number | null;
  readonly published_at: Date;
  readonly author?: string;
  readonly invite_id?: number | null;
}

/** Puts a review on record, as if somebody had copied it from its site; without stars its author recommends the business. @returns its id. */
export async function addReview({ pool }: TestApp, review: RecordedReview): Promise<number> {
  const { dealer_id, location_id, site_id, published_at } = review;
  const { rating = 5, author = "Ana R.", invite_id = null } = review;
  const values = [dealer_id, location_id, site_id, rating, published_at, author, invite_id, rating === null ? 1 : null];
  const { rows } = await pool.query(
    `insert into reviews (dealer_id, location_id, site_id, rating, published_at, author, invite_id, recommends, body, added_at, added_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, '', $5, min(id) from users where dealer_id = $1 returning id`,
    values,
  );
  return Number(rows[0].id);
}
