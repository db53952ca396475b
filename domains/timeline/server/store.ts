import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { preparedStatement, unpreparedStatement } from "#core/server/preparedStatement.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import { boundOf, type Cursor, type Position, type Read, rowsFor, type TimelineSource } from "../rules.ts";

/** Whose timeline it is, with everything that their rows are found by. */
export interface TimelineSubject extends LocationKey {
  /** The customer who was kept. */
  readonly customer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly email: string;
  /** Theirs, and those of the customers merged into them. */
  readonly customer_ids: readonly number[];
  readonly phones: readonly string[];
  readonly chat_ids: readonly number[];
}

/** The customer with this id, or the one they were merged into; undefined for an absent, foreign or deleted one. */
export async function findSubject(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
): Promise<TimelineSubject | undefined> {
  const { rows } = await sql<Omit<TimelineSubject, keyof LocationKey>>`${preparedStatement}
    select k.id as customer_id, k.first_name, k.last_name, k.phone, k.email, them.ids as customer_ids,
      string_to_array(trim(k.phone || ' ' || k.other_phones), ' ') as phones,
      array(select c.id from chats c where c.dealer_id = k.dealer_id and c.location_id = k.location_id
        and c.customer_id = any(them.ids)) as chat_ids
    from customers named
      join customers k on k.dealer_id = named.dealer_id and k.id = ${survivorSql("named")}
      cross join lateral (select array(select k.id
        union select m.id from customers m where m.dealer_id = k.dealer_id and m.merged_into = k.id) as ids) them
    where named.dealer_id = ${dealer_id} and named.location_id = ${location_id} and named.id = ${id}
      and k.deleted_at is null`.execute(db);
  const [found] = rows;
  return found && { dealer_id, location_id, ...found };
}

/** Where the rows of a source are, in parts of an index that are merged. */
interface SourceRows {
  /** Each part's `key`. */
  readonly parts: SqlFragment;
  readonly from: SqlFragment;
  readonly at: SqlFragment;
  readonly id: SqlFragment;
  readonly where: SqlFragment;
  /** What a search looks in. */
  readonly words: readonly SqlFragment[];
}

const numbers = (ids: readonly number[]) => sql`unnest(${[...ids]}::bigint[]) as part (key)`;

