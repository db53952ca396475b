import { sql } from "kysely";
import type { StaffContext } from "#core/server/serve.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { canDeleteNote, seesDeleted } from "#domains/inbox/conversation/rules.ts";
import { chatMessagesByIds, fileUrlsFor } from "#domains/inbox/server/public.ts";
import type { LeadVehicle } from "#domains/leads/fields.ts";
import { vehicleInWords, wantedFirst } from "#domains/leads/rules.ts";
import { moveColumns } from "#domains/leads/server/public.ts";
import { mayChangeCall } from "#domains/outreach/rules.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import type { TimelineEntry } from "../contract.ts";
import { type EntryGroup, kindOf, type Position, type TimelineSource } from "../rules.ts";
import type { TimelineSubject } from "./store.ts";

/** Who did it, and what a source adds to an entry. */
interface ShownPart {
  readonly id: number;
  readonly by?: string;
  readonly by_id?: number | null;
  readonly part: Partial<TimelineEntry>;
}

type ReadShown = (
  context: StaffContext,
  subject: TimelineSubject,
  ids: readonly number[],
) => Promise<readonly ShownPart[]>;

const nothing = {
  texts: [],
  call: null,
  logged: null,
  email: null,
  reply: null,
  note: null,
  task: null,
  appointment: null,
  campaign: null,
  review: null,
  lead: null,
  consent: null,
} as const;

/** What the screens show of groups of rows, in their order; rows that are gone meanwhile are left out. */
export async function entriesOf(
  context: StaffContext,
  subject: TimelineSubject,
  groups: readonly EntryGroup[],
): Promise<TimelineEntry[]> {
  const idsOf = new Map<TimelineSource, number[]>();
  for (const { source, id } of groups.flat()) {
    const ids = idsOf.get(source) ?? [];
    ids.push(id);
    idsOf.set(source, ids);
  }
  const read = await Promise.all(
    [...idsOf].map(async ([source, ids]) => {
      const rows = await readers[source](context, subject, ids);
      return rows.map((row) => [keyOf({ source, id: row.id }), row] as const);
    }),
  );
  const shown = new Map(read.flat());
  return groups.flatMap((group) => {
    const rows = group.flatMap((position) => shown.get(keyOf(position)) ?? []);
    const [newest] = rows;
    if (!newest) return [];
    const { source, id, at_us } = group[0];
    const by_id = newest.by_id ?? null;
    const entry: TimelineEntry = {
      ...nothing,
      key: keyOf(group[0]),
      kind: kindOf[source],
      id,
      at: instantOf(at_us),
      from: instantOf(group.at(-1)?.at_us ?? at_us),
      by: newest.by ?? "",
      is_mine: by_id !== null && by_id === context.who.user_id,
      ...newest.part,
      texts: rows.flatMap(({ part }) => part.texts ?? []).toReversed(),
    };
    return [entry];
  });
}

const keyOf = ({ source, id }: Pick<Position, "source" | "id">) => `${source}-${id}`;
const instantOf = (at_us: number) => new Date(Math.floor(at_us / 1000)).toISOString();

