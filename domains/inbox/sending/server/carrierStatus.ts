import type { CarrierStatus } from "#core/carrierStatus.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { isCodeReference } from "#domains/accounts/rules.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { inboxFacts } from "#domains/inbox/server/facts.ts";
import { lockMessage, type MessageChange, updateMessage } from "#domains/inbox/server/messageStore.ts";
import { noteUnregisteredSoon } from "#domains/locations/server/public.ts";
import type { Refusal, StatusReport } from "#ports/sms/sms.ts";
import { isStatusAdvance, messageStateOf, parseSendReference } from "../rules.ts";
import { insertReport, lockSend, type SendKey, updateSend } from "./sendStore.ts";

type LockedMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** Saves a message's new state, publishes it to the browsers, and announces a failure. */
export async function changeMessage(
  unit: UnitOfWork,
  dealer_id: number,
  message: LockedMessage,
  change: MessageChange,
) {
  await updateMessage(unit.db, dealer_id, message.id, change);
  const payload = { message_id: message.id, target_id: message.chat_id, what: "state" as const };
  const { location_id } = message;
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
  if (change.state === "failed")
    unit.announce(inboxFacts.textFailed, { dealer_id, location_id, message_id: message.id });
}

/** A send attempt with its message: both locked, in this order. */
export const lockAttempt = (db: Db, key: SendKey) =>
  Promise.all([lockMessage(db, key.dealer_id, key.message_id), lockSend(db, key)]);

/** The carrier's status of a send attempt, from its response, a callback or a lookup. */
export interface CarrierUpdate {
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly refusal: Refusal | undefined;
}

/**
 * Applies a carrier status in any order and any number of times: the state never goes back, and reports on an earlier
 * attempt don't affect a later one.
 */
export async function applyCarrierStatus(unit: UnitOfWork, key: SendKey, update: CarrierUpdate): Promise<void> {
  const [message, send] = await lockAttempt(unit.db, key);
  if (!message || !send) return;
  if (send.provider_sid && send.provider_sid !== update.sid) return;
  const report = insertReport(unit.db, key, update.status, update.refusal?.code ?? "");
  if (!isStatusAdvance(send.status, update.status)) return report;
  const change = {
    state: "accepted",
    provider_sid: update.sid,
    status: update.status,
    error_code: update.refusal?.code ?? "",
    settled_at: unit.now(),
  } as const;
  const shown = { state: messageStateOf(update.status), error: update.refusal?.words ?? "" };
  await Promise.all([
    report,
    updateSend(unit.db, key, change),
    message.attempt === key.attempt && changeMessage(unit, key.dealer_id, message, shown),
  ]);
  await recordRefusal(unit, key.dealer_id, update.refusal, send);
}

/** Marks a text as failed after the carrier refused it. */
export async function applyCarrierRefusal(unit: UnitOfWork, key: SendKey, refusal: Refusal): Promise<void> {
  const [message, send] = await lockAttempt(unit.db, key);
  if (!message || send?.state !== "intended") return;
  const change = { state: "refused", status: "failed", error_code: refusal.code, settled_at: unit.now() } as const;
  await Promise.all([
    updateSend(unit.db, key, change),
    changeMessage(unit, key.dealer_id, message, { state: "failed", error: refusal.words }),
  ]);
  await recordRefusal(unit, key.dealer_id, refusal, send);
}

/** Records what only the carrier knew: an opt-out, or that our number isn't registered. */
async function recordRefusal(
  unit: UnitOfWork,
  dealer_id: number,
  refusal: Refusal | undefined,
  { from_number: from, to_number: phone, started_at: left_at }: NonNullable<Awaited<ReturnType<typeof lockSend>>>,
): Promise<void> {
  noteUnregisteredSoon(unit, { dealer_id, from, left_at, code: refusal?.code });
  if (refusal?.class !== "opted_out") return;
  await recordConsent(unit, { dealer_id, phone, event: "revoked", source: "carrier", words: refusal.words });
}

/** Handles a delivery report about a domain's own texts. @returns false when it isn't about one of them. */
export type ReportReceiver = (server: Server, report: StatusReport) => Promise<boolean>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** For a domain that sends texts through the carrier itself. */
    readonly receiveReport?: ReportReceiver;
  }
}

/** Handles a carrier's delivery report; reports without one of our references are ignored. */
export async function receiveReport(
  server: Server,
  domains: readonly DomainManifest[],
  report: StatusReport,
): Promise<void> {
  const { within, log } = server;
  if (isCodeReference(report.reference)) return logCodeFailure(log, report);
  for (const domain of domains) if (await domain.receiveReport?.(server, report)) return;
  const key = parseSendReference(report.reference);
  if (!key) return log.warn({ sid: report.sid }, "a delivery report without a reference of ours");
  await within.business({ dealer_id: key.dealer_id }, "delivery report", (unit) =>
    applyCarrierStatus(unit, key, report),
  );
}

/** A person whose code didn't arrive requests another one; the failure is only logged for operations. */
function logCodeFailure(log: Server["log"], { sid, status, refusal }: StatusReport): void {
  if (status === "failed") log.warn({ sid, refusal: refusal?.code }, "a text with a code was not delivered");
}