/** Rows by their source. A conversation that an inquiry allows is no choice of the customer's, so the timeline leaves it out. */
function rowsOf(subject: TimelineSubject, now: Date): Readonly<Record<TimelineSource, SourceRows>> {
  const { dealer_id, location_id, customer_ids, phones, chat_ids, email } = subject;
  const people = numbers(customer_ids);
  const chats = numbers(chat_ids);
  const here = (alias: string) =>
    sql`${sql.ref(`${alias}.dealer_id`)} = ${dealer_id} and ${sql.ref(`${alias}.location_id`)} = ${location_id}`;
  return {
    text: {
      parts: chats,
      from: sql`messages m`,
      at: sql`m.datetime`,
      id: sql`m.id`,
      where: sql`m.dealer_id = ${dealer_id} and m.chat_id = part.key and m.campaign_id is null and m.message_type = 'message'`,
      words: [sql`case when m.deleted_at is null then m.message end`],
    },
    call: {
      parts: people,
      from: sql`calls c`,
      at: sql`c.started_at`,
      id: sql`c.id`,
      where: sql`${here("c")} and c.customer_id = part.key`,
      words: [sql`c.source`, sql`c.other_number`],
    },
    email: {
      parts: people,
      from: sql`meeting_invitations i join appointments a on a.dealer_id = i.dealer_id and a.id = i.appointment_id`,
      at: sql`i.changed_at`,
      id: sql`i.appointment_id`,
      where: sql`${here("i")} and i.customer_id = part.key and i.sequence is not null and i.state in ('sending', 'sent', 'failed')`,
      words: [sql`i.email`, sql`a.title`],
    },
    note: {
      parts: chats,
      from: sql`chat_notes n`,
      at: sql`n.created_at`,
      id: sql`n.id`,
      where: sql`${here("n")} and n.chat_id = part.key and n.deleted_at is null`,
      words: [sql`n.note`],
    },
    task: {
      parts: people,
      from: sql`tasks t`,
      at: sql`t.ended_at`,
      id: sql`t.id`,
      where: sql`${here("t")} and t.customer_id = part.key and t.state <> 'open' and t.deleted_at is null`,
      words: [sql`t.description`],
    },
    appointment: {
      parts: people,
      from: sql`appointments a`,
      at: sql`a.datetime`,
      id: sql`a.id`,
      where: sql`${here("a")} and a.customer_id = part.key and (a.status <> 0 or a.datetime <= ${now})`,
      words: [sql`a.title`, sql`a.notes`],
    },
    campaign: {
      parts: sql`(select) as part`,
      // One row a campaign: a merged customer may have got it on both phones.
      from: sql`(select r.dealer_id, r.campaign_id, max(r.handed_at) as handed_at from campaign_recipients r
          where ${here("r")} and r.customer_id = any(${[...customer_ids]}::bigint[]) and r.handed_at is not null
          group by r.dealer_id, r.campaign_id) got
        join campaigns p on p.dealer_id = got.dealer_id and p.id = got.campaign_id`,
      at: sql`got.handed_at`,
      id: sql`got.campaign_id`,
      where: sql`true`,
      words: [sql`p.title`, sql`p.subject`],
    },
    invite: {
      parts: people,
      from: sql`review_invites v`,
      at: sql`v.created_at`,
      id: sql`v.id`,
      where: sql`${here("v")} and v.customer_id = part.key`,
      words: [sql`v.contact`],
    },
    review: {
      parts: people,
      from: sql`review_invites v join reviews r on r.dealer_id = v.dealer_id and r.invite_id = v.id`,
      at: sql`r.published_at`,
      id: sql`r.id`,
      where: sql`${here("v")} and v.customer_id = part.key and r.erased_at is null and r.removed_at is null`,
      words: [sql`r.body`, sql`r.author`],
    },
    lead: {
      parts: sql`(select l.id as key, l.source from leads l where ${here("l")}
        and l.customer_id = any(${[...customer_ids]}::bigint[]) and l.deleted_at is null) as part`,
      from: sql`lead_moves m`,
      at: sql`m.at`,
      id: sql`m.id`,
      where: sql`${here("m")} and m.lead_id = part.key`,
      words: [
        sql`part.source`,
        sql`(select s.name from lead_stages s where s.dealer_id = m.dealer_id and s.id = m.to_stage_id)`,
        sql`(select string_agg(concat_ws(' ', w.year, w.make, w.model, w.trim, w.stock), ' ') from lead_vehicles w
          where w.dealer_id = m.dealer_id and w.lead_id = m.lead_id)`,
      ],
    },
    consent: {
      parts: sql`unnest(${[...phones]}::text[]) as part (key)`,
      from: sql`consent_events e`,
      at: sql`e.at`,
      id: sql`e.id`,
      where: sql`e.dealer_id = ${dealer_id} and e.phone = part.key and e.scope <> 'conversation'`,
      words: [sql`e.words`, sql`e.evidence`, sql`e.source`],
    },
    mailConsent: {
      parts: sql`(select d.id as key from mail_addresses d
        where d.dealer_id = ${dealer_id} and d.address = lower(${email}::text) and ${email}::text <> '') as part`,
      from: sql`mail_consent_events e`,
      at: sql`e.at`,
      id: sql`e.id`,
      where: sql`e.dealer_id = ${dealer_id} and e.address_id = part.key`,
      words: [sql`e.words`, sql`e.source`],
    },
    written: {
      parts: people,
      from: sql`customer_emails e`,
      at: sql`e.created_at`,
      id: sql`e.id`,
      where: sql`${here("e")} and e.customer_id = part.key`,
      words: [sql`e.email`, sql`e.subject`, sql`e.words`, sql`e.plan_name`],
    },
    replied: {
      parts: people,
      from: sql`email_replies r`,
      at: sql`r.received_at`,
      id: sql`r.id`,
      where: sql`${here("r")} and r.customer_id = part.key`,
      words: [sql`r.sender`, sql`r.subject`, sql`r.words`],
    },
    logged: {
      parts: people,
      from: sql`logged_calls g`,
      at: sql`g.at`,
      id: sql`g.id`,
      where: sql`${here("g")} and g.customer_id = part.key and g.deleted_at is null`,
      words: [sql`g.note`],
    },
  };
}

