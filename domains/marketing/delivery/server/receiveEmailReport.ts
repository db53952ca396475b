import type { Server } from "#core/server/serve.ts";
import { readMailReference } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { recordMailConsent } from "../../consent/server/recordEmailConsent.ts";
import { lockAddress, type MailAddressKey } from "../../consent/server/store.ts";
import { keptReport, softBounceDays, suppressionAfter } from "../rules.ts";
import { insertEmailReport, insertMailEvent, recentMailEvents } from "./store.ts";

const dayMs = 86_400_000;
const ownFault =
  "a mail server refused our email for our setup, a block list, our rate, content or size; the address stays in use";

/** Which email a report is about. */
interface ReportedEmail extends MailAddressKey {
  readonly campaign_id: number | null;
  readonly recipient_n: number | null;
}

/** Stores what became of a marketing email. Without a reference that only we can make, a report changes nothing. */
export async function receiveMailEvent(
  { within, secret, log }: Pick<Server, "within" | "secret" | "log">,
  event: MailEvent,
): Promise<void> {
  const mail = event.references.map((reference) => reportedMail(secret, reference)).find((found) => found);
  if (mail) await within.business(mail, "an email report", (unit) => recordEmailEvent(unit, mail, event, log));
  else log.info({ kind: event.kind, event_id: event.event_id }, "an email report names none of our marketing emails");
}

function reportedMail(secret: string, reference: string): ReportedEmail | undefined {
  const found = readMailReference([secret], reference);
  const [address_id, campaign_id, recipient_n] = found?.ids ?? [];
  if (!found || address_id === undefined) return undefined;
  return {
    dealer_id: found.dealer_id,
    address_id,
    campaign_id: campaign_id || null,
    recipient_n: recipient_n || null,
  };
}

async function recordEmailEvent(
  unit: UnitOfWork,
  mail: ReportedEmail,
  reported: MailEvent,
  log: Server["log"],
): Promise<void> {
  const { dealer_id, address_id, campaign_id, recipient_n } = mail;
  const now = unit.now();
  const address = await lockAddress(unit.db, mail);
  if (!address) return;
  // What a server says of an erased person names them.
  const event = address.erased_at === null ? reported : { ...reported, words: "", raw: "" };
  const event_id = await insertMailEvent(unit.db, mail, { campaign_id, recipient_n }, event, now);
  if (event_id === undefined) return;
  await keepReport(unit, { dealer_id, address_id, event_id }, event);
  if (event.bounce === "policy") log.warn({ dealer_id, campaign_id, words: event.words }, ownFault);
  const since = new Date(now.getTime() - softBounceDays * dayMs);
  const past = event.kind === "bounced" ? await recentMailEvents(unit.db, mail, since) : [];
  const reason = suppressionAfter({ kind: event.kind, bounce: event.bounce ?? null }, past, now);
  if (!reason) return;
  const source = event.kind === "unsubscribed" ? "mail" : "report";
  await recordMailConsent(unit, { dealer_id, address_id, campaign_id, event: reason, source, words: event.words });
}

/** What people ask about: why it came back, and who called it spam. */
const keptKinds: ReadonlySet<MailEvent["kind"]> = new Set(["bounced", "complained"]);

/** Keeps the report of a stored event as it came, for 30 days. */
async function keepReport(
  { db, now }: Pick<UnitOfWork, "db" | "now">,
  stored: { readonly dealer_id: number; readonly address_id: number; readonly event_id: number },
  { kind, raw }: Pick<MailEvent, "kind" | "raw">,
): Promise<void> {
  if (raw && keptKinds.has(kind)) await insertEmailReport(db, stored, keptReport(raw), now());
}
