import { sql } from "kysely";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { type lists, maxLists } from "../contract.ts";
import { customersInWords } from "../rules.ts";
import {
  changeList,
  createList,
  deleteMembers,
  insertMembers,
  listById,
  listRows,
  lockList,
  shareLockList,
} from "./store.ts";

export const listHandlers: Handlers<typeof lists> = {
  async search({ db, scope }, { body: { search_param, list_id } }) {
    let query = listRows(db, scope).where(isFoundIn(search_param, [sql.ref("title")]));
    if (list_id !== undefined) query = query.where("id", "=", list_id);
    const rows = await query
      .orderBy(sql`title collate "und-x-icu"`)
      .orderBy("id")
      .limit(maxLists + 1)
      .execute();
    return {
      allCustomersLists: withNumbers(rows.slice(0, maxLists), 0),
      no_customers: rows.length === 0 ? 1 : 0,
      truncated: rows.length > maxLists,
    };
  },

  async table({ db, scope }, { body }) {
    const page = await tablePage(db, listRows(db, scope), body, {
      sortable: ["title", "customers_count", "created_on"],
      texts: ["title"],
      searchable: ["title"],
      order: [["id", "desc"]],
    });
    return { ...page, rows: withNumbers(page.rows, body.start) };
  },

  async add({ db, scope: { dealer_id, location_id }, who, now }, { body: { title } }) {
    const list = { dealer_id, location_id, title, created_by: who.user_id, created_on: now() };
    const list_id = await createList(db, list);
    if (list_id === undefined) throw titleIsTaken();
    return { list_id };
  },

  async update({ db, scope }, { params, body: { title } }) {
    const list = await changeList(db, scope, params.id, { title }).catch((error) => {
      throw violatedConstraint(error) === "customer_lists_title" ? titleIsTaken() : error;
    });
    return { list_id: orNotFound(list).id };
  },

  async remove({ db, scope, audit, now }, { params: { id } }) {
    // Checked first without a lock, because a running import holds one.
    if (orNotFound(await listById(db, scope, id)).status === 0) throw importIsUnderWay();
    const { status, title } = orNotFound(await lockList(db, scope, id));
    if (status === 0) throw importIsUnderWay();
    const customers = await deleteMembers(db, scope, id);
    await changeList(db, scope, id, { deleted_at: now() });
    await audit({ action: "deleted", subject: "list", subject_id: id, detail: { title, customers } });
  },

  async addCustomers({ db, scope }, { params: { id }, body: { customer_ids } }) {
    const { title } = orNotFound(await shareLockList(db, scope, id));
    const changed = await insertMembers(db, scope, id, customer_ids);
    const { customers_count } = orNotFound(await listById(db, scope, id));
    return membershipResult(changed, `added to “${title}”`, `They're already in “${title}”`, customers_count);
  },

  async removeCustomers({ db, scope }, { params: { id }, body: { customer_ids } }) {
    const { title } = orNotFound(await shareLockList(db, scope, id));
    const changed = await deleteMembers(db, scope, id, customer_ids);
    const { customers_count } = orNotFound(await listById(db, scope, id));
    return membershipResult(changed, `removed from “${title}”`, `None of them are in “${title}”`, customers_count);
  },
};

function withNumbers<Row>(rows: readonly Row[], before: number) {
  return rows.map((row, index) => ({ ...row, no: before + index + 1 }));
}

/** Reports how many joined or left; an info message when no one did. */
function membershipResult(changed: number, done: string, nothing: string, customers_count: number) {
  const data = { changed, customers_count };
  return changed === 0
    ? new CallResult(nothing, data, "info")
    : new CallResult(`${customersInWords(changed)} ${done}`, data);
}

function importIsUnderWay() {
  return new Failure("conflict", "An import into this list is in progress. Wait until it's done.");
}

function titleIsTaken() {
  return invalidField("title", "You already have a list with this name");
}
