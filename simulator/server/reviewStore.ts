import type pg from "pg";
import type { SimulatorProfile, SimulatorReview } from "#simulator/contract.ts";

/** The businesses at the simulated review site, those that somebody reads first. */
export async function listProfiles(pool: pg.Pool): Promise<SimulatorProfile[]> {
  const { rows } = await pool.query<SimulatorProfile>(
    `select p.id::float8 as id, p.title, p.account, p.revoked_at is not null as is_revoked, p.busy_answers,
       coalesce(concat_ws(' · ', d.business_name, l.title), '') as used_by
     from simulated_profiles p
     left join review_connections c on c.profile_ref = 'profiles/' || p.id
     left join dealers d on d.id = c.dealer_id
     left join locations l on l.dealer_id = c.dealer_id and l.id = c.location_id
     order by c.dealer_id is null, p.id desc limit 100`,
  );
  return rows;
}

/** The reviews of a business, the newest first. */
export async function listReviews(pool: pg.Pool, profile: number): Promise<SimulatorReview[]> {
  const { rows } = await pool.query<SimulatorReview>(
    `select id::float8 as id, author, rating, body, published_at, reply, reply_state, reply_policy
     from simulated_reviews where profile_id = $1 order by published_at desc, simulated_reviews.id desc limit 200`,
    [profile],
  );
  return rows;
}
