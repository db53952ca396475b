import type { Server } from "#core/server/serve.ts";
import { isCodeReference } from "#domains/accounts/codes/rules.ts";
import type { StatusReport } from "#ports/sms/sms.ts";
import { parseSendReference } from "../rules.ts";
import { applyCarrierStatus } from "./applyCarrierStatus.ts";

/** Handles a carrier's delivery report; reports without one of our references are ignored. */
export async function receiveReport({ within, log }: Server, report: StatusReport): Promise<void> {
  if (isCodeReference(report.reference)) return logCodeFailure(log, report);
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
