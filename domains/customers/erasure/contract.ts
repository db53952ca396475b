import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, required } from "#core/fields.ts";
import { operator, owner } from "#core/people.ts";

/** What the owner types to confirm. */
export const eraseWord = "ERASE";

const wordMissing = `Type ${eraseWord} to confirm`;

const erasureRequest = z.object({
  reason: required("Enter who asked for this, and how", 1000),
  confirmation: z.string({ error: wordMissing }).check(z.regex(/^ERASE$/, wordMissing)),
});
const erasedMessage = "Erased. A search for this person found nothing.";
const exported = z.object({ url: z.string() });
const exportRate = { points: 20, seconds: 3600, by: "person" } as const;

export const customerErasure = calls("customerErasure", {
  erase: {
    method: "POST",
    path: "/customers/erase/{id}",
    allow: owner,
    audit: "trail",
    ownTransactions: true,
    about:
      "Erases a person, at their request, from the whole business, every location and file, and verifies it with a search. Can't be undone. An opt-out stays, by a hash of the phone.",
    params: z.object({ id: Id }),
    body: erasureRequest,
    successMessage: erasedMessage,
  },
  everything: {
    method: "POST",
    path: "/customers/erase/{id}/export",
    allow: owner,
    audit: "trail",
    ownTransactions: true,
    about: "Makes one JSON file of everything the business knows about a person. Its URL works for two hours at most.",
    params: z.object({ id: Id }),
    data: exported,
    rate: exportRate,
  },
});

/** The same for the operator, whom a person may ask as well. */
export const platformErasure = calls("platformErasure", {
  erase: {
    method: "POST",
    path: "/admin/customers/erase/{client_id}/{id}",
    allow: operator,
    audit: "trail",
    ownTransactions: true,
    about: "Erases a client's customer, at their request, as `/customers/erase/{id}` does.",
    params: z.object({ client_id: Id, id: Id }),
    body: erasureRequest,
    successMessage: erasedMessage,
  },
  everything: {
    method: "POST",
    path: "/admin/customers/erase/{client_id}/{id}/export",
    allow: operator,
    audit: "trail",
    ownTransactions: true,
    about: "Makes one JSON file of everything a client knows about a person. Its URL works for two hours at most.",
    params: z.object({ client_id: Id, id: Id }),
    data: exported,
    rate: exportRate,
  },
});
