import { sql } from "kysely";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import {
  countRowsCapped,
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedTable,
  timeOrderColumns,
} from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { periodStart } from "#domains/admin/clients/server/public.ts";
import type { PlatformFilter } from "#domains/admin/customers/contract.ts";
import type { AuditLogEntry } from "../rules.ts";

export interface LogQuery extends PlatformFilter {
  readonly search: string;
  readonly now: Date;
}

export type LogRow = AuditLogEntry & TimeOrderedRow & { readonly date_created: Date };

/** The trails' rows; a search covers only the newest entries, and every word must match. */
function matchingRows({ client_id, filterBy, search, now }: LogQuery): TimeOrderedTable {
  const conditions = [
    sql`true`,
    ...(client_id === undefined ? [] : [sql`a.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`a.at >= ${periodStart(filterBy, now)}`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const plain = { from: sql`audit_log a`, at: sql`a.at`, id: sql`a.id`, where };
  if (search.trim() === "") return plain;
  const newest = sql`(select a.*, ${searchText} as searched from audit_log a
    left join users u on u.id = a.user_id and u.dealer_id in (a.dealer_id, ${platformDealer}) left join dealers d on d.id = a.dealer_id
    where ${where} order by a.at desc, a.id desc limit ${maxCountedRows}) as a`;
  return { ...plain, from: newest, where: isFoundIn(search, [sql`a.searched`]) };
}

const searchText = sql`concat_ws(' ', a.action, a.subject, a.subject_id, a.detail::text, a.ip, u.first_name, u.last_name,
  d.business_name)`;

export async function readLogs(db: Db, query: LogQuery, range: KeysetRange<string>): Promise<LogRow[]> {
  const rows = matchingRows(query);
  const direction = sql.raw(range.dir);
  const { rows: logs } = await sql<LogRow>`with page as materialized (
      select a.dealer_id, ${timeOrderColumns(rows)} from ${rows.from} where ${rangeClause(rows, range)})
    select page.id, page.at_us, a.at as date_created, a.action, a.subject, a.subject_id, a.detail, a.ip,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as person,
      coalesce(u.dealer_id = ${platformDealer}, false) as "isOperator",
      case when a.dealer_id <> ${platformDealer} then d.business_name end as business,
      case when a.subject = 'user' and a.subject_id is distinct from a.user_id
        then (select trim(t.first_name || ' ' || t.last_name) from users t where t.dealer_id = a.dealer_id and t.id = a.subject_id)
      end as target
    from page
      join audit_log a on a.dealer_id = page.dealer_id and a.id = page.id
      join dealers d on d.id = a.dealer_id
      -- A person of the business, or an operator who acted on it.
      left join users u on u.id = a.user_id and u.dealer_id in (a.dealer_id, ${platformDealer})
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return logs;
}

export async function countLogs(db: Db, query: LogQuery): Promise<number> {
  const { from, where } = matchingRows(query);
  return countRowsCapped(db, from, where);
}
