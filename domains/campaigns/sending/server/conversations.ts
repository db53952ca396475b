import { type RawBuilder, sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { NextRun } from "#core/server/intervalJobs.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Within } from "#core/server/within.ts";
import type { BeforeInbound } from "#domains/inbox/conversation/server/public.ts";
import { addCampaignTexts, type CampaignText, type ChatOpened } from "#domains/inbox/server/public.ts";
import { type RecipientState, replyHours } from "../../rules.ts";
import { campaignsInState } from "../../server/campaignStore.ts";
import { isReply, messageStates, shownDays } from "../rules.ts";

const dayMs = 86_400_000;
const interleavedAt = new WeakMap<Within, number>();
const blockSize = 500;
/** A transaction may commit a hand-over this much later than its time says, in milliseconds. */
const overlapMs = 5 * 60_000;

/** Writes what campaigns texted since the last time in this process; the first time, since a day ago. */
export async function interleaveNew(server: Server): Promise<NextRun> {
  const now = server.ports.clock.now().getTime();
  const last = interleavedAt.get(server.within);
  const next = await interleaveTexts(server, last === undefined ? dayMs : now - last + overlapMs);
  interleavedAt.set(server.within, now);
  return next;
}

/**
 * Writes what campaigns texted into the conversations that exist. Nobody gets one because of a campaign.
 *
 * @param lookBack milliseconds: the texts of businesses that sent none since then were written before.
 */
export async function interleaveTexts({ within, ports }: Server, lookBack = dayMs): Promise<NextRun> {
  const since = new Date(ports.clock.now().getTime() - lookBack);
  const perCell = await within.eachCell("campaign texts for conversations", async ({ db }) => ({
    dealers: await dealersTextedSince(db, since),
    sending: await campaignsInState(db, "sending", "sms"),
  }));
  for (const dealer_id of perCell.flatMap(({ dealers }) => dealers)) {
    let isDone = false;
    while (!isDone) {
      isDone = await within.business({ dealer_id }, "campaign texts in conversations", (unit) =>
        interleaveBlock(unit, dealer_id),
      );
    }
  }
  return perCell.some(({ sending }) => sending.length > 0) ? "soon" : "at rest";
}

/** @returns true when nothing is left to write. */
async function interleaveBlock(unit: UnitOfWork, dealer_id: number): Promise<boolean> {
  const now = unit.now();
  const from = (await interleavedUntil(unit.db, dealer_id)) ?? new Date(now.getTime() - shownDays * dayMs);
  const texts = await lockMissing(unit.db, dealer_id, new Date(from.getTime() - overlapMs), blockSize);
  const byLocation = Map.groupBy(texts, ({ location_id }) => location_id);
  for (const [location_id, own] of byLocation) await addTexts(unit, { dealer_id, location_id }, own);
  if (texts.length === blockSize) return false;
  await setInterleavedUntil(unit.db, dealer_id, now);
  return true;
}

async function addTexts(unit: UnitOfWork, location: LocationKey, texts: readonly MissingText[]): Promise<void> {
  if (texts.length === 0) return;
  const shown = texts.flatMap((text): (MissingText & { shownAs: CampaignText["state"] })[] => {
    const shownAs = messageStates[text.state];
    return shownAs === undefined ? [] : [{ ...text, shownAs }];
  });
  const messages = shown.map(({ chat_id, campaign_id, title, image_key, body, phone, shownAs, error, handed_at }) => {
    const campaign = { campaign_id, campaign_title: title, campaign_image: image_key };
    return { chat_id, ...campaign, message: body, phone, state: shownAs, error, datetime: handed_at };
  });
  await setMessages(unit.db, location.dealer_id, shown, await addCampaignTexts(unit, location, messages));
}

/**
 * Before a customer's text is stored: their campaign texts of the last 90 days come into the conversation first, so that
 * everyone sees what is answered, and the newest one has its reply.
 */
export const interleaveBeforeInbound: BeforeInbound = async (unit, location, texts) => {
  const now = unit.now();
  const since = new Date(now.getTime() - shownDays * dayMs);
  const replying = texts.filter(isReply).map(({ from }) => from);
  // Independent statements are pipelined.
  const [missing] = await Promise.all([
    lockMissingOf(unit.db, location, texts, since),
    stampReplies(unit.db, location, replying, now),
  ]);
  await addTexts(unit, location, missing);
};

/** Before the first text or call of a chat that a call or staff open: the same, except that nothing is a reply. */
export const interleaveInOpenedChat: ChatOpened = async (unit, location, { chat_id, phone }) => {
  const since = new Date(unit.now().getTime() - shownDays * dayMs);
  await addTexts(unit, location, await lockMissingOf(unit.db, location, [{ chat_id, from: phone }], since));
};

/** A campaign's text that is in no conversation so far, and the one that it belongs in. */
export interface MissingText {
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

const isMissing = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`${row}.message_id is null
  and ${row}.handed_at is not null and ${row}.channel = 'sms' and ${row}.state not in ('pending', 'intended', 'skipped')`;

/**
 * The next texts of a business whose customers have a conversation, in the order in which they left; locked until the
 * transaction ends. A text that a report is being written on is left for the next time.
 */
export async function lockMissing(db: Db, dealer_id: number, since: Date, limit: number): Promise<MissingText[]> {
  const { rows } = await sql<MissingText>`
    select ${textColumns}, chats.id as chat_id, case when r.address <> customers.phone then r.address end as phone
    from campaign_recipients r ${withTexts}
    join customers on customers.dealer_id = r.dealer_id and customers.id = r.customer_id
    join chats on chats.dealer_id = r.dealer_id and chats.location_id = r.location_id and chats.customer_id = r.customer_id
    where r.dealer_id = ${dealer_id} and r.handed_at > ${since} and ${isMissing(sql`r`)} and customers.deleted_at is null
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
export async function lockMissingOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly TextingPhone[],
  since: Date,
): Promise<MissingText[]> {
  const missing = sql<MissingText>`${preparedStatement}
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
    where texted.location_id = ${location_id} and ${isMissing(sql`texted`)} and r.message_id is null
    order by r.handed_at, r.campaign_id, r.n
    for update of r`;
  const { rows } = await missing.execute(db);
  return rows;
}

/** Remembers which message shows each text. */
export async function setMessages(
  db: Db,
  dealer_id: number,
  texts: readonly Pick<MissingText, "campaign_id" | "n">[],
  message_ids: readonly number[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`update campaign_recipients r set message_id = shown.message_id
    from unnest(${texts.map(({ campaign_id }) => campaign_id)}::bigint[], ${texts.map(({ n }) => n)}::integer[],
      ${[...message_ids]}::bigint[]) as shown (campaign_id, n, message_id)
    where r.dealer_id = ${dealer_id} and r.campaign_id = shown.campaign_id and r.n = shown.n`.execute(db);
}

/** Stamps a reply on the newest campaign text of each phone within the hours that count. The first one stays. */
export async function stampReplies(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly string[],
  at: Date,
): Promise<void> {
  if (phones.length === 0) return;
  await sql`${preparedStatement} update campaign_recipients r set replied_at = ${at}
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

/** The businesses that have handed a campaign's texts over since then. */
export async function dealersTextedSince(db: Db, since: Date): Promise<number[]> {
  const { rows } = await sql<{ dealer_id: number }>`select distinct dealer_id::float8 as dealer_id
    from campaign_recipients where handed_at > ${since} and handed_at is not null and channel = 'sms'`.execute(db);
  return rows.map(({ dealer_id }) => dealer_id);
}

/** Up to when a business's texts are in its conversations; undefined before the first time. */
export async function interleavedUntil(db: Db, dealer_id: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("campaign_weavings")
    .where("dealer_id", "=", dealer_id)
    .select("woven_until")
    .executeTakeFirst();
  return row?.woven_until;
}

export async function setInterleavedUntil(db: Db, dealer_id: number, woven_until: Date): Promise<void> {
  await db
    .insertInto("campaign_weavings")
    .values({ dealer_id, woven_until })
    .onConflict((conflict) => conflict.column("dealer_id").doUpdateSet({ woven_until }))
    .execute();
}
