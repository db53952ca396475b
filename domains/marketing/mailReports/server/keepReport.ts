import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { keptReport } from "../rules.ts";
import { insertMailReport } from "./store.ts";

/** What people ask about: why it came back, and who called it spam. */
const keptKinds: ReadonlySet<MailEvent["kind"]> = new Set(["bounced", "complained"]);

/** Keeps the report of a stored event as it came, for 30 days. */
export async function keepReport(
  { db, now }: Pick<UnitOfWork, "db" | "now">,
  stored: { readonly dealer_id: number; readonly address_id: number; readonly event_id: number },
  { kind, raw }: Pick<MailEvent, "kind" | "raw">,
): Promise<void> {
  if (raw && keptKinds.has(kind)) await insertMailReport(db, stored, keptReport(raw), now());
}
