import type { Server } from "#core/server/serve.ts";
import { isOfCode } from "#domains/accounts/codes/rules.ts";
import type { StatusReport } from "#ports/sms/sms.ts";
import { readReference } from "../rules.ts";
import { takeIn } from "./takeIn.ts";

/** A delivery report from the carrier, about a message that carries our reference. Others are let go. */
export async function takeReport({ within, log }: Server, report: StatusReport): Promise<void> {
  if (isOfCode(report.reference)) return noteCode(log, report);
  const key = readReference(report.reference);
  if (!key) return log.warn({ sid: report.sid }, "a delivery report without a reference of ours");
  await within.business({ dealer_id: key.dealer_id }, "delivery report", (unit) => takeIn(unit, key, report));
}

/** Whoever waits for a code asks for another one; that it did not arrive is worth a line only for who runs this. */
function noteCode(log: Server["log"], { sid, status, refusal }: StatusReport): void {
  if (status === "failed") log.warn({ sid, refusal: refusal?.code }, "a text with a code was not delivered");
}
