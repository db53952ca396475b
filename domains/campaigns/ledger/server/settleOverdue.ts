import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { nextSettleStep, settleRetrySeconds } from "#domains/inbox/outbox/rules.ts";
import type { FindResult } from "#ports/sms/sms.ts";
import { campaignReference, type RecipientKey } from "../../rules.ts";
import { bodyOf } from "./bodyStore.ts";
import { attemptEndsAfter } from "./claimBatch.ts";
import { dealersWithOverdueIntents, openOverdueIntents } from "./intentStore.ts";
import { lockRecipient, updateRecipient } from "./ledgerStore.ts";
import { dealersWithCanceled, dealersWithOverdue, overdueRows, sidsOfPhone, skipCanceled } from "./overdueStore.ts";

/** Milliseconds after which a turn ends, and how many texts are asked about at once. */
const turnMs = 12_000;
const parallelLookups = 3;

/** Settles the texts of all businesses whose answer was lost, or whose process died. */
export async function settleOverdue(server: Server): Promise<void> {
  const now = server.ports.clock.now();
  const endsAt = performance.now() + turnMs;
  const died = await server.within.platform("campaign texts of a dead process", ({ db }) =>
    dealersWithOverdueIntents(db, now),
  );
  for (const dealer_id of died) {
    await server.within.business({ dealer_id }, "campaign texts of a dead process", ({ db }) =>
      openOverdueIntents(db, dealer_id, now),
    );
  }
  const dealers = await server.within.platform("lost campaign texts", ({ db }) => dealersWithOverdue(db, now));
  for (const dealer_id of dealers) await settleDealer(server, dealer_id, now, endsAt);
  const leftovers = await server.within.platform("canceled campaigns", ({ db }) => dealersWithCanceled(db));
  for (const dealer_id of leftovers) {
    await server.within.business({ dealer_id }, "canceled campaigns", ({ db }) => skipCanceled(db, dealer_id));
  }
}

/** Whoever was looked at has a longer lease, so each round finds others. One that can't be settled keeps none waiting. */
async function settleDealer(server: Server, dealer_id: number, now: Date, endsAt: number): Promise<void> {
  const failed = new Set<string>();
  while (performance.now() < endsAt) {
    const overdue = await server.within.business({ dealer_id }, "lost campaign texts", ({ db }) =>
      overdueRows(db, dealer_id, now),
    );
    const rows = overdue.filter((row) => !failed.has(nameOf(row)));
    if (rows.length === 0) return;
    const next = async () => {
      for (let row = rows.shift(); row && performance.now() < endsAt; row = rows.shift()) {
        const name = nameOf(row);
        await settleRecipient(server, row).catch((error: unknown) => {
          failed.add(name);
          server.log.error({ err: error, text: name }, "a campaign text could not be settled");
        });
      }
    };
    await Promise.all(Array.from({ length: parallelLookups }, next));
  }
}

const nameOf = ({ campaign_id, n }: Omit<RecipientKey, "attempt">) => `${campaign_id} ${n}`;

/**
 * Asks the carrier about one text. It is due again only when the carrier provably never took it; what can't be decided
 * becomes `unknown`, because no text is better than the same one twice.
 */
async function settleRecipient(server: Server, row: Omit<RecipientKey, "attempt">): Promise<void> {
  const claimed = await claimOverdue(server, row);
  if (!claimed) return;
  const { attempt, query } = claimed;
  // Its hand-over never began.
  const lookup: FindResult = attempt
    ? await server.ports.sms.find({ ...query, ...attempt })
    : { kind: "absent", surely: true };
  await server.within.business({ dealer_id: row.dealer_id }, "settle a campaign text", (unit) =>
    applyLookup(unit, claimed, lookup),
  );
}

/** Takes an overdue text by extending its lease, so that nobody else asks meanwhile. */
async function claimOverdue({ within, ports }: Server, row: Omit<RecipientKey, "attempt">) {
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
      const error = "We could not find out whether this message was sent.";
      await updateRecipient(db, row, { state: "unknown", error, handed_at: since, lease_until: null });
      return undefined;
    }
    const until = since && attemptEndsAfter(since, ports.sms);
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
  lookup: FindResult,
): Promise<void> {
  const { db, now } = unit;
  const recipient = await lockRecipient(db, key);
  if (recipient?.state !== "intended" || recipient.attempt !== key.attempt || recipient.asked !== asked) return;
  const next = nextSettleStep(lookup, asked, isListed);
  if (next === "ask again") return;
  if (lookup.kind === "found") {
    const state = lookup.status === "queued" ? "accepted" : lookup.status;
    const failure = { error_code: lookup.refusal?.code ?? "", error: lookup.refusal?.words ?? "" };
    await updateRecipient(db, key, {
      state,
      ...failure,
      provider_sid: lookup.sid,
      handed_at: recipient.attempted_at ?? now(),
      lease_until: null,
    });
    if (lookup.refusal?.class === "opted_out") {
      const { dealer_id } = key;
      const { words } = lookup.refusal;
      await recordConsent(unit, { dealer_id, phone: recipient.address, event: "revoked", source: "carrier", words });
    }
  } else if (next === "send again") {
    await updateRecipient(db, key, { state: "pending", due_at: now(), asked: 0, lease_until: null });
  } else {
    const error = "We could not find out whether this message was sent.";
    const handed_at = recipient.attempted_at ?? now();
    await updateRecipient(db, key, { state: "unknown", error, handed_at, lease_until: null });
  }
}
