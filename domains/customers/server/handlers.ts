import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CustomFilterInput, CustomInput, CustomValues } from "#domains/customers/custom/fields.ts";
import {
  type CustomChange,
  type CustomFilter,
  customChange,
  readCustomFilter,
} from "#domains/customers/custom/rules.ts";
import { declaredFields, fieldsInUse } from "#domains/customers/custom/server/store.ts";
import { type CustomerLeadFilter, isStage, leadsOfCustomers } from "#domains/customers/leadFields/server/store.ts";
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
    const custom = await customFiltersOf(db, scope.dealer_id, body.custom);
    const page = await customersPage(db, scope, {
      ...body,
      custom,
      lead: await leadFilterOf(db, scope.dealer_id, body),
    });
    const showsLeads = body.columns.some(({ data }) => data.startsWith("lead_"));
    const shownLeads = showsLeads ? await leadsOfCustomers(db, scope, idsOf(page.rows)) : undefined;
    const tagsOf = await tagsOfCustomers(db, scope, idsWithChat(page.rows));
    const leadOf = (id: number) => shownLeads && { lead: shownLeads.get(id) ?? null };
    const in_list = typeof list_id === "number" ? list_id : null;
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...row, ...tagsOf(row.id), list_id: in_list, ...leadOf(row.id) })),
    };
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
    const custom = await customChangeOf(db, dealer_id, body.custom);
    await assertReachable(db, dealer_id, "phone", draft.phone);
    const id = await insertCustomer(db, {
      ...draft,
      dealer_id,
      location_id,
      created_by: who.user_id,
      custom: custom?.set ?? {},
    });
    if (id === undefined) throw phoneIsTaken();
    await joinList(db, scope, body, id);
    return { id };
  },

  async update({ db, scope, announce }, { params, body }) {
    const draft = toCustomerFields(body);
    const phoneOwner = await ownerOfMergedPhone(db, scope, draft.phone);
    if (phoneOwner !== undefined && phoneOwner !== params.id) throw phoneIsTaken();
    const { phone, custom: stored } = orNotFound(await findCustomer(db, scope, { id: params.id }));
    if (draft.phone !== phone) await assertReachable(db, scope.dealer_id, "phone", draft.phone);
    const custom = await customChangeOf(db, scope.dealer_id, body.custom, stored);
    const row = await updateCustomer(db, scope, params.id, draft, custom).catch((error) => {
      throw violatedConstraint(error) === "customers_live_phone" ? phoneIsTaken() : error;
    });
    const { id } = orNotFound(row);
    await joinList(db, scope, body, id);
    const { dealer_id, location_id } = scope;
    announce(customerFacts.changed, { dealer_id, location_id, customer_id: id });
    return { id };
  },

  async saveFields({ db, scope, announce }, { params: { id }, body }) {
    const { dealer_id, location_id } = scope;
    const { custom: stored } = orNotFound(await findCustomer(db, scope, { id }));
    const change = await customChangeOf(db, dealer_id, body.custom, stored);
    if (change === undefined) return { id };
    orNotFound(await updateCustomer(db, scope, id, {}, change));
    announce(customerFacts.changed, { dealer_id, location_id, customer_id: id });
    return { id };
  },
};

const idsOf = (rows: readonly CustomerRow[]) => rows.map(({ id }) => id);

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

/** @throws Failure `invalid` at the own fields whose values aren't of their kind. */
async function customChangeOf(
  db: Db,
  dealer_id: number,
  input: CustomInput | undefined,
  stored?: CustomValues,
): Promise<CustomChange | undefined> {
  if (input === undefined || Object.keys(input).length === 0) return undefined;
  const change = customChange(await fieldsInUse(db, dealer_id), input, stored);
  const problems = Object.entries(change.errors);
  const [first] = problems;
  if (!first) return change;
  const fields = Object.fromEntries(problems.map(([key, problem]) => [`custom.${key}`, problem]));
  throw new Failure("invalid", first[1], { fields });
}

/** The filters by own fields, which may be archived since. @throws Failure `invalid` when one can't be answered. */
export async function customFiltersOf(
  db: Db,
  dealer_id: number,
  asked: readonly CustomFilterInput[],
): Promise<readonly CustomFilter[] | undefined> {
  if (asked.length === 0) return undefined;
  const fields = await declaredFields(db, dealer_id);
  return asked.map((one) => {
    const field = orNotFound(fields.find(({ key }) => key === one.key));
    const filter = readCustomFilter(field, one);
    if (typeof filter === "string") throw invalidField("custom", filter);
    return filter;
  });
}

type LeadFilterBody = Pick<
  BodyOf<(typeof customers)["table"]>,
  "lead_owner_id" | "lead_stage_id" | "lead_source" | "lead_vehicle"
>;

/** The filter by customers' leads; undefined for none. */
export async function leadFilterOf(
  db: Db,
  dealer_id: number,
  { lead_owner_id, lead_stage_id, lead_source, lead_vehicle }: LeadFilterBody,
): Promise<CustomerLeadFilter | undefined> {
  const isLive = lead_stage_id !== undefined && (await isStage(db, dealer_id, lead_stage_id));
  const filter: CustomerLeadFilter = {
    owner_id: lead_owner_id,
    stage_id: isLive ? lead_stage_id : undefined,
    source: lead_source,
    vehicle: lead_vehicle,
  };
  return Object.values(filter).every((value) => value === undefined || value === "") ? undefined : filter;
}

function toCustomerFields<Draft extends CustomerEdit>({ list_id: _, custom: __, ...draft }: Draft) {
  return { ...draft, phone: toE164(draft.phone) ?? draft.phone };
}

function phoneIsTaken() {
  return invalidField("phone", "Another customer already has this phone number");
}
