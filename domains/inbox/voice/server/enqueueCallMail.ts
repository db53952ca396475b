import { randomUUID } from "node:crypto";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { mailAfterSeconds } from "../rules.ts";
import type { CallRow } from "./callStore.ts";
import { mailCallJob } from "./jobs.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

/** Has an incoming call mailed to the location's email for its CRM, where that is wanted. */
export async function enqueueCallMail(unit: UnitOfWork, call: CallRow): Promise<void> {
  if (call.direction !== "incoming" || call.spam === 1) return;
  const { send_email, crm_email } = await voiceSettingsOf(unit.db, call);
  if (send_email !== 1 || crm_email === "") return;
  const data = { dealer_id: call.dealer_id, call_id: call.id, reference: randomUUID(), waits: 0 };
  unit.enqueue(mailCallJob, data, { delaySeconds: mailAfterSeconds });
}
