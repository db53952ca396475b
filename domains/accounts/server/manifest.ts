import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { accounts } from "../contract.ts";
import { emailProof } from "../emailProof/contract.ts";
import { emailProofHandlers } from "../emailProof/server/handlers.ts";
import { emailProofWorkers } from "../emailProof/server/worker.ts";
import { mailWorkers } from "../mails/server/worker.ts";
import { reauthentication } from "../reauthentication/contract.ts";
import { reauthenticationHandlers } from "../reauthentication/server/handlers.ts";
import { registration } from "../registration/contract.ts";
import { registrationHandlers } from "../registration/server/handlers.ts";
import { reset } from "../reset/contract.ts";
import { resetHandlers } from "../reset/server/handlers.ts";
import { settings } from "../settings/contract.ts";
import { settingsHandlers } from "../settings/server/handlers.ts";
import { twoFactor } from "../twoFactor/contract.ts";
import { twoFactorHandlers } from "../twoFactor/server/handlers.ts";
import { accountHandlers } from "./handlers.ts";
import { accountPersonRecords } from "./personRecords.ts";

export const accountsManifest: DomainManifest = {
  name: "accounts",
  calls: [
    callGroup(accounts, accountHandlers),
    callGroup(twoFactor, twoFactorHandlers),
    callGroup(reset, resetHandlers),
    callGroup(registration, registrationHandlers),
    callGroup(settings, settingsHandlers),
    callGroup(emailProof, emailProofHandlers),
    callGroup(reauthentication, reauthenticationHandlers),
  ],
  workers: [...mailWorkers, ...emailProofWorkers],
  person: accountPersonRecords,
  tables: [
    "dealers",
    "users",
    "logins",
    "sessions",
    "visits",
    "known_browsers",
    "codes",
    "reset_tickets",
    "email_proofs",
    "industries",
    "features",
  ],
  reads: ["locations", "location_members", "phone_numbers"],
};
