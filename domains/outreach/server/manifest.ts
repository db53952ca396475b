import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { outreach } from "../contract.ts";
import { copyWorkers } from "../replies/server/copyReply.ts";
import { receiveReplies } from "../replies/server/receiveReply.ts";
import { outreachHandlers } from "./handlers.ts";
import { emailWorkers, receiveEmailEvent } from "./sendEmail.ts";
import { customersReached } from "./store.ts";

const withThem = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

const outreachPersonRecords: PersonRecords = {
  tables: [
    {
      table: "email_replies",
      rows: withThem,
      erase: "delete",
      file: "storage_key",
      mentions: ["subject", "words", "quoted", "sender"],
    },
    { table: "customer_emails", rows: withThem, erase: "delete", mentions: ["subject", "words", "reason"] },
    { table: "logged_calls", rows: withThem, erase: "delete", mentions: ["note"] },
  ],
};

export const outreachManifest: DomainManifest = {
  name: "outreach",
  calls: [callGroup(outreach, outreachHandlers)],
  workers: [...emailWorkers, ...copyWorkers],
  inboundMailListener: (server) => (raw) => receiveReplies(server, raw),
  mailListener: (server) => ({ onMailEvent: (event) => receiveEmailEvent(server, event) }),
  customersInUse: customersReached,
  person: outreachPersonRecords,
  tables: ["customer_emails", "email_replies", "logged_calls"],
  reads: ["customers", "chats"],
};
