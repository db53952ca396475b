import { sql } from "kysely";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { nextSettleStep, settleRetrySeconds } from "#domains/inbox/sending/rules.ts";
import type { TextSearchResult } from "#ports/sms/sms.ts";
import { campaignReference, type RecipientKey } from "../../rules.ts";
import { type CampaignKey, lockCampaignForWork } from "../../server/campaignStore.ts";
import { dealersWithOverdueBatches, deleteBatches, lockOverdueBatches, writeUnanswered } from "./batchStore.ts";
import { attemptMs } from "./channel.ts";
import { bodyOf, hasOpenRowsSql, lockRecipient, updateRecipient } from "./ledgerStore.ts";
import { endIfDone } from "./sendDue.ts";
import { textChannel } from "./textChannel.ts";

/** Milliseconds after which a poll ends, and how many texts are asked about at once. */
const pollMs = 12_000;
const parallelLookups = 3;
const batchesAtOnce = 20;
const unknownTextText = "We could not find out whether this message was sent.";

type LedgerRowKey = Omit<RecipientKey, "attempt">;

/** Settles the messages of all businesses whose answer was lost, or whose process crashed. */
export async function settleOverdue(server: Server): Promise<NextRun> {
  const { within } = server;
  const now = server.ports.clock.now();
  const endsAt = performance.now() + pollMs;
  const crashed = (
    await within.eachCell("campaign messages of a crashed process", ({ db }) => dealersWithOverdueBatches(db, now))
  ).flat();
  for (const dealer_id of crashed) {
    let closed = batchesAtOnce;
    while (closed === batchesAtOnce) {
      closed = await within.business({ dealer_id }, "campaign messages of a crashed process", ({ db }) =>
        closeOverdueBatches(db, dealer_id, now),
      );
    }
  }
  const dealers = (await within.eachCell("lost campaign texts", ({ db }) => dealersWithOverdueTexts(db, now))).flat();
  for (const dealer_id of dealers) await settleTexts(server, dealer_id, now, endsAt);
  const leftovers = (await within.eachCell("canceled campaigns", ({ db }) => dealersWithCanceled(db))).flat();
  for (const dealer_id of leftovers) {
    await within.business({ dealer_id }, "canceled campaigns", ({ db }) => skipCanceled(db, dealer_id));
  }
  const done = (await within.eachCell("paused campaigns", ({ db }) => pausedWithNothingLeft(db))).flat();
  for (const key of done) {
    await within.business(key, "paused campaigns", async (unit) => {
      const campaign = await lockCampaignForWork(unit.db, key);
      if (campaign) await endIfDone(unit, campaign);
    });
  }
  const isOpen = await within.eachCell("open campaign messages", ({ db }) => isAnyOpen(db));
  return isOpen.some(Boolean) ? "soon" : "at rest";
}

/** A batch that was never begun is due again. Of one that was, texts are looked up, and emails are over. */
async function closeOverdueBatches(db: Db, dealer_id: number, now: Date): Promise<number> {
  const overdue = await lockOverdueBatches(db, dealer_id, now, batchesAtOnce);
  const begun = overdue.flatMap(({ id, attempted_at }) => (attempted_at === null ? [] : [id]));
  await writeUnanswered(db, dealer_id, { batches: begun });
  await deleteBatches(
    db,
    dealer_id,
    overdue.map(({ id }) => id),
  );
  return overdue.length;
}

/** Texts that were asked about have a longer lease, so each round finds others. One that can't be settled holds none up. */
async function settleTexts(server: Server, dealer_id: number, now: Date, endsAt: number): Promise<void> {
  const failed = new Set<string>();
  while (performance.now() < endsAt) {
    const overdue = await server.within.business({ dealer_id }, "lost campaign texts", ({ db }) =>
      overdueTexts(db, dealer_id, now),
    );
    const rows = overdue.filter((row) => !failed.has(nameOf(row)));
    if (rows.length === 0) return;
    const next = async () => {
      for (let row = rows.shift(); row && performance.now() < endsAt; row = rows.shift()) {
        const name = nameOf(row);
        await settleText(server, row).catch((error: unknown) => {
          failed.add(name);
          server.log.error({ err: error, text: name }, "a campaign text could not be settled");
        });
      }
    };
    await Promise.all(Array.from({ length: parallelLookups }, next));
  }
}

const nameOf = ({ campaign_id, n }: LedgerRowKey) => `${campaign_id} ${n}`;

/**
 * Asks the carrier about one text. It is due again only when the carrier provably never took it; what can't be decided
 * becomes `unknown`, because no text is better than the same one twice.
 */
async function settleText(server: Server, row: LedgerRowKey): Promise<void> {
  const claimed = await claimLookup(server, row);
  if (!claimed) return;
  const { attempt, query } = claimed;
  // Without an attempt, its hand-over never began.
  const lookup: TextSearchResult = attempt
    ? await server.ports.sms.find({ ...query, ...attempt })
    : { kind: "absent", surely: true };
  await server.within.business({ dealer_id: row.dealer_id }, "settle a campaign text", (unit) =>
    applyLookup(unit, claimed, lookup),
  );
}

