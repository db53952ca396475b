import { type RawBuilder, sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RecipientState } from "../../rules.ts";
import { replyHours } from "../../rules.ts";

/** A campaign's text that is in no conversation so far, and the one that it belongs in. */
export interface UnwovenText {
  readonly campaign_id: number;
  readonly n: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly title: string;
  readonly image_key: string | null;
  readonly body: string;
  readonly phone: string | null;
  readonly state: RecipientState;
  readonly error: string;
  readonly handed_at: Date;
}

const textColumns = sql`r.campaign_id, r.n, r.location_id, c.title, i.storage_key as image_key, coalesce(b.body, c.body) as body,
  r.state, r.error, r.handed_at`;

const withTexts = sql`join campaigns c on c.dealer_id = r.dealer_id and c.id = r.campaign_id
  left join marketing_images i on i.dealer_id = c.dealer_id and i.id = c.image_id
  left join campaign_bodies b on b.dealer_id = r.dealer_id and b.campaign_id = r.campaign_id and b.hash = r.body_hash`;

const isUnwoven = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`${row}.message_id is null
  and ${row}.handed_at is not null and ${row}.channel = 'sms' and ${row}.state not in ('pending', 'intended', 'skipped')`;

/**
 * The next texts of a business whose customers have a conversation, in the order in which they left; locked until the
 * transaction ends. A text that a report is being written on is left for the next time.
 */
export async function lockUnwoven(db: Db, dealer_id: number, since: Date, limit: number): Promise<UnwovenText[]> {
  const { rows } = await sql<UnwovenText>`
    select ${textColumns}, chats.id as chat_id, case when r.address <> customers.phone then r.address end as phone
    from campaign_recipients r ${withTexts}
    join customers on customers.dealer_id = r.dealer_id and customers.id = r.customer_id
    join chats on chats.dealer_id = r.dealer_id and chats.location_id = r.location_id and chats.customer_id = r.customer_id
    where r.dealer_id = ${dealer_id} and r.handed_at > ${since} and ${isUnwoven(sql`r`)} and customers.deleted_at is null
    order by r.handed_at, r.campaign_id, r.n limit ${limit}
    for update of r skip locked`.execute(db);
  return rows;
}

/** A phone that texts, and its conversation. */
export interface TextingPhone {
  readonly chat_id: number;
  readonly from: string;
}

/**
 * What campaigns of the location texted to these phones since then and is in no conversation; locked as above. Read phone by
 * phone: Postgres would rather read all that campaigns texted since then, and who texts in would wait for it.
 */
export async function lockUnwovenOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly TextingPhone[],
  since: Date,
): Promise<UnwovenText[]> {
  const unwoven = sql<UnwovenText>`
    select ${textColumns}, chats.id as chat_id, case when r.address <> customers.phone then r.address end as phone
    from unnest(${phones.map(({ chat_id }) => chat_id)}::bigint[], ${phones.map(({ from }) => from)}::text[])
      as texting (chat_id, phone)
    cross join lateral (
      select * from campaign_recipients
      where dealer_id = ${dealer_id} and address = texting.phone and handed_at > ${since}
      order by handed_at desc offset 0) as texted
    join campaign_recipients r on r.dealer_id = ${dealer_id} and r.campaign_id = texted.campaign_id and r.n = texted.n
    ${withTexts}
    join chats on chats.dealer_id = r.dealer_id and chats.id = texting.chat_id
    join customers on customers.dealer_id = r.dealer_id and customers.id = chats.customer_id
    where texted.location_id = ${location_id} and ${isUnwoven(sql`texted`)} and r.message_id is null
    order by r.handed_at, r.campaign_id, r.n
    for update of r`;
  const { rows } = await inIndexOrder(db, () => unwoven.execute(db));
  return rows;
}

/** Remembers which message shows each text. */
export async function setMessages(
  db: Db,
  dealer_id: number,
  texts: readonly Pick<UnwovenText, "campaign_id" | "n">[],
  message_ids: readonly number[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`update campaign_recipients r set message_id = woven.message_id
    from unnest(${texts.map(({ campaign_id }) => campaign_id)}::bigint[], ${texts.map(({ n }) => n)}::integer[],
      ${[...message_ids]}::bigint[]) as woven (campaign_id, n, message_id)
    where r.dealer_id = ${dealer_id} and r.campaign_id = woven.campaign_id and r.n = woven.n`.execute(db);
}

/** Stamps a reply on the newest campaign text of each phone within the hours that count. The first one stays. */
export async function stampReplies(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly string[],
  at: Date,
): Promise<void> {
  if (phones.length === 0) return;
  await sql`update campaign_recipients r set replied_at = ${at}
    from unnest(${[...new Set(phones)]}::text[]) as texting (phone)
    cross join lateral (
      select h.campaign_id, h.n from campaign_recipients h
      where h.dealer_id = ${dealer_id} and h.address = texting.phone and h.location_id = ${location_id}
        and h.handed_at > ${at}::timestamptz - ${replyHours} * interval '1 hour'
        and h.state not in ('failed', 'pending', 'intended', 'skipped')
      order by h.handed_at desc, h.campaign_id desc limit 1
    ) as last
    where r.dealer_id = ${dealer_id} and r.campaign_id = last.campaign_id and r.n = last.n
      and r.replied_at is null`.execute(db);
}

/** Up to when a business's texts are in its conversations; undefined before the first time. */
export async function wovenUntil(db: Db, dealer_id: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("campaign_weavings")
    .where("dealer_id", "=", dealer_id)
    .select("woven_until")
    .executeTakeFirst();
  return row?.woven_until;
}

export async function setWovenUntil(db: Db, dealer_id: number, woven_until: Date): Promise<void> {
  await db
    .insertInto("campaign_weavings")
    .values({ dealer_id, woven_until })
    .onConflict((conflict) => conflict.column("dealer_id").doUpdateSet({ woven_until }))
    .execute();
}
