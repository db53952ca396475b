import { invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { noSuchList } from "#domains/lists/contract.ts";
import { addToList, listById, listsOf } from "#domains/lists/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { type CustomerEdit, type customers, maxFound, maxListed } from "../contract.ts";
import { customerFacts } from "./facts.ts";
import { customersPage, searchCustomers } from "./page.ts";
import {
  type CustomerRow,
  customerDetails,
  findCustomer,
  insertCustomer,
  listedCustomers,
  ownerOfMergedPhone,
  tagsOfCustomers,
  updateCustomer,
} from "./store.ts";

/** The calls of customers, except for deleting them. */
export const customerHandlers: Omit<Handlers<typeof customers>, "remove" | "removeChosen"> = {
  async table({ db, scope }, { body }) {
    const { list_id } = body;
    if (typeof list_id === "number") orNotFound(await listById(db, scope, list_id));
    const page = await customersPage(db, scope, body);
    const tagsOf = await tagsOfCustomers(db, scope, idsWithChat(page.rows));
    const in_list = typeof list_id === "number" ? list_id : null;
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...tagsOf(row.id), list_id: in_list })) };
  },

  async search({ db, scope }, { body }) {
    const rows = await searchCustomers(db, scope, body);
    return {
      allCustomers: rows.slice(0, maxFound),
      no_customers: rows.length === 0 ? 1 : 0,
      truncated: rows.length > maxFound,
    };
  },

  async listed({ db, scope }, { body: { list_id } }) {
    if (typeof list_id === "number") orNotFound(await listById(db, scope, list_id));
    const rows = await listedCustomers(db, scope, list_id, maxListed + 1);
    return { allCustomers: rows.slice(0, maxListed), truncated: rows.length > maxListed };
  },

  async details({ db, scope }, { params: { id } }) {
    const { other_phones, ...customer } = orNotFound(await customerDetails(db, scope, id));
    const lists = (await listsOf(db, scope, [id])).get(id) ?? [];
    const merged_phones = other_phones.split(" ").filter((phone) => phone !== "" && phone !== customer.phone);
    const tagsOf = await tagsOfCustomers(db, scope, [id]);
    return { ...customer, ...tagsOf(id), merged_phones, lists, list_id: null };
  },

  async add({ db, scope, who }, { body }) {
    const { dealer_id, location_id } = scope;
    const draft = toCustomerFields(body);
    await assertReachable(db, dealer_id, "phone", draft.phone);
    const id = await insertCustomer(db, {
      ...draft,
      dealer_id,
      location_id,
      created_by: who.user_id,
    });
    if (id === undefined) throw phoneIsTaken();
    await joinList(db, scope, body, id);
    return { id };
  },

  async update({ db, scope, announce }, { params, body }) {
    const draft = toCustomerFields(body);
    const phoneOwner = await ownerOfMergedPhone(db, scope, draft.phone);
    if (phoneOwner !== undefined && phoneOwner !== params.id) throw phoneIsTaken();
    const { phone } = orNotFound(await findCustomer(db, scope, { id: params.id }));
    if (draft.phone !== phone) await assertReachable(db, scope.dealer_id, "phone", draft.phone);
    const row = await updateCustomer(db, scope, params.id, draft).catch((error) => {
      throw violatedConstraint(error) === "customers_live_phone" ? phoneIsTaken() : error;
    });
    const { id } = orNotFound(row);
    await joinList(db, scope, body, id);
    const { dealer_id, location_id } = scope;
    announce(customerFacts.changed, { dealer_id, location_id, customer_id: id });
    return { id };
  },
};

/** Customers without a chat have no tags. */
const idsWithChat = (rows: readonly CustomerRow[]) => rows.flatMap(({ id, chat_id }) => (chat_id === null ? [] : [id]));

async function joinList(
  db: Db,
  scope: LocationScope,
  { list_id }: Pick<CustomerEdit, "list_id">,
  id: number,
): Promise<void> {
  if (list_id === undefined) return;
  if ((await addToList(db, scope, list_id, [id])) === undefined) throw invalidField("list_id", noSuchList);
}

function toCustomerFields<Draft extends CustomerEdit>({ list_id: _, ...draft }: Draft) {
  return { ...draft, phone: toE164(draft.phone) ?? draft.phone };
}

function phoneIsTaken() {
  return invalidField("phone", "Another customer already has this phone number");
}