/** Which rows of a timeline a page reads. */
export interface Range {
  readonly sources: readonly TimelineSource[];
  readonly search: string;
  /** The rows behind it; undefined: from the newest on. */
  readonly after: Cursor | undefined;
  readonly entries: number;
  /** Appointments until then have happened. */
  readonly now: Date;
}

/** The newest rows of each source behind the cursor: no more of each than a page can show. */
export async function readSources(db: Db, subject: TimelineSubject, range: Range): Promise<Read[]> {
  const all = rowsOf(subject, range.now);
  const reads = range.sources.map((source) => {
    const { parts, from, at, id, where, words } = all[source];
    const { at_us, id: below } = boundOf(source, range.after);
    const most = sql.lit(rowsFor(source, range.entries) + 1);
    const columns = timeOrderColumns({ at, id });
    const found = range.search === "" ? sql`` : sql` and ${isFoundIn(range.search, words)}`;
    const order = sql`order by ${at} desc, ${id} desc limit ${most}`;
    return sql`(select ${sql.lit(source)} as source, held.id, held.at_us from ${parts} cross join lateral (
      select ${columns} from ${from} where ${where}
        and (${at}, ${id}) < (timestamptz 'epoch' + ${at_us}::bigint * interval '1 microsecond', ${below}::bigint)${found}
      ${order}) as held order by held.at_us desc, held.id desc limit ${most})`;
  });
  const isUsual = range.search === "" && range.sources.length === Object.keys(all).length;
  const { rows } = await sql<Position>`${isUsual ? preparedStatement : unpreparedStatement}
    ${sql.join(reads, sql` union all `)}`.execute(db);
  return range.sources.map((source) => {
    const own = rows.filter((row) => row.source === source);
    const most = rowsFor(source, range.entries);
    return { rows: own.slice(0, most), more: own.length > most };
  });
}

/** How many rows each source has. */
export async function countSources(db: Db, subject: TimelineSubject, now: Date): Promise<Map<TimelineSource, number>> {
  const all = Object.entries(rowsOf(subject, now));
  const counts = all.map(
    ([source, { parts, from, where }]) =>
      sql`select ${sql.lit(source)} as source, count(*)::int as count from ${parts} cross join lateral (
        select from ${from} where ${where}) as held`,
  );
  const { rows } = await sql<{ source: TimelineSource; count: number }>`${preparedStatement}
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ source, count }) => [source, count]));
}

export interface Coming {
  readonly tasks: number;
  readonly appointments: number;
  /** The next first. */
  readonly positions: readonly Position[];
}

/** The most tasks, and the most appointments, that are shown as coming up. */
const mostComing = 30;

/** Open tasks and pending appointments. */
export async function readComing(db: Db, subject: TimelineSubject, now: Date): Promise<Coming> {
  const { dealer_id, location_id, customer_ids } = subject;
  const ids = [...customer_ids];
  const tasks = sql`tasks t where t.dealer_id = ${dealer_id} and t.location_id = ${location_id}
    and t.customer_id = any(${ids}::bigint[]) and t.state = 'open' and t.deleted_at is null`;
  const appointments = sql`appointments a where a.dealer_id = ${dealer_id} and a.location_id = ${location_id}
    and a.customer_id = any(${ids}::bigint[]) and a.status = 0 and a.datetime > ${now}`;
  const { rows } = await sql<Position & { of_source: number }>`${preparedStatement}
    (select 'task' as source, ${timeOrderColumns({ at: sql`t.due_at`, id: sql`t.id` })},
        count(*) over ()::int as of_source
      from ${tasks} order by t.due_at, t.id limit ${sql.lit(mostComing)})
    union all (select 'appointment', ${timeOrderColumns({ at: sql`a.datetime`, id: sql`a.id` })}, count(*) over ()::int
      from ${appointments} order by a.datetime, a.id limit ${sql.lit(mostComing)})
    order by at_us, id`.execute(db);
  const countOf = (source: TimelineSource) => rows.find((row) => row.source === source)?.of_source ?? 0;
  return { tasks: countOf("task"), appointments: countOf("appointment"), positions: rows };
}
