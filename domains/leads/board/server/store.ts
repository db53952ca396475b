import { sql } from "kysely";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Stage } from "#domains/leads/rules.ts";
import { filteredLeads, type LeadFilter, type LeadRow, readPage, worthSql } from "#domains/leads/server/tableStore.ts";
import { type BoardOrder, cardsAtOnce } from "../contract.ts";
import type { CardPosition } from "../rules.ts";

export interface BoardFilter extends LeadFilter {
  readonly order: BoardOrder;
  /** Closed leads are shown since then. */
  readonly closed_since: Date;
}

const microseconds = (at: SqlFragment) => sql`(extract(epoch from ${at}) * 1000000)::bigint`;
const instant = (value: number) => sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`;
const whole = (value: number) => sql`${value}::bigint`;

interface CardOrder {
  readonly by: SqlFragment;
  readonly dir: "asc" | "desc";
  /** The ordered value as a whole number, and that number as a value again. */
  readonly toNumber: (by: SqlFragment) => SqlFragment;
  readonly fromNumber: (value: number) => SqlFragment;
}

const times = { toNumber: microseconds, fromNumber: instant };
const orders: Record<BoardOrder | "closed", CardOrder> = {
  waiting: { by: sql`l.waits_from`, dir: "asc", ...times },
  newest: { by: sql`l.received_at`, dir: "desc", ...times },
  value: { by: sql`l.value`, dir: "desc", toNumber: (by) => sql`${by}::bigint`, fromNumber: whole },
  closed: { by: sql`l.closed_at`, dir: "desc", ...times },
};

/** The condition of all leads on the board, and the one of those in a kind of stage. */
const onBoard = (filter: BoardFilter): SqlFragment => {
  const { where } = filteredLeads({ ...filter, show: "all" });
  if (filter.show === "mine") return sql`${where} and l.owner_id = ${filter.user_id}`;
  if (filter.show === "unassigned") return sql`${where} and l.owner_id is null`;
  const waits = sql`l.first_response_at is null and l.awaits_answer = 1`;
  return filter.show === "untouched" ? sql`${where} and ${waits}` : where;
};
const inKind = (kind: Stage["kind"], since: Date) =>
  kind === "open" ? sql`l.closed_at is null` : sql`l.closed_at is not null and l.closed_at >= ${since}`;

/** The cards of a stage after a position, one more than are shown. */
export async function readCards(
  db: Db,
  filter: BoardFilter,
  stage: Pick<Stage, "id" | "kind">,
  after: CardPosition | undefined,
): Promise<LeadRow[]> {
  const { by, dir, toNumber, fromNumber } = orders[stage.kind === "open" ? filter.order : "closed"];
  const direction = sql.raw(dir);
  const isAfter = after
    ? sql`and (${by}, l.id) ${sql.raw(dir === "asc" ? ">" : "<")} (${fromNumber(after.value)}, ${after.id}::bigint)`
    : sql``;
  const page = sql`select l.id, l.dealer_id, ${toNumber(by)} as at_us from leads l
    where ${onBoard(filter)} and l.stage_id = ${stage.id} and ${inKind(stage.kind, filter.closed_since)} ${isAfter}
    order by ${by} ${direction}, l.id ${direction} limit ${sql.lit(cardsAtOnce + 1)}`;
  return readPage(db, page, dir);
}

export interface StageCount {
  readonly stage_id: number;
  readonly count: number;
  readonly value: number;
}

/** How many leads each stage has, and what they are worth together. */
export async function countColumns(db: Db, filter: BoardFilter): Promise<Map<number, StageCount>> {
  // Stage by stage, so that each is one range of an index.
  const counted = (kinds: SqlFragment, kind: Stage["kind"]) => sql`select s.id as stage_id, counted.count, counted.value
    from lead_stages s cross join lateral (
      select count(*)::int as count, coalesce(sum(${worthSql}), 0)::float8 as value from leads l
      where ${onBoard(filter)} and l.stage_id = s.id and ${inKind(kind, filter.closed_since)}) counted
    where s.dealer_id = ${filter.dealer_id} and s.removed_at is null and s.kind in (${kinds})`;
  const { rows } = await sql<StageCount>`${counted(sql`'open'`, "open")}
    union all ${counted(sql`'won', 'lost'`, "won")}`.execute(db);
  return new Map(rows.map((row) => [row.stage_id, row]));
}
