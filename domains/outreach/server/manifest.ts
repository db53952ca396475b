import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { outreach } from "../contract.ts";
import { outreachHandlers } from "./handlers.ts";
import { emailWorkers, receiveEmailEvent } from "./sendEmail.ts";
import { customersReached } from "./store.ts";

const withThem = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

const outreachPersonRecords: PersonRecords = {
  tables: [
    { table: "customer_emails", rows: withThem, erase: "delete", mentions: ["subject", "words", "reason"] },
    { table: "logged_calls", rows: withThem, erase: "delete", mentions: ["note"] },
  ],
};

export const outreachManifest: DomainManifest = {
  name: "outreach",
  calls: [callGroup(outreach, outreachHandlers)],
  workers: emailWorkers,
  mailListener: (server) => ({ onMailEvent: (event) => receiveEmailEvent(server, event) }),
  customersInUse: customersReached,
  person: outreachPersonRecords,
  tables: ["customer_emails", "logged_calls"],
  reads: ["customers", "chats"],
};
