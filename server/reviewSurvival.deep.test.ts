import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reviewConnections, reviewSites } from "#domains/reputation/sites/contract.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { type AppProcess, eventually, startAppProcess } from "#testing/process.ts";
import { goToGoogle } from "#testing/reputation/connectGoogle.ts";
import { sampleOwner } from "#testing/samplePerson.ts";

let database: FreshDatabase;
let db: pg.Pool;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  db = new pg.Pool({ connectionString: database.url, max: 3 });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.end();
  await database.drop();
});

async function startApp(): Promise<AppProcess> {
  // The access to the site is sealed with it.
  const app = await startAppProcess(database.url, { SECRET_KEY: "the same key for every process of it" });
  cleanups.push(() => app.kill());
  return app;
}

const count = Number(process.env.REVIEWS ?? 1_000);
/** Once so many reviews are kept, the process of the moment is killed: in the middle of the next page. */
const kills = [0, Math.round(count * 0.3), Math.round(count * 0.7)];
const withinMs = Math.max(240_000, count * 60);

test(
  "kill -9 during the first reading of a site: it goes on where it was, and nothing is missing or twice",
  async () => {
    // Each page takes a moment between its reviews and what says that they are kept.
    await db.query(`create function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.15); return null; end $$;
      create trigger linger after insert on reviews for each statement execute function linger()`);
    let app = await startApp();
    const owner = await sampleOwner(app.url);
    const body = { kind: "google", title: "", write_url: "https://g.page/r/harbor", is_shown: 1 } as const;
    const { id } = (await owner.call(reviewSites.add, { body })).data;
    await owner.call(reviewConnections.finish, { body: await goToGoogle(owner.call, id) });
    await db.query(
      `insert into simulated_reviews (profile_id, author, rating, body, published_at, changed_at)
       select p.id, 'Author ' || n, 1 + n % 5, 'Review ' || n, now() - make_interval(hours => n), now() - make_interval(hours => n)
       from (select id from simulated_profiles order by id limit 1) p, generate_series(1, $1) n`,
      [count],
    );
    const { listings } = (await owner.call(reviewConnections.listings, { params: { id } })).data;
    const ref = listings[0]?.ref ?? "";
    await owner.call(reviewConnections.choose, { params: { id }, body: { ref } });

    const kept = async () => {
      const sql = "select count(*)::int as kept from reviews where site_id = $1";
      return (await db.query<{ kept: number }>(sql, [id])).rows[0]?.kept ?? 0;
    };
    const lingers = async () => {
      const sql = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      return (await db.query(sql)).rowCount !== 0;
    };
    for (const least of kills) {
      await eventually(async () => {
        expect(await kept()).toBeGreaterThanOrEqual(least);
        expect(await lingers()).toBe(true);
      }, 90_000);
      await app.kill();
      const found = await kept();
      expect(found % 50).toBe(0);
      expect(found).toBeLessThan(count);
      app = await startApp();
    }
    const stateOf = async () => {
      const sql = "select state, walk_at, site_count from review_connections where site_id = $1";
      return (await db.query(sql, [id])).rows[0];
    };
    await eventually(async () => expect(await stateOf()).toMatchObject({ state: "ok", walk_at: null }), withinMs);
    const { rows } = await db.query(
      `select count(*)::int as count, count(distinct external_id)::int as distinct, sum(rating)::int as stars,
         count(*) filter (where removed_at is not null or missing_since is not null)::int as missing
       from reviews where site_id = $1`,
      [id],
    );
    const simulated = await db.query("select sum(rating)::int as stars from simulated_reviews");
    expect(rows).toEqual([{ count, distinct: count, stars: simulated.rows[0].stars, missing: 0 }]);
    expect(await stateOf()).toMatchObject({ site_count: count });
    await app.stop();
  },
  withinMs,
);
