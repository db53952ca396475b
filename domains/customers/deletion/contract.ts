import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { customerFieldNames, textShape } from "#domains/customers/fields.ts";
import { chosenCustomers } from "#domains/lists/contract.ts";

/** Days during which a deletion can be undone. */
export const restoreDays = 30;

export const DeletedCustomer = z.object({
  id: Id,
  customer_name: z.string(),
  ...textShape(customerFieldNames),
  deleted_at: Instant,
  deleted_by: z.string(),
  /** Who has their phone now, because they texted again; null and empty: no one. */
  owner_id: z.nullable(Id),
  owner_name: z.string(),
});
export type DeletedCustomer = z.infer<typeof DeletedCustomer>;

/** Open work about customers, by kind: `{ what: "scheduled text", count: 2 }`. */
export const OpenWork = z.object({ what: z.string(), count: z.number() });
export type OpenWork = z.infer<typeof OpenWork>;

export const customerDeletion = calls("customerDeletion", {
  openWork: {
    method: "POST",
    path: "/customers/open_work",
    allow: managers,
    supportAccess: "reads",
    about:
      "Counts the upcoming appointments, open tasks and scheduled texts of customers, to show before deleting them.",
    body: z.object({ customer_ids: chosenCustomers }),
    data: z.object({ work: z.array(OpenWork) }),
  },
  deleted: {
    method: "POST",
    path: "/customers/deleted/dt",
    allow: managers,
    supportAccess: "reads",
    about: "The customers deleted in the last 30 days, a page at a time, the latest first.",
    table: true,
    data: DeletedCustomer,
  },
  restore: {
    method: "POST",
    path: "/customers/restore",
    allow: managers,
    audit: "trail",
    about:
      "Restores customers deleted within 30 days, with their lists and the work that was canceled. Skips those whose phone now belongs to another customer. Opt-outs stay as they are.",
    body: z.object({ customer_ids: chosenCustomers }),
    data: z.object({ restored: z.number(), refused: z.number() }),
  },
});
