import { found, invalid } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { brokenConstraint } from "#core/server/postgres.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { type CustomerDraft, type customers, mostFound } from "../contract.ts";
import { searchTerm } from "../rules.ts";
import { customerRows, insertCustomer, markDeleted, searchCustomers, updateCustomer } from "./store.ts";

export const customerHandlers: Handlers<typeof customers> = {
  async table({ db, scope }, { body }) {
    const query = { ...body, search: { value: searchTerm(body.search.value) } };
    const page = await tablePage(db, customerRows(db, scope), query, {
      sortable: ["customer_name", "email", "optin_status", "messages_received", "messages_sent"],
      texts: ["customer_name", "email"],
      searchable: ["customer_name", "phone", "email", "company"],
      order: [["id", "desc"]],
    });
    // Lists and tags come with their own slices.
    const rows = page.rows.map((row) => ({ ...row, list_id: null, user_tags: "", tags: [] }));
    return { ...page, rows };
  },

  async search({ db, scope }, { body }) {
    const rows = await searchCustomers(db, scope, { ...body, limit: mostFound + 1 });
    return {
      allCustomers: rows.slice(0, mostFound),
      no_customers: rows.length === 0 ? 1 : 0,
      truncated: rows.length > mostFound,
    };
  },

  async add({ db, scope, who }, { body }) {
    const { dealer_id, location_id } = scope;
    const id = await insertCustomer(db, { ...stored(body), dealer_id, location_id, created_by: who.user_id });
    if (id === undefined) throw phoneIsTaken();
    return { id };
  },

  async update({ db, scope }, { params, body }) {
    const row = await updateCustomer(db, scope, params.id, stored(body)).catch((error) => {
      throw brokenConstraint(error) === "customers_live_phone" ? phoneIsTaken() : error;
    });
    return { id: found(row).id };
  },

  /** The conversation goes with the customer: the inbox shows those of live customers only. */
  async remove({ db, scope, audit, now }, { params }) {
    const { id } = found(await markDeleted(db, scope, params.id, now()));
    await audit({ action: "deleted", subject: "customer", subject_id: id });
  },
};

function stored(draft: CustomerDraft): CustomerDraft {
  return { ...draft, phone: toE164(draft.phone) ?? draft.phone };
}

function phoneIsTaken() {
  return invalid("phone", "Another customer has this phone number already");
}
