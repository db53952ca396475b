import type { DomainManifest } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { isCodeReference } from "#domains/accounts/codes/rules.ts";
import type { StatusReport } from "#ports/sms/sms.ts";
import { parseSendReference } from "../rules.ts";
import { applyCarrierStatus } from "./applyCarrierStatus.ts";

/** Handles a delivery report about a domain's own texts. @returns false when it isn't about one of them. */
export type ReportReceiver = (server: Server, report: StatusReport) => Promise<boolean>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** For a domain that hands texts to the carrier by itself. */
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
