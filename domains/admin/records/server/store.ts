import { sql } from "kysely";
import { invalidField } from "#core/failure.ts";
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
import { periodStart } from "#domains/admin/clients/server/store.ts";
import type { CampaignState, Channel, SendOption } from "#domains/campaigns/rules.ts";
import { audienceSize, doneCount } from "#domains/campaigns/text/server/public.ts";
import { customerFieldNames } from "#domains/customers/fields.ts";
import { consentStateSql, optinStatusSql, wordCondition } from "#domains/customers/server/public.ts";
import type { PlatformCampaignFilter, PlatformCustomer, PlatformFilter } from "../contract.ts";
import type { AuditLogEntry } from "../rules.ts";

export interface PlatformCustomerQuery extends PlatformFilter {
  readonly words: readonly string[];
  readonly now: Date;
}

export type PlatformCustomerRow = Omit<PlatformCustomer, "created_at"> & TimeOrderedRow & { readonly created_at: Date };

const fieldColumns = sql.join(customerFieldNames.map((name) => sql.ref(`customers.${name}`)));

function matchingCustomers({ client_id, filterBy, words, now }: PlatformCustomerQuery): TimeOrderedTable {
  const conditions = [
    sql`c.deleted_at is null`,
    ...(client_id === undefined ? [] : [sql`c.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`c.created_at >= ${periodStart(filterBy, now)}`]),
    ...(words.length > 0 ? [wordCondition(words, "c")] : []),
  ];
  return { from: sql`customers c`, at: sql`c.created_at`, id: sql`c.id`, where: sql.join(conditions, sql` and `) };
}

/** One keyset range of customers; names are joined after the limit, for the page only. */
export async function readCustomers(
  db: Db,
  query: PlatformCustomerQuery,
  range: KeysetRange<string>,
): Promise<PlatformCustomerRow[]> {
  const rows = matchingCustomers(query);
  // Collects matches by the word index first: walking in time order might scan all customers.
  const viaWordIndex = query.words.length > 0 && range.limit <= maxCountedRows;
  const page = viaWordIndex
    ? sql`matching as materialized (select c.* from ${rows.from} where ${rows.where} limit ${maxCountedRows + 1}),
        page as (select c.dealer_id, ${timeOrderColumns(rows)} from matching c where ${rangeClause({ ...rows, where: sql`true` }, range)})`
    : sql`page as (select c.dealer_id, ${timeOrderColumns(rows)} from ${rows.from} where ${rangeClause(rows, range)})`;
  const direction = sql.raw(range.dir);
  const { rows: customers } = await sql<PlatformCustomerRow>`with ${page}
    select page.id, page.at_us, page.dealer_id, customers.customer_name, ${fieldColumns}, customers.country_code,
      customers.user_image, l.title as location, d.business_name as client_business_name, customers.created_at,
      ${optinStatusSql} as optin_status, ${consentStateSql} as consent_state
    from page
      join customers on customers.dealer_id = page.dealer_id and customers.id = page.id
      join locations l on l.dealer_id = customers.dealer_id and l.id = customers.location_id
      join dealers d on d.id = customers.dealer_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return customers;
}

/** The number of matches; a search with too many to sort is rejected. */
export async function countCustomers(db: Db, query: PlatformCustomerQuery): Promise<number> {
  const { from, where } = matchingCustomers(query);
  const count = await countRowsCapped(db, from, where);
  if (query.words.length > 0 && count > maxCountedRows) {
    throw invalidField("search", "More than 10,000 customers match. Narrow your search.");
  }
  return count;
}

export interface PlatformCampaignQuery extends PlatformCampaignFilter {
  readonly search: string;
  readonly now: Date;
}

function filtered({ client_id, filterBy, channel, sent, now, search }: PlatformCampaignQuery): TimeOrderedTable {
  const conditions = [
    sql`true`,
    ...(channel ? [sql`campaigns.channel = ${channel}`] : []),
    ...(sent ? [handedOverSince(periodStart(sent, now))] : []),
    ...(client_id === undefined ? [] : [sql`campaigns.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`campaigns.created_at >= ${periodStart(filterBy, now)}`]),
    isFoundIn(search, [
      sql`campaigns.title`,
      sql`(select business_name from dealers where dealers.id = campaigns.dealer_id)`,
    ]),
  ];
  const [at, id] = [sql`campaigns.created_at`, sql`campaigns.id`];
  return { from: sql`campaigns`, at, id, where: sql.join(conditions, sql` and `) };
}

/** One that ended before then handed nothing over since. */
const handedOverSince = (start: ReturnType<typeof periodStart>) => sql`campaigns.sent_at is not null
  and (campaigns.finished_at is null or campaigns.finished_at >= ${start})
  and exists (select from campaign_recipients r where r.dealer_id = campaigns.dealer_id
    and r.campaign_id = campaigns.id and r.handed_at >= ${start})`;

interface PlatformCampaignRow {
  readonly id: number;
  readonly at_us: number;
  readonly dealer_id: number;
  readonly channel: Channel;
  readonly title: string;
  readonly campaign_recipient_type: "list" | "individual";
  readonly total_recipients: number;
  readonly done: number;
  readonly send_option: SendOption;
  readonly state: CampaignState;
  readonly why: string;
  readonly held_for: string;
  readonly client: string;
  readonly location: string;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly is_deleted: 0 | 1;
}

/** Campaigns of a range, with names and numbers of that page only. */
export async function readCampaigns(
  db: Db,
  query: PlatformCampaignQuery,
  range: KeysetRange<string>,
): Promise<PlatformCampaignRow[]> {
  const table = filtered(query);
  const direction = sql.raw(range.dir);
  const { rows } = await sql<PlatformCampaignRow>`with page as (
      select campaigns.dealer_id, ${timeOrderColumns(table)} from ${table.from} where ${rangeClause(table, range)})
    select page.id, page.at_us, page.dealer_id, campaigns.channel, campaigns.title, campaigns.recipient_type as campaign_recipient_type,
      ${audienceSize} as total_recipients, ${doneCount} as done, campaigns.send_option, campaigns.state, campaigns.why,
      campaigns.held_for, d.business_name as client, l.title as location, campaigns.created_at, campaigns.sent_at,
      (campaigns.deleted_at is not null)::int as is_deleted
    from page
      join campaigns on campaigns.dealer_id = page.dealer_id and campaigns.id = page.id
      join dealers d on d.id = page.dealer_id
      join locations l on l.dealer_id = campaigns.dealer_id and l.id = campaigns.location_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

export async function countCampaigns(db: Db, query: PlatformCampaignQuery): Promise<number> {
  const { from, where } = filtered(query);
  return countRowsCapped(db, from, where);
}

export interface LogQuery extends PlatformFilter {
  readonly search: string;
  readonly now: Date;
}

export type LogRow = AuditLogEntry & TimeOrderedRow & { readonly date_created: Date };

/** The trails' rows; a search covers only the newest entries, and every word must match. */
function matchingLogs({ client_id, filterBy, search, now }: LogQuery): TimeOrderedTable {
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
  const rows = matchingLogs(query);
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
  const { from, where } = matchingLogs(query);
  return countRowsCapped(db, from, where);
}
