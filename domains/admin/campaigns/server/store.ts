import { sql } from "kysely";
import type { KeysetRange } from "#core/server/keysetPage.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { periodStart } from "#domains/admin/clients/server/public.ts";
import type { CampaignState, Channel, SendOption } from "#domains/campaigns/rules.ts";
import { audienceSize, doneCount } from "#domains/campaigns/text/server/public.ts";
import type { PlatformCampaignFilter } from "../contract.ts";

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
