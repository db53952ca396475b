import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { mailWorkers } from "#domains/accounts/mails/server/notices.ts";
import { emailProof, registration } from "#domains/accounts/registration/contract.ts";
import { emailProofWorkers } from "#domains/accounts/registration/server/emailProof.ts";
import { emailProofHandlers, registrationHandlers } from "#domains/accounts/registration/server/handlers.ts";
import { reset } from "#domains/accounts/reset/contract.ts";
import { resetHandlers } from "#domains/accounts/reset/server/handlers.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { settingsHandlers } from "#domains/accounts/settings/server/handlers.ts";
import { reauthentication, twoFactor } from "#domains/accounts/twoFactor/contract.ts";
import { reauthenticationHandlers, twoFactorHandlers } from "#domains/accounts/twoFactor/server/handlers.ts";
import { accounts } from "../contract.ts";
import { accountHandlers } from "./handlers.ts";

const staff = "it is about the business and those who work there, who are no customers";

const accountPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    dealers: staff,
    users: staff,
    logins: staff,
    sessions: staff,
    visits: staff,
    codes: staff,
    reset_tickets: staff,
    email_proofs: staff,
  },
};

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
