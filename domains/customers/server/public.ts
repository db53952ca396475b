import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import { customVariables } from "#domains/customers/custom/rules.ts";
import { fieldsInUse } from "#domains/customers/custom/server/store.ts";
import type { RowLead } from "#domains/customers/leadFields/rules.ts";
import { emptyCustomer } from "../fields.ts";
import {
  type CustomerRow,
  findCustomer,
  findOptinStatus,
  incrementCounter,
  insertCustomer,
  ownerOfMergedPhone,
} from "./store.ts";

export {
  askedToStopSql,
  consentStateSql,
  lockPhone,
  shareLockPhones,
  suppressedPhones,
} from "#domains/customers/consent/server/ledgerStore.ts";
export {
  confirmRequest,
  isSuppressed,
  recordCampaignAttestations,
  recordConsent,
} from "#domains/customers/consent/server/public.ts";
export { fieldsInUse } from "#domains/customers/custom/server/store.ts";
export { customerFacts } from "./facts.ts";
export { type CustomerMergeRecord, mergeCustomer, unmergeCustomer } from "./mergeCustomer.ts";
export { customSql, lockCustomers, optinStatusSql, survivorSql } from "./store.ts";
export { type FoundPeople, findPeople, isPersonSearched, wordCondition } from "./tableStore.ts";

/** What the variables of the business's own fields stand for about a customer; nothing where they are deleted. */
export async function customVariablesOf(db: Db, location: LocationKey, customer_id: number): Promise<CustomValues> {
  const customer = await findCustomer(db, location, { id: customer_id });
  return customer ? customVariables(await fieldsInUse(db, location.dealer_id), customer.custom) : {};
}

/** Which of these customers a domain's rows are about. */
export type CustomersInUse = (
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
) => Promise<readonly number[]>;

/** One kind of work that a domain keeps about customers, and that deleting them may cancel. */
export interface CustomerWork {
  /** Singular noun: `scheduled text`. */
  readonly what: string;
  /** How much of it is still to be done. */
  count(db: Db, location: LocationKey, customer_ids: readonly number[], now: Date): Promise<number>;
  /** @param user_id null for the operator. @returns what was cancelled, each with what bringing it back needs, stored as JSON. */
  cancel(
    unit: UnitOfWork,
    location: LocationKey,
    customer_ids: readonly number[],
    user_id: number | null,
  ): Promise<readonly { readonly customer_id: number; readonly record: unknown }[]>;
  /** Brings back what still makes sense. */
  restore(unit: UnitOfWork, location: LocationKey, records: readonly unknown[]): Promise<void>;
}

/** The leads of an import's rows; one domain keeps them. */
export interface LeadImport {
  /** Keeps leads from coming in at the location until the transaction ends, so that none comes in beside its row's. */
  lock(unit: UnitOfWork, location: LocationKey): Promise<void>;
  /**
   * Adds the leads of rows whose customers exist by now, each once: a customer's open lead of the same vehicle is the one
   * that the row means, and stays as it is. Nobody is notified, assigned or answered.
   */
  add(unit: UnitOfWork, upload: ImportedFile, rows: readonly ImportedLead[]): Promise<AddedLeads>;
  /**
   * Takes away some of the leads that an import added, but for those that anybody worked on since.
   *
   * @param after starts behind the lead with this id.
   * @returns last: the id of the last lead of this step; null: there are no more.
   */
  undo(
    unit: UnitOfWork,
    upload: ImportedFile,
    after: number,
  ): Promise<{ readonly removed: number; readonly last: number | null }>;
  /** Forgets an undone import's rows, so that the file can come again. @returns how many of its leads stay. */
  forget(unit: UnitOfWork, upload: ImportedFile): Promise<number>;
}

/** The upload that rows came with. */
export interface ImportedFile extends LocationKey {
  readonly id: number;
  readonly user_id: number;
}

/** What a row says about a lead of its customer. */
export interface ImportedLead extends RowLead {
  readonly customer_id: number;
  /** The import has just added them, so that they have no lead yet. */
  readonly is_new: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

export interface AddedLeads {
  readonly added: number;
  /** Rows whose lead was there before. */
  readonly joined: number;
}

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** Keeps the leads that imports bring. */
    readonly leadImport?: LeadImport;
    /** Work about customers, in the order in which people read of it. */
    readonly customerWork?: readonly CustomerWork[];
    /** Undoing an import keeps these customers. */
    readonly customersInUse?: CustomersInUse;
  }
}

/** A live customer of the location; undefined for an absent, foreign or deleted one. */
export async function customerById(db: Db, location: LocationKey, id: number): Promise<CustomerRow | undefined> {
  return findCustomer(db, location, { id });
}

/** The same, for the field `customer_id` of a form. @throws Failure `invalid` at it. */
export async function requireCustomer(db: Db, location: LocationKey, id: number): Promise<CustomerRow> {
  const customer = await customerById(db, location, id);
  if (!customer) throw invalidField("customer_id", "Customer not found. They may have been deleted.");
  return customer;
}

/** The live customer of the location who has this phone (E.164). */
export async function customerByPhone(db: Db, location: LocationKey, phone: string): Promise<CustomerRow | undefined> {
  return (await findCustomer(db, location, { phone })) ?? (await customerByMergedPhone(db, location, phone));
}

async function customerByMergedPhone(db: Db, location: LocationKey, phone: string): Promise<CustomerRow | undefined> {
  const id = await ownerOfMergedPhone(db, location, phone);
  return id === undefined ? undefined : findCustomer(db, location, { id });
}

/**
 * The customer with this phone, added when there is none yet: a text came from it. Only a new customer gets the name
 * and the email address, because anyone may have typed them.
 */
export async function addUnknownCaller(
  db: Db,
  location: LocationKey,
  phone: string,
  names: { readonly first_name: string; readonly last_name: string; readonly email?: string } = {
    first_name: "",
    last_name: "",
  },
): Promise<CustomerRow> {
  await insertCustomer(db, { ...location, ...emptyCustomer, ...names, phone, created_by: null });
  const customer = await customerByPhone(db, location, phone);
  if (!customer) throw new Error("The customer no longer exists");
  return customer;
}

/** Adds a customer of whom a member knows little as yet. @returns the id; undefined when the phone is another's. */
export function addBriefly(
  db: Db,
  location: LocationKey,
  known: Readonly<Record<"first_name" | "last_name" | "phone" | "email", string>>,
  created_by: number,
): Promise<number | undefined> {
  const { dealer_id, location_id } = location;
  return insertCustomer(db, { dealer_id, location_id, ...emptyCustomer, ...known, created_by });
}

/** True when a customer must not be texted: an opt-out from any of their phones counts for all of them. */
export async function isOptedOut(db: Db, dealer_id: number, customer_id: number): Promise<boolean> {
  return (await findOptinStatus(db, dealer_id, customer_id)) === 0;
}

/** Counts a text from or to each of these customers. */
export async function countMessage(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  direction: "received" | "sent",
): Promise<void> {
  await incrementCounter(db, dealer_id, ids, direction === "received" ? "messages_received" : "messages_sent");
}
