import type pg from "pg";

/** What a column holds: so many different values, or, below 0, this share of the rows; and which share of the rows has none. */
interface Contents {
  readonly n_distinct: number;
  readonly null_frac?: number;
}

/**
 * Of tables that were never counted. Without it, a business's rows are taken for as few as one phone's, and next to none for
 * those of people who weren't deleted.
 */
const untilCounted: Readonly<Record<string, Contents>> = {
  dealer_id: { n_distinct: 1 },
  location_id: { n_distinct: 1 },
  id: { n_distinct: -1 },
  phone: { n_distinct: -1 },
  address: { n_distinct: -1 },
  // A campaign's people are numbered from 1.
  n: { n_distinct: -0.1 },
  deleted_at: { n_distinct: -0.1, null_frac: 0.9 },
};

/** Its columns below are never counted. */
const ledger = "campaign_recipients";

/**
 * What Postgres assumes of the ledger of campaigns instead of counting. A new campaign, or a new business's first, fills it with
 * a hundred thousand rows within seconds, and Postgres, which has counted those before it, expects none: of several indexes that
 * begin with such a column it then picks any. These numbers are neither so low that it would rather read the whole table than
 * one business's share, nor so high that this share looks like a few rows. Other tables are counted, because searches and the
 * inbox's lists are read in the best order only while Postgres knows how many rows a business has.
 */
const neverCounted: Readonly<Record<string, Contents>> = {
  dealer_id: { n_distinct: 10 },
  location_id: { n_distinct: 2 },
  campaign_id: { n_distinct: 10 },
};

/**
 * Tells Postgres what to expect of tables that it has never counted, so after migrations. Repeating it changes nothing.
 *
 * @returns false before Postgres 18, which has no function for it.
 */
export async function assumeStatistics(owner: pg.Client): Promise<boolean> {
  if (!(await canAssume(owner))) return false;
  await assume(owner, untilCounted, "c.reltuples < 0 and a.attstattarget is distinct from 0");
  return true;
}

/**
 * Has Postgres count those columns no more, and assume instead. Before Postgres 18, what was counted can't be forgotten: there
 * it changes new tables alone. Repeating it changes nothing.
 */
export async function stopCounting(owner: pg.Client): Promise<void> {
  const isForgetful = await canAssume(owner);
  const isOfLedger = `c.relname = '${ledger}'`;
  const isCounted = `${isOfLedger} and a.attstattarget is distinct from 0 ${isForgetful ? "" : "and c.reltuples < 0"}`;
  const { rows } = await columnsThat(owner, "a.attname as column", neverCounted, isCounted);
  if (rows.length === 0) return;
  await owner.query("begin");
  // Several nodes may start at once.
  await owner.query("select pg_advisory_xact_lock(hashtext('uncounted columns'))");
  for (const { column } of rows) {
    await owner.query(`alter table ${ledger} alter ${owner.escapeIdentifier(column)} set statistics 0`);
    if (isForgetful) await owner.query("select pg_clear_attribute_stats('public', $1, $2, false)", [ledger, column]);
  }
  if (isForgetful) await assume(owner, neverCounted, `${isOfLedger} and a.attstattarget = 0`);
  await owner.query("commit");
}

async function canAssume(owner: pg.Client): Promise<boolean> {
  const known = await owner.query("select from pg_proc where proname = 'pg_restore_attribute_stats'");
  return known.rowCount !== 0;
}

async function assume(owner: pg.Client, assumed: Readonly<Record<string, Contents>>, condition: string): Promise<void> {
  const restored = `pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
    'inherited', false, 'null_frac', assumed.null_frac, 'avg_width', 8, 'n_distinct', assumed.n_distinct)`;
  await columnsThat(owner, restored, assumed, condition);
}

/** What is selected for each column of these names for which the condition holds. */
function columnsThat(
  owner: pg.Client,
  selected: string,
  assumed: Readonly<Record<string, Contents>>,
  condition: string,
) {
  const all = Object.values(assumed);
  return owner.query<{ readonly column: string }>(
    `select ${selected} from unnest($1::text[], $2::real[], $3::real[]) as assumed (attname, n_distinct, null_frac)
     join pg_attribute a on a.attname = assumed.attname join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${condition}`,
    [Object.keys(assumed), all.map(({ n_distinct }) => n_distinct), all.map(({ null_frac = 0 }) => null_frac)],
  );
}