/** Takes an overdue text by extending its lease, so that no other process asks meanwhile. */
async function claimLookup({ within, ports }: Server, row: LedgerRowKey) {
  return within.business({ dealer_id: row.dealer_id }, "settle a campaign text", async ({ db, now }) => {
    const recipient = await lockRecipient(db, row);
    if (recipient?.state !== "intended" || (recipient.lease_until && recipient.lease_until > now())) return undefined;
    const asked = recipient.asked + 1;
    const lease_until = new Date(now().getTime() + ports.sms.answersWithin + 1000 * settleRetrySeconds(asked));
    await updateRecipient(db, row, { asked, lease_until });
    const key = { ...row, attempt: recipient.attempt };
    const since = recipient.attempted_at;
    if (since && recipient.address === "") {
      // Erased meanwhile: without the phone nobody can ask, and nobody is to be texted.
      await updateRecipient(db, row, { state: "unknown", error: unknownTextText, handed_at: since, lease_until: null });
      return undefined;
    }
    const until = since && new Date(since.getTime() + attemptMs(textChannel, ports));
    const isListed = until !== null && now().getTime() >= until.getTime() + ports.sms.listsWithin;
    const attempt = since && until ? { since, until } : undefined;
    const notSids = since ? await sidsOfPhone(db, row.dealer_id, recipient.address, dayBefore(since)) : [];
    const body = await bodyOf(db, row, recipient.body_hash);
    const envelope = { from: recipient.from_number, to: recipient.address, body, media: [] };
    return { key, asked, isListed, attempt, query: { ...envelope, reference: campaignReference(key), notSids } };
  });
}

const dayBefore = (instant: Date) => new Date(instant.getTime() - 86_400_000);

interface ClaimedLookup {
  readonly key: RecipientKey;
  readonly asked: number;
  readonly isListed: boolean;
}

async function applyLookup(
  unit: UnitOfWork,
  { key, asked, isListed }: ClaimedLookup,
  lookup: TextSearchResult,
): Promise<void> {
  const { db, now } = unit;
  const recipient = await lockRecipient(db, key);
  if (recipient?.state !== "intended" || recipient.attempt !== key.attempt || recipient.asked !== asked) return;
  const next = nextSettleStep(lookup, asked, isListed);
  if (next === "ask again") return;
  const handed_at = recipient.attempted_at ?? now();
  if (lookup.kind === "found") {
    const state = lookup.status === "queued" ? "accepted" : lookup.status;
    const failure = { error_code: lookup.refusal?.code ?? "", error: lookup.refusal?.words ?? "" };
    await updateRecipient(db, key, { state, ...failure, provider_sid: lookup.sid, handed_at, lease_until: null });
    if (lookup.refusal?.class !== "opted_out") return;
    const { words } = lookup.refusal;
    const optOut = { dealer_id: key.dealer_id, phone: recipient.address, event: "revoked", source: "carrier" } as const;
    await recordConsent(unit, { ...optOut, words });
  } else if (next === "send again") {
    await updateRecipient(db, key, { state: "pending", due_at: now(), asked: 0, lease_until: null });
  } else {
    await updateRecipient(db, key, { state: "unknown", error: unknownTextText, handed_at, lease_until: null });
  }
}

/** The businesses that have texts whose answer is overdue. */
async function dealersWithOverdueTexts(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where(sql<boolean>`state = 'intended'`)
    .where("lease_until", "<=", now)
    .select("dealer_id")
    .distinct()
    .limit(1_000)
    .execute();
  return rows.map(({ dealer_id }) => dealer_id);
}

/** A business's texts whose answer is overdue. */
async function overdueTexts(db: Db, dealer_id: number, now: Date): Promise<LedgerRowKey[]> {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`state = 'intended'`)
    .where("lease_until", "<=", now)
    .select(["dealer_id", "campaign_id", "n"])
    .orderBy("lease_until")
    .limit(200)
    .execute();
}

/** Whether messages are on their way, or may be soon: while campaigns send, or an answer is missing. */
async function isAnyOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from campaigns where state = 'sending' and number_held_at is null)
      or exists (select from campaign_recipients where state = 'intended')
      or exists (select from campaign_batches) as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}

/** The businesses of canceled campaigns in which a row still waits: its answer came after the cancellation. */
async function dealersWithCanceled(db: Db): Promise<number[]> {
  const { rows } = await sql<{ dealer_id: number }>`select distinct c.dealer_id from campaigns c
    where c.state = 'cancelled' and exists (select from campaign_recipients r
      where r.dealer_id = c.dealer_id and r.campaign_id = c.id and r.state = 'pending')`.execute(db);
  return rows.map(({ dealer_id }) => dealer_id);
}

/** The campaigns whose last answers came after somebody paused them, or their number was held. */
async function pausedWithNothingLeft(db: Db): Promise<CampaignKey[]> {
  const isOpen = hasOpenRowsSql(sql.raw("c.dealer_id"), sql.raw("c.id"));
  const { rows } = await sql<CampaignKey>`select c.dealer_id, c.id as campaign_id from campaigns c
    where (c.state = 'paused' and c.paused_from = 'sending' and c.why = ''
        or c.state = 'sending' and c.number_held_at is not null) and not ${isOpen} limit 100`.execute(db);
  return rows;
}

/** Ends rows that came back into the queue of a campaign that was canceled while their text was on its way. */
async function skipCanceled(db: Db, dealer_id: number): Promise<void> {
  await sql`update campaign_recipients r set state = 'skipped', reason = 'cancelled' from campaigns c
    where c.dealer_id = ${dealer_id} and c.state = 'cancelled' and r.dealer_id = c.dealer_id and r.campaign_id = c.id
      and r.state = 'pending'`.execute(db);
}

/** Carrier ids of campaign texts to a phone. */
export async function sidsOfPhone(db: Db, dealer_id: number, address: string, since: Date): Promise<string[]> {
  const handed = db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("address", "=", address)
    .where("handed_at", ">=", since)
    .where("provider_sid", "is not", null)
    .orderBy("handed_at", "desc")
    .select("provider_sid");
  const rows = await handed.execute();
  return rows.flatMap(({ provider_sid }) => provider_sid ?? []);
}
