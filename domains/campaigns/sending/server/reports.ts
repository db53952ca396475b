import type { CarrierStatus } from "#core/carrierStatus.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { isStatusAdvance } from "#domains/inbox/sending/rules.ts";
import { reportCampaignText } from "#domains/inbox/server/public.ts";
import { noteUnregisteredSoon } from "#domains/locations/server/public.ts";
import type { StatusReport } from "#ports/sms/sms.ts";
import { isTestTextReference, parseCampaignReference, type RecipientKey, type RecipientState } from "../../rules.ts";
import { isRateCode } from "../rules.ts";
import { writeUnanswered } from "./batchStore.ts";
import { lockRecipient, updateRecipient } from "./ledgerStore.ts";
import { blockNumber, pauseAsUnregistered } from "./textChannel.ts";

/** What the carrier's last word was, by the row's state. */
const knownStatus: Record<RecipientState, CarrierStatus | ""> = {
  pending: "",
  intended: "",
  unknown: "",
  accepted: "queued",
  sent: "sent",
  delivered: "delivered",
  failed: "failed",
  skipped: "",
};

/** Locks the row of a message that is reported on. One whose answer isn't saved yet is opened, so that its report counts. */
export async function lockReported(db: Db, key: RecipientKey) {
  const before = await lockRecipient(db, key);
  const isOnItsWay =
    before?.attempt === key.attempt - 1 && (await writeUnanswered(db, key.dealer_id, { messages: [key] })) > 0;
  return isOnItsWay ? lockRecipient(db, key) : before;
}

/**
 * Applies a delivery report to its row, in whatever order and however often it comes. It may be faster than our own
 * commit of the carrier's answer: its intent was committed before the carrier was called.
 *
 * @returns false when the report isn't about a campaign.
 */
export async function receiveCampaignReport(server: Server, report: StatusReport): Promise<boolean> {
  if (isTestTextReference(report.reference)) return true;
  const key = parseCampaignReference(report.reference);
  if (!key) return false;
  const { dealer_id } = key;
  const code = report.refusal?.code;
  const follow = await server.within.business({ dealer_id }, "a campaign's delivery report", async (unit) => {
    const recipient = await lockReported(unit.db, key);
    // Reports on earlier attempts are late. One on a text that was given up proves that the carrier had it after all.
    if (recipient?.attempt !== key.attempt) return;
    if (recipient.provider_sid && recipient.provider_sid !== report.sid) return;
    if (!isStatusAdvance(knownStatus[recipient.state], report.status)) return;
    const now = unit.now();
    await updateRecipient(unit.db, key, {
      state: report.status === "queued" ? "accepted" : report.status,
      reason: "",
      error_code: report.refusal?.code ?? "",
      error: report.refusal?.words ?? "",
      provider_sid: report.sid,
      handed_at: recipient.handed_at ?? recipient.attempted_at ?? now,
      reported_at: now,
      lease_until: null,
    });
    if (recipient.message_id !== null) {
      const { location_id, message_id } = recipient;
      const shown = {
        state: report.status === "queued" ? ("sending" as const) : report.status,
        error: report.refusal?.words ?? "",
      };
      await reportCampaignText(unit, { dealer_id, location_id }, message_id, shown);
    }
    const refused = { dealer_id, from: recipient.from_number, left_at: recipient.attempted_at ?? now, code };
    if (noteUnregisteredSoon(unit, refused)) return "pause";
    if (code && isRateCode(code)) return "rest";
    if (report.refusal?.class !== "opted_out") return;
    const { words } = report.refusal;
    await recordConsent(unit, { dealer_id, phone: recipient.address, event: "revoked", source: "carrier", words });
    return;
  });
  // Not while the row is locked: whoever locks both begins with the campaign.
  if (follow === "pause") await pauseAsUnregistered(server, key);
  if (follow === "rest" && code) await blockNumber(server, key, code);
  return true;
}
