import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { consentStates } from "#domains/customers/consent/contract.ts";
import { CustomField, CustomValues, mostDeclared } from "#domains/customers/custom/fields.ts";
import {
  customerField,
  customerFieldNames,
  type customerFields,
  type MergedField,
  mergedFields,
  textShape,
} from "#domains/customers/fields.ts";

/**
 * Why two customers may be one person: the same email; or the same name together with the same address, the same company,
 * or phones that differ by one typo.
 */
export const reasons = ["email", "address", "company", "phone"] as const;
export type Reason = (typeof reasons)[number];

/** A customer as compared with another. */
export const ComparedCustomer = z.object({
  id: Id,
  ...textShape(customerFieldNames),
  /** What the business's own fields hold, by key. */
  custom: CustomValues,
  /** The name to show: an unknown caller's is the phone number. */
  customer_name: z.string(),
  /** 0: this customer must not be texted. */
  optin_status: z.literal([0, 1]),
  consent_state: z.enum(consentStates),
  messages_received: z.number(),
  messages_sent: z.number(),
});
export type ComparedCustomer = z.infer<typeof ComparedCustomer>;

export const LikelyPair = z.object({
  /** The customer added first. */
  one: ComparedCustomer,
  other: ComparedCustomer,
  reasons: z.array(z.enum(reasons)),
});
export type LikelyPair = z.infer<typeof LikelyPair>;

/** The most pairs in one response. */
export const maxPairs = 200;

/** The values a merge chooses from: the merged fields, of which first and last name are one choice. */
export type ChoiceName = {
  [Field in MergedField]: (typeof customerFields)[Field] extends { readonly partOf: infer Part } ? Part : Field;
}[MergedField];

export const choiceOf = (field: MergedField) => (customerField(field).partOf ?? field) as ChoiceName;
export const choices: readonly ChoiceName[] = [...new Set(mergedFields.map(choiceOf))];

/** What a merge would do. */
export const MergePlan = z.object({
  kept: ComparedCustomer,
  merged: ComparedCustomer,
  /** What moves to the kept customer: messages, appointments, and the lists they are not in yet. */
  messages: z.number(),
  appointments: z.number(),
  lists: z.array(z.string()),
  /** Choices suggested from the merged customer: those the kept one has no value for. */
  suggested: z.array(z.enum(choices)),
  /** The business's own fields in which the two differ, in order. */
  custom_fields: z.array(CustomField),
  /** 1: one of the two must not be texted, so the kept customer must not be either. */
  becomes_opted_out: z.literal([0, 1]),
  /** Why they can't be merged, as text; empty when they can. */
  cannot_merge: z.string(),
});
export type MergePlan = z.infer<typeof MergePlan>;

/** A completed merge. */
export const Merge = z.object({
  merge_id: Id,
  /** The merged customer's name. */
  merged_name: z.string(),
  phone: z.string(),
  at: Instant,
  /** The member who merged them. */
  by: z.string(),
  /** Why it can't be undone, as text; empty when it can. */
  cannot_undo: z.string(),
});
export type Merge = z.infer<typeof Merge>;

const pairsData = z.object({ pairs: z.array(LikelyPair), truncated: z.boolean() });
const takeText = "Select which details to keep";
const pairBody = z.object({ kept_id: Id, merged_id: Id });

export const duplicates = calls("duplicates", {
  all: {
    method: "GET",
    path: "/customers/duplicates",
    allow: managers,
    supportAccess: "reads",
    about:
      "Pairs of the location's customers who may be the same person, and why. At most 200; truncated says if there are more.",
    data: pairsData,
  },
  ofCustomer: {
    method: "GET",
    path: "/customers/duplicates/{customer_id}",
    allow: managers,
    supportAccess: "reads",
    about: "Possible duplicates of one customer, and why.",
    params: z.object({ customer_id: Id }),
    data: pairsData,
  },
  apart: {
    method: "POST",
    path: "/customers/duplicates/apart",
    allow: managers,
    audit: "trail",
    about: "Marks two customers as different people, so that they are no longer suggested as duplicates.",
    body: z.object({ customer_id: Id, other_id: Id }),
    successMessage: "They will no longer be shown as possible duplicates",
  },
  plan: {
    method: "POST",
    path: "/customers/merge/plan",
    allow: managers,
    supportAccess: "reads",
    about: "Previews merging one customer into another. Changes nothing.",
    body: pairBody,
    data: MergePlan,
  },
  merge: {
    method: "POST",
    path: "/customers/merge",
    allow: managers,
    audit: "trail",
    about:
      "Merges a customer into the kept one: conversation, lists and appointments move, and texts from either phone reach the kept one. take, and take_custom with keys of own fields, name the values to use from the merged one. Can be undone for 30 days.",
    body: z.extend(pairBody, {
      take: z._default(z.array(z.enum(choices, { error: takeText }), { error: takeText }), []),
      take_custom: z._default(
        z.array(z.string({ error: takeText }), { error: takeText }).check(z.maxLength(mostDeclared, takeText)),
        [],
      ),
    }),
    data: z.object({ merge_id: Id, kept_id: Id }),
    successMessage: "Customers merged",
  },
  restore: {
    method: "POST",
    path: "/customers/restore_and_merge",
    allow: managers,
    audit: "trail",
    about:
      "Restores a customer deleted within 30 days into the one who has their phone now: both conversations become one, with lists, appointments and the work that was canceled. Empty fields are filled in.",
    body: z.object({ customer_id: Id }),
    data: z.object({ merge_id: Id, kept_id: Id }),
    successMessage: "Customer restored and merged",
  },
  merges: {
    method: "GET",
    path: "/customers/merges/{customer_id}",
    allow: managers,
    supportAccess: "reads",
    about: "Customers merged into this one, newest first, and whether each merge can still be undone.",
    params: z.object({ customer_id: Id }),
    data: z.array(Merge),
  },
  undo: {
    method: "POST",
    path: "/customers/merges/undo",
    allow: managers,
    audit: "trail",
    about: "Undoes a merge. Texts to or from the merged customer's phone go back with them.",
    body: z.object({ merge_id: Id }),
    data: z.object({ kept_id: Id, merged_id: Id }),
    successMessage: "Merge undone",
  },
});

export const duplicateEvents = events({
  merged: {
    event: "customers-merged",
    to: "location",
    about: "A customer was merged into another (undone 0), or is one of their own again (1).",
    payload: z.object({ kept_id: Id, merged_id: Id, undone: z.literal([0, 1]) }),
  },
});
