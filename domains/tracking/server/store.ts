import { sql } from "kysely";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import {
  countPositions,
  type LogIndex,
  maxCountedLogRows,
  planAlongIndexes,
  readPositions,
} from "#core/server/positions.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { TimeOrderedRow } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { messageStates } from "#domains/campaigns/sending/rules.ts";
import { type FoundPeople, findPeople, isPersonSearched } from "#domains/customers/server/public.ts";
import {
  conversationPositions,
  conversationRows,
  countConversationTexts,
  type TextFilter,
  type TextLogRow,
} from "./conversationStore.ts";

/** A location's texts of conversations and of campaigns, as one table. */
export interface TextLog {
  /** The texts of a range, in its order. */
  read(range: KeysetRange<string>): Promise<TextLogRow[]>;
  /** How many there are; above `maxCountedLogRows`: more than that. */
  count(): Promise<number>;
}

/** @param own_number what the location texts from; empty without a number. */
export async function openTextLog(db: Db, filter: TextFilter, own_number: string): Promise<TextLog> {
  const people = filter.search && (await findPeople(db, filter, filter.search));
  if (people?.ids.length === 0 && !people.isMore) return { read: async () => [], count: async () => 0 };
  await planAlongIndexes(db);
  return {
    read: (range) => readTexts(db, filter, own_number, people, range),
    count: () => countTexts(db, filter, people),
  };
}

async function readTexts(
  db: Db,
  filter: TextFilter,
  own_number: string,
  people: FoundPeople | undefined,
  range: KeysetRange<string>,
): Promise<TextLogRow[]> {
  const positions = await mergedPositions(db, filter, people, range);
  const [conversations, campaigns] = await Promise.all([
    conversationRows(
      db,
      filter,
      own_number,
      positions.filter((one) => !isOfLedger(one)),
    ),
    ledgerRows(db, filter, own_number, positions.filter(isOfLedger)),
  ]);
  const byId = new Map([...conversations, ...campaigns].map((row) => [row.id, row]));
  return positions.flatMap(({ id }) => byId.get(id) ?? []);
}

async function mergedPositions(
  db: Db,
  filter: TextFilter,
  people: FoundPeople | undefined,
  range: KeysetRange<string>,
): Promise<readonly TimeOrderedRow[]> {
  if (!hasLedger(filter)) return conversationPositions(db, filter, people, range);
  // Rows to skip are skipped after merging.
  const whole = { ...range, skip: 0, limit: range.limit + range.skip };
  const both = await Promise.all([
    conversationPositions(db, filter, people, whole),
    ledgerPositions(db, filter, people, whole),
  ]);
  const sign = range.dir === "desc" ? -1 : 1;
  const merged = both.flat().sort((a, b) => sign * (a.at_us - b.at_us || a.id - b.id));
  return merged.slice(range.skip, range.skip + range.limit);
}

async function countTexts(db: Db, filter: TextFilter, people: FoundPeople | undefined): Promise<number> {
  const counted = await countConversationTexts(db, filter, people);
  if (counted > maxCountedLogRows || !hasLedger(filter)) return counted;
  return counted + (await countLedgerTexts(db, filter, people));
}

/** The texts of a period, newest first, for a file. */
export const textsForFile = (log: TextLog) =>
  log.read({ key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

/** A campaign's id times this, and the recipient's number: exact for a million people of each of a billion campaigns. */
const maxRecipients = 1_048_576;

/** A ledger row's id among messages: after all of them, and in the order of campaign and recipient. */
const firstId = 2_251_799_813_685_248;

/** Whether the log shows campaigns' texts that no conversation has. */
const hasLedger = ({ show, source }: TextFilter) => source === "" && (show === "all" || show === "campaign");

function ledgerTexts({ dealer_id, location_id, from, search }: TextFilter, people: FoundPeople | undefined): LogIndex {
  const isOfPeople =
    !people || !search
      ? sql`true`
      : people.isMore
        ? sql`(select ${isPersonSearched(search, "p")} from customers p
            where p.dealer_id = ${dealer_id} and p.id = held.customer_id limit 1)`
        : sql`held.customer_id = any(${people.ids}::bigint[])`;
  return {
    from: sql`campaign_recipients held`,
    at: sql`held.handed_at`,
    id: sql`(${sql.lit(firstId)} + held.campaign_id * ${sql.lit(maxRecipients)} + held.n)`,
    where: sql`held.dealer_id = ${dealer_id} and held.location_id = ${location_id}
      and held.handed_at is not null and held.message_id is null and held.channel = 'sms'
      and held.handed_at >= ${from} and ${isOfPeople}`,
    isPlannedOnce: !people,
  };
}

/** The positions of a range of campaigns' texts that no conversation has. */
const ledgerPositions = (db: Db, filter: TextFilter, people: FoundPeople | undefined, range: KeysetRange<string>) =>
  readPositions(db, ledgerTexts(filter, people), range);

const countLedgerTexts = (db: Db, filter: TextFilter, people: FoundPeople | undefined) =>
  countPositions(db, ledgerTexts(filter, people));

const stateLabels = sql.join(
  Object.entries(messageStates).map(([state, shown]) => sql`when ${state}::text then ${shown ?? "sending"}::text`),
  sql` `,
);

const isOfLedger = ({ id }: TimeOrderedRow) => id >= firstId;

/** What the table shows of campaigns' texts at these positions, in no order. */
async function ledgerRows(
  db: Db,
  { dealer_id }: TextFilter,
  own_number: string,
  positions: readonly TimeOrderedRow[],
): Promise<TextLogRow[]> {
  if (positions.length === 0) return [];
  const [ids, times] = [positions.map(({ id }) => id), positions.map(({ at_us }) => at_us)];
  const campaigns = ids.map((id) => Math.floor((id - firstId) / maxRecipients));
  const recipients = ids.map((id) => (id - firstId) % maxRecipients);
  const { rows } = await sql<TextLogRow>`${preparedStatement}
    select page.id::float8 as id, page.at_us, r.handed_at as sent_at, c.customer_name, null::float8 as chat_id,
      case r.state ${stateLabels} end as state, r.error, '' as words, r.segments as counted_segments, 'campaign' as type,
      coalesce(nullif(r.from_number, ''), ${own_number}::text) as from_number, r.address as to_number,
      campaigns.title as by, '' as source
    from unnest(${ids}::bigint[], ${times}::bigint[], ${campaigns}::bigint[], ${recipients}::bigint[])
        as page (id, at_us, campaign_id, n)
      join lateral (select * from campaign_recipients
        where dealer_id = ${dealer_id} and campaign_id = page.campaign_id and n = page.n limit 1) r on true
      join lateral (select * from campaigns
        where dealer_id = ${dealer_id} and id = page.campaign_id limit 1) campaigns on true
      join lateral (select * from customers
        where dealer_id = ${dealer_id} and id = r.customer_id limit 1) c on true`.execute(db);
  return rows;
}
