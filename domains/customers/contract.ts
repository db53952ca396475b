import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalFlag, optionalId, optionalText } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { consentFilter, consentStates } from "#domains/customers/consent/contract.ts";
import { CustomFilterInputs, CustomInput, CustomValues } from "#domains/customers/custom/fields.ts";
import { LeadOfCustomer, leadFilterShape } from "#domains/customers/leadFields/fields.ts";
import { chosenCustomers, listFilter } from "#domains/lists/contract.ts";
import { Tag } from "#domains/tags/contract.ts";
import { changeShape, customerFieldNames, draftShape, textShape } from "./fields.ts";

/** The customer form; fields are validated in its order. */
export const CustomerDraft = z.object({
  ...draftShape,
  /** Adds the customer to this list. */
  list_id: optionalId,
  /** The business's own fields, by key. */
  custom: CustomInput,
});
export type CustomerDraft = z.infer<typeof CustomerDraft>;

const CustomerEdit = z.object({
  ...changeShape,
  list_id: CustomerDraft.shape.list_id,
  /** Own fields that are left out stay as they are; empty ones are cleared. */
  custom: CustomInput,
});
export type CustomerEdit = z.infer<typeof CustomerEdit>;

export const Customer = z.object({
  id: Id,
  /** The list that the table was filtered by. */
  list_id: z.nullable(Id),
  ...textShape(customerFieldNames),
  /** What the business's own fields hold, by key. */
  custom: CustomValues,
  /** The name to show: an unknown caller's is the phone number. */
  customer_name: z.string(),
  country_code: z.string(),
  user_image: z.nullable(z.string()),
  /** The customer's chat, if any. */
  chat_id: z.nullable(Id),
  /** 0: this phone must not be texted. */
  optin_status: z.literal([0, 1]),
  /** Why: what the consent ledger says. */
  consent_state: z.enum(consentStates),
  messages_received: z.number(),
  messages_sent: z.number(),
  /** The tags as markup, and as data. */
  user_tags: z.string(),
  tags: z.array(Tag),
  /** The newest open lead, where it was asked for. */
  lead: z.optional(z.nullable(LeadOfCustomer)),
});
export type Customer = z.infer<typeof Customer>;

/** A customer with the details that the table does not show. */
export const CustomerDetails = z.extend(Customer, {
  /** Phones of customers merged into this one; their texts arrive here too. */
  merged_phones: z.array(z.string()),
  lists: z.array(z.object({ id: Id, title: z.string() })),
  created_at: Instant,
  /** The member who added the customer; empty for one who texted first. */
  added_by: z.string(),
});
export type CustomerDetails = z.infer<typeof CustomerDetails>;

/** A customer as pickers show them. */
export const FoundCustomer = z.object({
  id: Id,
  ...textShape(customerFieldNames),
  customer_name: z.string(),
  country_code: z.string(),
  user_image: z.nullable(z.string()),
  optin_status: z.literal([0, 1]),
  consent_state: z.enum(consentStates),
  chat_id: z.nullable(Id),
});
export type FoundCustomer = z.infer<typeof FoundCustomer>;

/** A picker searches from this many characters on, and gets at most this many customers. */
export const minSearchLength = 2;
export const maxFound = 20;

/** The most customers of a list that one response contains. */
export const maxListed = 500;

export const customers = calls("customers", {
  table: {
    method: "POST",
    path: "/customers/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's customers, page by page: all, in a list or in none (list_id: none), with a tag (tag_id), whom you may text (optin_status), by consent (consent: in, none or out), by own fields (custom: up to five, each a key with a value it is or contains, between value and to, filled or empty), by their leads' owner, stage, source and vehicle (lead_…). Columns named lead_… add the newest open lead. Pages by cursor.",
    body: z.object({
      list_id: listFilter,
      tag_id: optionalId,
      optin_status: optionalFlag,
      consent: consentFilter,
      custom: CustomFilterInputs,
      ...leadFilterShape,
    }),
    table: true,
    data: Customer,
  },
  search: {
    method: "POST",
    path: "/customers/appointment",
    allow: staff,
    supportAccess: "reads",
    about:
      "Customers whose name, phone, email or company contains every word of search_param; without it, the newest. At most 20; truncated says if there are more. With customer_id: that one.",
    body: z.object({ search_param: z._default(optionalText(200), ""), customer_id: optionalId }),
    data: z.object({
      allCustomers: z.array(FoundCustomer),
      /** 1 when no one was found. */
      no_customers: z.literal([0, 1]),
      truncated: z.boolean(),
    }),
  },
  listed: {
    method: "POST",
    path: "/customers",
    allow: staff,
    supportAccess: "reads",
    about:
      "The customers in a list, in no list (list_id: none), or all of them, newest first. At most 500; truncated says if there are more.",
    body: z.object({ list_id: listFilter }),
    data: z.object({ allCustomers: z.array(FoundCustomer), truncated: z.boolean() }),
  },
  details: {
    method: "GET",
    path: "/customers/get/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "One customer, with lists, other phones, and who added them and when.",
    params: z.object({ id: Id }),
    data: CustomerDetails,
  },
  add: {
    method: "POST",
    path: "/customers/add",
    allow: staff,
    audit: "own rows",
    about: "Adds a customer, to a list if one is named. Refuses a phone that another customer of the location has.",
    body: CustomerDraft,
    data: z.object({ id: Id }),
    successMessage: "Customer added",
  },
  update: {
    method: "POST",
    path: "/customers/update/{id}",
    allow: staff,
    audit: "none: the whole team keeps customers' details right, all day",
    about:
      "Changes a customer, and adds them to a list if one is named. Company and own fields stay as they are when left out.",
    params: z.object({ id: Id }),
    body: CustomerEdit,
    data: z.object({ id: Id }),
    successMessage: "Customer updated",
  },
  saveFields: {
    method: "POST",
    path: "/customers/update/{id}/fields",
    allow: staff,
    audit: "none: the whole team keeps customers' details right, all day",
    about: "Changes some of a customer's own fields, by key; empty ones are cleared, and the others stay.",
    params: z.object({ id: Id }),
    body: z.object({ custom: CustomInput }),
    data: z.object({ id: Id }),
  },
  remove: {
    method: "DELETE",
    path: "/customers/delete/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Deletes a customer and removes the conversation from the inbox. They can be restored for 30 days. cancel_work: 1 also cancels upcoming appointments, open tasks and scheduled texts. Their consent record stays.",
    params: z.object({ id: Id }),
    body: z.object({ cancel_work: optionalFlag }),
    successMessage: "Customer deleted",
  },
  removeChosen: {
    method: "POST",
    path: "/customers/delete_chosen",
    allow: managers,
    audit: "trail",
    about: "Deletes several customers at once. Skips those already deleted.",
    body: z.object({ customer_ids: chosenCustomers, cancel_work: optionalFlag }),
    data: z.object({ deleted: z.number() }),
  },
});

export const customerExport = calls("customerExport", {
  make: {
    method: "POST",
    path: "/customers/export",
    allow: managers,
    audit: "trail",
    about:
      "A link to the customers as a CSV file, valid for ten minutes while its maker is signed in: those the table shows for this list_id, tag_id, optin_status, consent, custom, lead filters and search. with_lead: 1 adds the columns of their newest open lead.",
    body: z.object({
      list_id: listFilter,
      tag_id: optionalId,
      optin_status: optionalFlag,
      consent: consentFilter,
      custom: CustomFilterInputs,
      ...leadFilterShape,
      with_lead: optionalFlag,
      search: z._default(optionalText(200), ""),
    }),
    data: z.object({ url: z.string(), file_name: z.string() }),
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
