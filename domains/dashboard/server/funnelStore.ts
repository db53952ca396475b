import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type FunnelCounts, funnelFigures } from "../contract.ts";
import { appointmentFilters, type FigureRanges } from "./appointmentsStore.ts";
import { isLive } from "./conversationsStore.ts";
import { optOutRows } from "./figuresStore.ts";
import { type FigureScope, inScope } from "./store.ts";

export type FunnelFigure = keyof FunnelCounts;

export const isFunnelFigure = (figure: string): figure is FunnelFigure => figure in reached;

/** Whether a texted customer reached a step. */
const reached: Record<FunnelFigure, RawBuilder<boolean>> = {
  people_texted: sql`true`,
  people_replied: sql`p.has_replied`,
  people_scheduled: sql`(p.has_replied and p.is_scheduled)`,
  people_shown: sql`(p.has_replied and p.is_scheduled and p.has_shown)`,
  people_opted_out: sql`p.has_opted_out`,
};

interface FunnelQuery {
  readonly scope: FigureScope;
  readonly ranges: FigureRanges & { readonly range: TimeRange };
}

/** The customers `p` texted in the period, with what they did in it. Deleted customers don't count. */
function textedPeople({ scope, ranges }: FunnelQuery) {
  const { range } = ranges;
  return sql`(
    with spoken as (
      select m.chat_id, min(m.datetime) filter (where m.is_from_customer = 0) as texted_at,
        max(m.datetime) filter (where m.is_from_customer = 1) as answered_at
      from messages m where m.dealer_id = ${scope.dealer_id} and m.campaign_id is null
        and m.datetime >= ${range.from} and m.datetime < ${range.to}
      group by m.chat_id
    ), made as (
      select a.customer_id, bool_or(a.status = 1) as has_shown
      from appointments a where ${inScope("a", scope)} and ${appointmentFilters.appointments_set(ranges)}
      group by a.customer_id
    ), opted_out as (select distinct gone.customer_id from ${optOutRows(scope, range)} as gone)
    select c.customer_id, c.location_id, c.new_message, c.assigned_to, spoken.texted_at,
      coalesce(spoken.answered_at > spoken.texted_at, false) as has_replied, made.customer_id is not null as is_scheduled,
      coalesce(made.has_shown, false) as has_shown, opted_out.customer_id is not null as has_opted_out
    from chats c join spoken on spoken.chat_id = c.id
    left join made on made.customer_id = c.customer_id
    left join opted_out on opted_out.customer_id = c.customer_id
    where ${inScope("c", scope)} and spoken.texted_at is not null and ${isLive}
  ) as p`;
}

export async function countFunnel(db: Db, query: FunnelQuery): Promise<FunnelCounts> {
  const columns = funnelFigures.map(
    (figure) => sql`count(*) filter (where ${reached[figure]})::int as ${sql.ref(figure)}`,
  );
  const { rows } = await sql<FunnelCounts>`select ${sql.join(columns)} from ${textedPeople(query)}`.execute(db);
  return rows[0] as FunnelCounts;
}

/** The rows of a step: (id, at, customer_id, location_id, what, user_id). */
export const funnelRows = (figure: FunnelFigure, query: FunnelQuery) => sql`
  select p.customer_id as id, p.texted_at as at, p.customer_id, p.location_id, p.new_message as what, p.assigned_to as user_id
  from ${textedPeople(query)} where ${reached[figure]}`;
