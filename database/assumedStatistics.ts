import type pg from "pg";

/*
 * How many values Postgres is to expect in a column, as it writes them: so many, or, below 0, this share of the rows.
 */

/** In tables that were never counted. Without it, a business's rows are taken for as few as one phone's. */
const untilCounted: Readonly<Record<string, number>> = {
  dealer_id: 1,
  location_id: 1,
  id: -1,
  phone: -1,
  address: -1,
  // A campaign's people are numbered from 1.
  n: -0.1,
};

/** The ledger of campaigns: a row for each person of each. */
const ledger = "campaign_recipients";

/**
 * What Postgres assumes of the ledger of campaigns instead of counting. A new campaign, or a new business's first, fills it with
 * a hundred thousand rows within seconds, and Postgres, which has counted those before it, expects none: of several indexes that
 * begin with such a column it then picks any. These numbers are neither so low that it would rather read the whole table than
 * one business's share, nor so high that this share looks like a few rows. Other tables are counted, because searches and the
 * inbox's lists are read in the best order only while Postgres knows how many rows a business has.
 */
const neverCounted: Readonly<Record<string, number>> = { dealer_id: 10, location_id: 2, campaign_id: 10 };

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
 * Keeps ANALYZE from counting those columns of the ledger, and has Postgres assume instead. Before Postgres 18, what was
 * counted can't be forgotten: there it changes a new ledger alone. Repeating it changes nothing.
 */
export async function excludeLedgerKeysFromAnalyze(owner: pg.Client): Promise<void> {
  const isOfLedger = `c.relname = '${ledger}'`;
  const isForgettable = "(c.reltuples < 0 or to_regproc('pg_restore_attribute_stats') is not null)";
  const isCounted = `${isOfLedger} and a.attstattarget is distinct from 0 and ${isForgettable}`;
  const { rows } = await columnsThat(owner, "a.attname as column", neverCounted, isCounted);
  if (rows.length === 0) return;
  const isForgetful = await canAssume(owner);
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

async function assume(owner: pg.Client, assumed: Readonly<Record<string, number>>, condition: string): Promise<void> {
  const restored = `pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
    'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', assumed.n_distinct)`;
  await columnsThat(owner, restored, assumed, condition);
}

/** What is selected for each column of these names for which the condition holds. */
function columnsThat(owner: pg.Client, selected: string, assumed: Readonly<Record<string, number>>, condition: string) {
  return owner.query<{ readonly column: string }>(
    `select ${selected} from unnest($1::text[], $2::real[]) as assumed (attname, n_distinct)
     join pg_attribute a on a.attname = assumed.attname join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${condition}`,
    [Object.keys(assumed), Object.values(assumed)],
  );
}
