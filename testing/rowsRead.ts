import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement and how many rows its plan went through, those that a filter then left out too. */
export interface StatementReads {
  readonly statement: string;
  readonly rows: number;
  /** It counts rows, which tables do up to a limit. */
  readonly isCount: boolean;
}

/** What the statements of some work read in a location's scope, planned once for all values or for these. */
export async function rowsRead(
  pool: pg.Pool,
  { dealer_id, location_id }: { readonly dealer_id: number; readonly location_id: number },
  plan: "force_generic_plan" | "force_custom_plan",
  work: (db: Db) => Promise<unknown>,
): Promise<StatementReads[]> {
  const client = await pool.connect();
  const queries: CompiledQuery[] = [];
  const connection = { query: client.query.bind(client), release: () => {} };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } as never }),
    log: ({ query }) => void queries.push(query),
  });
  try {
    await client.query(`begin; set local role rooftop_app; set local app.dealer_id = '${dealer_id}';
      set local app.location_id = '${location_id}'; set local plan_cache_mode = ${plan}`);
    await work(db);
    const reads: StatementReads[] = [];
    for (const { sql: statement, parameters } of queries) {
      await client.query(`prepare asked as ${statement}`);
      const values = parameters.map((one) => client.escapeLiteral(literalOf(one)));
      const { rows } = await client.query(
        `explain (analyze, timing off, format json) execute asked${values.length > 0 ? `(${values})` : ""}`,
      );
      await client.query("deallocate asked");
      reads.push({ statement, rows: rowsOf(rows[0]["QUERY PLAN"][0].Plan), isCount: statement.includes("count(*)") });
    }
    return reads;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

function literalOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one))}}` : String(value);
}

/** The rows of all scans of tables. */
function rowsOf(node: PlanNode): number {
  const left = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const own = node["Relation Name"] ? (node["Actual Rows"] + left) * node["Actual Loops"] : 0;
  return own + (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0);
}
