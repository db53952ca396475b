import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalId } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { sincePeriods } from "#domains/admin/clients/contract.ts";
import { consentStates } from "#domains/customers/consent/contract.ts";
import { customerFieldNames, textShape } from "#domains/customers/fields.ts";

/** A customer of any business. */
export const PlatformCustomer = z.object({
  id: Id,
  dealer_id: Id,
  ...textShape(customerFieldNames),
  /** The name to show: an unknown caller's is the phone number. */
  customer_name: z.string(),
  country_code: z.string(),
  user_image: z.nullable(z.string()),
  location: z.string(),
  client_business_name: z.string(),
  /** 0: the phone has opted out. */
  optin_status: z.literal([0, 1]),
  consent_state: z.enum(consentStates),
  created_at: Instant,
});
export type PlatformCustomer = z.infer<typeof PlatformCustomer>;

/** Filters the rows of the whole platform. */
export const PlatformFilter = z.object({
  /** Limits the rows to one client business. */
  client_id: optionalId,
  filterBy: z._default(z.catch(z.enum(sincePeriods), "all"), "all"),
});
export type PlatformFilter = z.infer<typeof PlatformFilter>;

export const platformCustomers = calls("platformCustomers", {
  all: {
    method: "GET",
    path: "/admin/customers",
    allow: operator,
    about: "The newest 500 customers of all clients; truncated says if there are more.",
    data: z.object({ allCustomers: z.array(PlatformCustomer), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/customers/dt",
    allow: operator,
    about: "Customers of all clients or of one, newest first, page by page; filterBy as in admin/clients/dt.",
    body: PlatformFilter,
    table: true,
    data: PlatformCustomer,
  },
});
