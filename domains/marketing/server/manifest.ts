import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { serveUnsubscribe } from "../consent/server/serveUnsubscribe.ts";
import { domainChecks, mailBounces } from "../delivery/contract.ts";
import { domainCheckHandlers, mailBounceHandlers } from "../delivery/server/handlers.ts";
import { receiveMailEvent } from "../delivery/server/receiveEmailReport.ts";
import { emailReportWorkers } from "../delivery/server/sweepReports.ts";
import { marketingStop } from "../rules/contract.ts";
import { marketingStopHandlers } from "../rules/server/handlers.ts";
import { mailSender, testMails } from "../sender/contract.ts";
import { mailSenderHandlers, testMailHandlers } from "../sender/server/handlers.ts";

const emailsOf = ({ emails }: Person) => sql`any(${emails.map((email) => email.toLowerCase())}::text[])`;
const ofAddress = (person: Person) => sql`address_id in (
  select id from mail_addresses a where a.dealer_id = ${person.dealer_id} and a.address = ${emailsOf(person)})`;

/** An unsubscription stays by the address's hash, so that it holds when the address comes back. */
const personRecords: PersonRecords = {
  tables: [
    { table: "mail_reports", rows: ofAddress, erase: "delete", mentions: ["raw"] },
    { table: "mail_events", rows: ofAddress, erase: sql`words = ''`, mentions: ["words"] },
    { table: "mail_consent_events", rows: ofAddress, erase: sql`words = ''`, mentions: ["words"] },
    { table: "mail_suppressions", rows: ofAddress },
    {
      table: "mail_addresses",
      rows: (person) => sql`address = ${emailsOf(person)}`,
      erase: sql`address = phone_hash(dealer_id, address), erased_at = now()`,
    },
  ],
  exempt: { sender_settings: "what the business says of itself" },
};

export const marketingManifest: DomainManifest = {
  name: "marketing",
  calls: [
    callGroup(marketingStop, marketingStopHandlers),
    callGroup(mailSender, mailSenderHandlers),
    callGroup(testMails, testMailHandlers),
    callGroup(mailBounces, mailBounceHandlers),
    callGroup(domainChecks, domainCheckHandlers),
  ],
  routes: [serveUnsubscribe],
  workers: emailReportWorkers,
  mailListener: (server) => ({ onMailEvent: (event) => receiveMailEvent(server, event) }),
  person: personRecords,
  tables: [
    "quiet_hours",
    "marketing_stops",
    "mail_addresses",
    "mail_events",
    "mail_reports",
    "mail_consent_events",
    "mail_suppressions",
    "sender_settings",
  ],
  reads: ["dealers", "locations", "users"],
};
