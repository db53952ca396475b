import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { operator } from "#core/people.ts";

export const sampleDealership = calls("sampleDealership", {
  remove: {
    method: "POST",
    path: "/admin/clients/{id}/remove_sample",
    allow: operator,
    audit: "trail",
    about: "Removes the sample dealership for good. Any other client is refused.",
    params: z.object({ id: Id }),
    data: z.null(),
    successMessage: "Sample data removed",
    ownTransactions: true,
  },
});
