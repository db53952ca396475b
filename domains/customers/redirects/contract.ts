import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** Where a link to a customer or a conversation leads today. */
export const CustomerRedirect = z.object({
  /** The customer of the link, or the one that they were merged into. */
  customer_id: Id,
  chat_id: z.nullable(Id),
  location_id: Id,
});
export type CustomerRedirect = z.infer<typeof CustomerRedirect>;

export const customerRedirects = calls("whereabouts", {
  ofCustomer: {
    method: "GET",
    path: "/customers/where/{customer_id}",
    allow: staff,
    about:
      "The location that a customer belongs to, at any of the caller's locations, for a link that was opened at another. Of a merged customer: the one who was kept.",
    params: z.object({ customer_id: Id }),
    data: CustomerRedirect,
    ownTransactions: true,
  },
  ofChat: {
    method: "GET",
    path: "/customers/where_chat/{chat_id}",
    allow: staff,
    about: "The same for a conversation.",
    params: z.object({ chat_id: Id }),
    data: CustomerRedirect,
    ownTransactions: true,
  },
});
