import type { Server } from "#core/server/serve.ts";
import type { StatusReport } from "#ports/sms/sms.ts";
import { readReference } from "../rules.ts";
import { takeIn } from "./takeIn.ts";

/** A delivery report from the carrier, about a text that carries our reference. Others are not ours and are let go. */
export async function takeReport({ within, log }: Server, report: StatusReport): Promise<void> {
  const key = readReference(report.reference);
  if (!key) return log.warn({ sid: report.sid }, "a delivery report without a reference of ours");
  await within.business({ dealer_id: key.dealer_id }, "delivery report", (unit) => takeIn(unit, key, report));
}
