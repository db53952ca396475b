import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { lists } from "../contract.ts";
import { listHandlers } from "./handlers.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

const listPersonRecords: PersonRecords = {
  tables: [
    { table: "list_members", rows: ofCustomer, erase: "delete" },
    { table: "customer_lists", mentions: ["title"] },
  ],
};

export const listsManifest: DomainManifest = {
  name: "lists",
  calls: [callGroup(lists, listHandlers)],
  person: listPersonRecords,
  tables: ["customer_lists", "list_members", "customer_counts"],
  // Of a domain above: `checks/tables.ts` says why.
  reads: ["customers"],
};
