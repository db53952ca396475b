import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { mailBounces } from "../bounces/contract.ts";
import { mailBounceHandlers } from "../bounces/server/handlers.ts";
import { domainChecks } from "../domainCheck/contract.ts";
import { domainCheckHandlers } from "../domainCheck/server/handlers.ts";
import { receiveMailEvent } from "../mailConsent/server/receiveMailEvent.ts";
import { serveUnsubscribe } from "../mailConsent/server/serveUnsubscribe.ts";
import { mailReportWorkers } from "../mailReports/server/worker.ts";
import { mailSender } from "../sender/contract.ts";
import { mailSenderHandlers } from "../sender/server/handlers.ts";
import { marketingStop } from "../stop/contract.ts";
import { marketingStopHandlers } from "../stop/server/handlers.ts";
import { testMails } from "../testMail/contract.ts";
import { testMailHandlers } from "../testMail/server/handlers.ts";
import { marketingPersonRecords } from "./personRecords.ts";

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
  workers: mailReportWorkers,
  mailListener: (server) => ({ onMailEvent: (event) => receiveMailEvent(server, event) }),
  person: marketingPersonRecords,
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