const member = (
  alias: string,
  column: string,
) => sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
  where u.dealer_id = ${sql.ref(`${alias}.dealer_id`)} and u.id = ${sql.ref(`${alias}.${column}`)}), '')`;

/** Selects rows by their ids, with `by` and `by_id`, and makes each into its part of an entry. */
function reader<Row extends { readonly id: number }>(
  select: (subject: TimelineSubject, ids: readonly number[]) => SqlFragment,
  part: (row: Row, context: StaffContext) => Partial<TimelineEntry>,
): ReadShown {
  return async (context, subject, ids) => {
    const { rows } = await sql<Row & { by?: string; by_id?: number | null }>`${select(subject, ids)}`.execute(
      context.db,
    );
    return rows.map((row) => ({
      id: row.id,
      part: part(row, context),
      ...(row.by !== undefined && { by: row.by }),
      ...(row.by_id !== undefined && { by_id: row.by_id }),
    }));
  };
}

type EntryPart<K extends keyof TimelineEntry> = NonNullable<TimelineEntry[K]>;

const list = (ids: readonly number[]) => sql`any(${[...ids]}::bigint[])`;

const readers: Readonly<Record<TimelineSource, ReadShown>> = {
  async text(context, subject, ids) {
    const messages = await chatMessagesByIds(context, subject.dealer_id, ids, subject);
    return messages.map((message) => ({ id: message.id, by: message.sent_by, part: { texts: [message] } }));
  },

  call: reader<
    Omit<EntryPart<"call">, "recording"> & { id: number; recording_key: string | null; is_deleted: boolean }
  >(
    (
      { dealer_id },
      ids,
    ) => sql`select c.id, ${member("c", "user_id")} as by, c.user_id as by_id, c.direction, c.outcome,
        case when c.state = 'answered' then c.duration when c.state = 'voicemail' then r.duration end as duration, c.source,
        case when r.state = 'kept' then r.storage_key end as recording_key, m.deleted_at is not null as is_deleted
      from calls c
        left join call_recordings r on r.dealer_id = c.dealer_id and r.id = c.recording_id
        left join messages m on m.dealer_id = c.dealer_id and m.id = c.message_id
      where c.dealer_id = ${dealer_id} and c.id = ${list(ids)}`,
    ({ recording_key, is_deleted, direction, outcome, duration, source }, context) => {
      const isHidden = recording_key === null || (is_deleted && !seesDeleted(context.who));
      const recording = isHidden ? null : fileUrlsFor(context)(recording_key);
      return { call: { direction, outcome, duration, source, recording } };
    },
  ),

  email: reader<{ id: number; to: string; subject: string; state: EntryPart<"email">["state"] }>(
    ({ dealer_id }, ids) => sql`select i.appointment_id as id, i.email as to, a.title as subject, i.state
      from meeting_invitations i join appointments a on a.dealer_id = i.dealer_id and a.id = i.appointment_id
      where i.dealer_id = ${dealer_id} and i.appointment_id = ${list(ids)}`,
    ({ to, subject, state }) => ({
      email: { what: "invitation", plan: "", to, subject, words: "", state, reason: "" },
    }),
  ),

  written: reader<Omit<EntryPart<"email">, "what"> & { id: number }>(
    (
      { dealer_id },
      ids,
    ) => sql`select e.id, case when e.plan_name = '' then ${member("e", "user_id")} else '' end as by,
        case when e.plan_name = '' then e.user_id end as by_id, e.plan_name as plan, e.email as to, e.subject, e.words,
        e.state, e.reason
      from customer_emails e where e.dealer_id = ${dealer_id} and e.id = ${list(ids)}`,
    ({ plan, to, subject, words, state, reason }) => ({
      email: { what: plan === "" ? "written" : "plan", plan, to, subject, words, state, reason },
    }),
  ),

  replied: reader<Omit<EntryPart<"reply">, "is_automatic"> & { id: number; is_automatic: 0 | 1 }>(
    (
      { dealer_id, customer_id, email },
      ids,
    ) => sql`select r.id, r.sender as "from", r.subject, r.words, r.quoted, r.files, r.copy_to,
        r.is_automatic,
        json_build_object('id', ${customer_id}::bigint, 'email', ${email}::text) as customer
      from email_replies r where r.dealer_id = ${dealer_id} and r.id = ${list(ids)}`,
    ({ from, subject, words, quoted, files, copy_to, customer, is_automatic }) => ({
      reply: { from, subject, words, quoted, files, copy_to, customer, is_automatic: is_automatic === 1 },
    }),
  ),

  logged: reader<Omit<EntryPart<"logged">, "may_change"> & { id: number; by_id?: number }>(
    (
      { dealer_id },
      ids,
    ) => sql`select g.id, ${member("g", "user_id")} as by, g.user_id as by_id, g.outcome, g.minutes, g.note as words
      from logged_calls g where g.dealer_id = ${dealer_id} and g.id = ${list(ids)}`,
    ({ outcome, minutes, words, by_id }, { who }) => {
      const may_change = !who.supportAccess && mayChangeCall(who, by_id ?? 0);
      return { logged: { outcome, minutes, words, may_change } };
    },
  ),

  note: reader<{ id: number; note: string; chat_id: number; user_id: number }>(
    (
      { dealer_id },
      ids,
    ) => sql`select n.id, ${member("n", "user_id")} as by, n.user_id as by_id, n.note, n.chat_id, n.user_id
      from chat_notes n where n.dealer_id = ${dealer_id} and n.id = ${list(ids)}`,
    (row, { who }) => ({
      note: { chat_id: row.chat_id, words: row.note, may_change: !who.supportAccess && canDeleteNote(who, row) },
    }),
  ),

  task: reader<Omit<EntryPart<"task">, "due_at"> & { id: number; due_at: Date }>(
    (
      { dealer_id },
      ids,
    ) => sql`select t.id, ${member("t", "ended_by")} as by, t.ended_by as by_id, t.description as words,
        t.due_at, ${member("t", "assigned_to")} as assignee, t.state
      from tasks t where t.dealer_id = ${dealer_id} and t.id = ${list(ids)}`,
    ({ words, due_at, assignee, state }) => ({ task: { words, due_at: due_at.toISOString(), assignee, state } }),
  ),

  appointment: reader<EntryPart<"appointment"> & { id: number }>(
    ({ dealer_id }, ids) => sql`select a.id, ${member("a", "created_by")} as by, a.created_by as by_id, a.title, a.type,
        a.status, a.confirmed_at is not null as is_confirmed, a.notes
      from appointments a where a.dealer_id = ${dealer_id} and a.id = ${list(ids)}`,
    ({ title, type, status, is_confirmed, notes }) => ({ appointment: { title, type, status, is_confirmed, notes } }),
  ),

  campaign: reader<EntryPart<"campaign"> & { id: number }>(
    (
      { dealer_id, customer_ids },
      ids,
    ) => sql`select distinct on (r.campaign_id) r.campaign_id as id, p.title, r.channel,
        r.state, r.opened_at is not null as opened, r.clicked_at is not null as clicked, r.replied_at is not null as replied
      from campaign_recipients r join campaigns p on p.dealer_id = r.dealer_id and p.id = r.campaign_id
      where r.dealer_id = ${dealer_id} and r.customer_id = ${list(customer_ids)} and r.campaign_id = ${list(ids)}
      order by r.campaign_id, r.handed_at desc nulls last`,
    ({ title, channel, state, opened, clicked, replied }) => ({
      campaign: { title, channel, state, opened, clicked, replied },
    }),
  ),

  invite: reader<{ id: number; channel: "sms" | "email"; contact: string }>(
    ({ dealer_id }, ids) => sql`select v.id, ${member("v", "sent_by")} as by, v.sent_by as by_id, v.channel, v.contact
      from review_invites v where v.dealer_id = ${dealer_id} and v.id = ${list(ids)}`,
    ({ channel, contact }) => ({ review: { what: "invited", site: "", channel, rating: null, words: contact } }),
  ),

  review: reader<{
    id: number;
    kind: SiteKind;
    title: string;
    channel: "sms" | "email";
    rating: number | null;
    body: string;
  }>(
    ({ dealer_id }, ids) => sql`select r.id, s.kind, s.title, v.channel, r.rating, r.body
      from reviews r
        join review_sites s on s.dealer_id = r.dealer_id and s.id = r.site_id
        join review_invites v on v.dealer_id = r.dealer_id and v.id = r.invite_id
      where r.dealer_id = ${dealer_id} and r.id = ${list(ids)}`,
    ({ channel, rating, body, ...site }) => ({
      review: { what: "reviewed", site: siteTitle(site), channel, rating, words: body },
    }),
  ),

  lead: reader<
    Omit<EntryPart<"lead">["move"], "at"> & {
      at: Date;
      lead_id: number;
      source: string;
      vehicles: readonly Pick<LeadVehicle, "interest" | "year" | "make" | "model" | "trim">[];
    }
  >(
    ({ dealer_id }, ids) => sql`select ${moveColumns}, m.by as by_id, m.lead_id, l.source,
        coalesce((select json_agg(json_build_object('interest', w.interest, 'year', w.year, 'make', w.make, 'model', w.model,
            'trim', w.trim) order by w.position)
          from lead_vehicles w where w.dealer_id = m.dealer_id and w.lead_id = m.lead_id), '[]') as vehicles
      from lead_moves m join leads l on l.dealer_id = m.dealer_id and l.id = m.lead_id
      where m.dealer_id = ${dealer_id} and m.id = ${list(ids)}`,
    ({ lead_id, source, vehicles, at, ...move }) => {
      const [first] = wantedFirst(vehicles);
      const vehicle = first ? vehicleInWords(first) : "";
      return { lead: { lead_id, vehicle, source, move: { ...move, at: at.toISOString() } } };
    },
  ),

  consent: reader<Omit<EntryPart<"consent">, "channel"> & { id: number }>(
    ({ dealer_id }, ids) => sql`select e.id, ${member("e", "user_id")} as by, e.user_id as by_id, e.event, e.source,
        case when e.evidence <> '' then e.evidence else e.words end as words
      from consent_events e where e.dealer_id = ${dealer_id} and e.id = ${list(ids)}`,
    ({ event, source, words }) => ({ consent: { channel: "sms", event, source, words } }),
  ),

  mailConsent: reader<{ id: number; event: EntryPart<"consent">["event"]; words: string }>(
    ({ dealer_id }, ids) => sql`select e.id, ${member("e", "user_id")} as by, e.user_id as by_id, e.event, e.words
      from mail_consent_events e where e.dealer_id = ${dealer_id} and e.id = ${list(ids)}`,
    ({ event, words }) => ({ consent: { channel: "email", event, source: "", words } }),
  ),
};
