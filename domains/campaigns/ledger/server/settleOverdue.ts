import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { nextSettleStep, settleRetrySeconds } from "#domains/inbox/outbox/rules.ts";
import type { FindResult } from "#ports/sms/sms.ts";
import { campaignReference, type RecipientKey } from "../../rules.ts";
import { bodyOf, lockRecipient, updateRecipient } from "./ledgerStore.ts";
import { dealersWithOverdue, overdueRows, sidsOfPhone } from "./overdueStore.ts";

/** Settles the texts of all businesses whose answer was lost, or whose process died. */
export async function settleOverdue(server: Server): Promise<void> {
  const now = server.ports.clock.now();
  const dealers = await server.within.platform("lost campaign texts", ({ db }) => dealersWithOverdue(db, now));
  for (const dealer_id of dealers) {
    const rows = await server.within.business({ dealer_id }, "lost campaign texts", ({ db }) =>
      overdueRows(db, dealer_id, now),
    );
    for (const row of rows) await settleRecipient(server, row);
  }
}

/**
 * Asks the carrier about one text. It is due again only when the carrier provably never took it; what can't be decided
 * becomes `unknown`, because no text is better than the same one twice.
 */
async function settleRecipient(server: Server, row: Omit<RecipientKey, "attempt">): Promise<void> {
  const claimed = await claimOverdue(server, row);
  if (!claimed) return;
  const lookup = await server.ports.sms.find(claimed.query);
  await server.within.business({ dealer_id: row.dealer_id }, "settle a campaign text", (unit) =>
    applyLookup(unit, claimed.key, claimed.asked, lookup),
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
    // The attempt began before its lease did, by at most a batch's time.
    const since = new Date((recipient.lease_until ?? now()).getTime() - 3_600_000);
    const notSids = await sidsOfPhone(db, row.dealer_id, recipient.address, since);
    const body = await bodyOf(db, row, recipient.body_hash);
    const envelope = { from: recipient.from_number, to: recipient.address, body, media: [] };
    return { key, asked, query: { ...envelope, reference: campaignReference(key), since, notSids } };
  });
}

async function applyLookup(unit: UnitOfWork, key: RecipientKey, asked: number, lookup: FindResult): Promise<void> {
  const { db, now } = unit;
  const recipient = await lockRecipient(db, key);
  if (recipient?.state !== "intended" || recipient.attempt !== key.attempt || recipient.asked !== asked) return;
  const next = nextSettleStep(lookup, asked);
  if (next === "ask again") return;
  if (lookup.kind === "found") {
    const state = lookup.status === "queued" ? "accepted" : lookup.status;
    const failure = { error_code: lookup.refusal?.code ?? "", error: lookup.refusal?.words ?? "" };
    await updateRecipient(db, key, {
      state,
      ...failure,
      provider_sid: lookup.sid,
      handed_at: now(),
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
    await updateRecipient(db, key, { state: "unknown", error, handed_at: now(), lease_until: null });
  }
}
