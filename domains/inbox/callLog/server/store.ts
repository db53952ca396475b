import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import { countPositions, planAlongIndexes, readPositions } from "#core/server/positions.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { TimeOrderedRow } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { LoggedCall, LoggedOutcome } from "../contract.ts";
import { type CallFilter, indexOf, isFirst } from "./filterStore.ts";
import { followedBy } from "./followedBy.ts";

/** A call as it is stored; its recording still without an address. */
export interface CallLogRow extends Omit<LoggedCall, "started_at" | "recording" | "recording_state" | "outcome"> {
  readonly at_us: number;
  readonly started_at: Date;
  readonly outcome: LoggedOutcome;
  readonly recording_consent: number;
  readonly recording_row_state: string | null;
  readonly recording_key: string | null;
  /** The call's message was deleted. */
  readonly is_deleted: boolean;
}

/** A location's calls as a table. */
export interface CallLog {
  /** The calls of a range, in its order. */
  read(range: KeysetRange<string>): Promise<CallLogRow[]>;
  /** How many there are; above `maxCountedLogRows`: more than that. */
  count(): Promise<number>;
}

export async function openCallLog(db: Db, filter: CallFilter): Promise<CallLog> {
  const calls = await indexOf(db, filter);
  if (!calls) return { read: async () => [], count: async () => 0 };
  await planAlongIndexes(db);
  return {
    async read(range) {
      const positions = await readPositions(db, calls, range);
      const rows = new Map((await rowsAt(db, filter.dealer_id, positions)).map((row) => [row.id, row]));
      return positions.flatMap(({ id }) => rows.get(id) ?? []);
    },
    count: () => countPositions(db, calls),
  };
}

/** What the table shows of calls at these positions, in no order. Each looks up by key what belongs to it. */
async function rowsAt(db: Db, dealer_id: number, positions: readonly TimeOrderedRow[]): Promise<CallLogRow[]> {
  if (positions.length === 0) return [];
  const [ids, times] = [positions.map(({ id }) => id), positions.map(({ at_us }) => at_us)];
  const { rows } = await sql<CallLogRow>`${preparedStatement}
    select page.id, page.at_us, c.direction, c.started_at, c.other_number as phone, c.customer_id, c.chat_id, c.spam, c.source,
      coalesce(p.customer_name, '') as customer_name, c.outcome,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as called_by,
      case when c.state = 'answered' then c.duration when c.state = 'voicemail' then r.duration end as duration,
      c.recording_consent, r.state as recording_row_state, r.storage_key as recording_key,
      m.deleted_at is not null as is_deleted, ${isFirst}::int as first_time, ${followedBy} as followed_by,
      coalesce(trim(assignee.first_name || ' ' || assignee.last_name), '') as assigned_name
    from unnest(${ids}::bigint[], ${times}::bigint[]) as page (id, at_us)
      join lateral (select * from calls where dealer_id = ${dealer_id} and id = page.id limit 1) c on true
      left join lateral (select * from customers where dealer_id = c.dealer_id and id = c.customer_id limit 1) p on true
      left join lateral (select * from users where dealer_id = c.dealer_id and id = c.user_id limit 1) u on true
      left join lateral (select * from call_recordings
        where dealer_id = c.dealer_id and id = c.recording_id limit 1) r on true
      left join lateral (select * from messages where dealer_id = c.dealer_id and id = c.message_id limit 1) m on true
      left join lateral (select * from chats where dealer_id = c.dealer_id and id = c.chat_id limit 1) chat on true
      left join lateral (select * from users
        where dealer_id = c.dealer_id and id = chat.assigned_to limit 1) assignee on true`.execute(db);
  return rows;
}

/** The calls of a period, newest first, for a file. */
export const callsForFile = (log: CallLog) =>
  log.read({ key: "started_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

/** The phone that made a call of the location; undefined for an absent or foreign call. */
export async function callerOf(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["from_number", "direction"])
    .executeTakeFirst();
}

/** Says of all calls from a phone at the location whether they are spam. */
export async function saveSpam(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { phone, spam }: { readonly phone: string; readonly spam: number },
): Promise<void> {
  await db
    .updateTable("calls")
    .set({ spam })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("from_number", "=", phone)
    .where("direction", "=", "incoming")
    .execute();
}
