import { afterAll, expect, test } from "vitest";
import { choiceOf, duplicates } from "#domains/duplicates/contract.ts";
import { choiceText, differences } from "#domains/duplicates/rules.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { customerExport, customers } from "./contract.ts";
import {
  type CustomerValues,
  customerField,
  customerFieldNames,
  type DetailField,
  detailFields,
  emptyCustomer,
  partLabels,
  searchedFields,
  valuesOf,
} from "./fields.ts";
import { uploads } from "./upload/contract.ts";
import { fieldNames } from "./upload/fields.ts";

/* Follows every declared field everywhere that a customer goes. */

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const manager = await app.signIn(dealer.manager);
const token = await app.token(dealer.manager);

let made = 0;

/** A value that no other customer has: one word of letters, which is a name as well. */
function newValue(name: DetailField): string {
  made += 1;
  const letters = [...String(made)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  return customerField(name).kind === "email" ? `${letters}@example.com` : `Luna${letters}`;
}

const tooLongFor = (name: DetailField) => {
  const { kind, maxLength } = customerField(name);
  return "x".repeat(maxLength + 1) + (kind === "email" ? "@example.com" : "");
};

const person = (): CustomerValues => valuesOf((name) => (name === "phone" ? freshPhone() : newValue(name)));
const labelOf = (name: DetailField) => customerField(name).importLabel ?? customerField(name).label;
const add = async (body: CustomerValues) => (await manager(customers.add, { body })).data.id;
const details = async (id: number) => (await manager(customers.details, { params: { id } })).data;
const idOf = async (search_param: string) =>
  (await manager(customers.search, { body: { search_param } })).data.allCustomers[0]?.id ?? 0;

async function upload(name: DetailField, rows: readonly (readonly [phone: string, value: string])[]) {
  const bytes = [["Phone", labelOf(name)], ...rows].map((cells) => cells.join(",")).join("\n");
  return (await sendFile(app.http, token, { bytes })).data;
}

async function runImport(name: DetailField, rows: readonly (readonly [string, string])[]): Promise<number> {
  const { id } = (await upload(name, rows)).upload;
  await manager(uploads.copyFromTemp, { body: { upload_id: id } });
  await app.jobs.runAll();
  return id;
}

async function undoImport(id: number) {
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id } })).data.undone;
}

test.each(detailFields)("%s: the form takes it, and the details and the table show it", async (name) => {
  const body = person();
  const id = await add(body);
  expect((await details(id))[name]).toBe(body[name]);
  const changed = newValue(name);
  await manager(customers.update, { params: { id }, body: { ...body, [name]: ` ${changed} ` } });
  const { data } = await manager(customers.table, { body: { draw: 1, start: 0, length: 1 } });
  expect(data).toEqual([expect.objectContaining({ id, [name]: changed })]);
});

test.each(detailFields)("%s: it has a longest length, and may be left out unless it is required", async (name) => {
  const { required } = customerField(name);
  const { [name]: _, ...rest } = person();
  const without = manager(customers.add, { body: rest as CustomerValues });
  if (required) await expect(without).rejects.toMatchObject({ fields: { [name]: required } });
  else expect((await details((await without).data.id))[name]).toBe("");
  await expect(add({ ...person(), [name]: tooLongFor(name) })).rejects.toMatchObject({
    fields: { [name]: expect.any(String) },
  });
});

test.each(detailFields)("%s: an import recognizes its column, shows it and stores it", async (name) => {
  const { kind, maxLength } = customerField(name);
  const known = person();
  const id = await add(known);
  const [phone, value, other] = [freshPhone(), newValue(name), newValue(name)];
  const rows = [
    [phone, value],
    [known.phone, other],
    [freshPhone(), tooLongFor(name)],
  ] as const;
  const preview = await upload(name, rows);
  expect(preview.upload.mapping).toEqual(["phone", name]);
  expect(preview.csvCustomers[0]).toMatchObject({ [name]: value });
  // A wrong email address is left out and doesn't cost the row.
  const reason = kind === "email" ? "" : `${fieldNames[name]} is longer than ${maxLength} characters`;
  expect(preview.csvCustomers[2]?.reason).toBe(reason);
  await runImport(name, rows);
  expect((await details(await idOf(phone)))[name]).toBe(value);
  expect(await details(id)).toMatchObject({ ...known, [name]: other });
});

test.each(detailFields)("%s: undoing an import restores it, and keeps what was edited since", async (name) => {
  const [known, edited] = [person(), person()];
  const [id, editedId] = [await add(known), await add(edited)];
  const [untouched, touched] = [freshPhone(), freshPhone()];
  const phones = [known.phone, edited.phone, untouched, touched];
  const upload_id = await runImport(
    name,
    phones.map((phone) => [phone, newValue(name)] as const),
  );
  const touchedId = await idOf(touched);
  const later = newValue(name);
  await app.pool.query(`update customers set ${name} = $1 where id = any($2)`, [later, [touchedId, editedId]]);
  expect(await undoImport(upload_id)).toMatchObject({ deleted: 1, restored: 1, stayed: 2 });
  expect(await idOf(untouched)).toBe(0);
  const values = (await Promise.all([touchedId, id, editedId].map(details))).map((customer) => customer[name]);
  expect(values).toEqual([later, known[name], later]);
});

test.each(detailFields)("%s: a merge can take it, and undoing the merge brings it back", async (name) => {
  const isRequired = customerField(name).required !== undefined;
  const kept = isRequired ? person() : { ...person(), [name]: "" };
  // One equal field makes them possible duplicates.
  const shared = name === "email" ? "address" : "email";
  const merged = { ...person(), [shared]: kept[shared] };
  const [kept_id, merged_id] = [await add(kept), await add(merged)];
  const plan = (await manager(duplicates.plan, { body: { kept_id, merged_id } })).data;
  expect(plan).toMatchObject({ kept: { [name]: kept[name] }, merged: { [name]: merged[name] } });
  expect(plan.suggested).toEqual(isRequired ? [] : [choiceOf(name)]);
  const merge = async () =>
    (await manager(duplicates.merge, { body: { kept_id, merged_id, take: [choiceOf(name)] } })).data.merge_id;
  const undo = (merge_id: number) => manager(duplicates.undo, { body: { merge_id } });

  const first = await merge();
  expect((await details(kept_id))[name]).toBe(merged[name]);
  await undo(first);
  expect([(await details(kept_id))[name], (await details(merged_id))[name]]).toEqual([kept[name], merged[name]]);

  const second = await merge();
  const later = newValue(name);
  await manager(customers.update, { params: { id: kept_id }, body: { ...kept, [name]: later } });
  await undo(second);
  expect([(await details(kept_id))[name], (await details(merged_id))[name]]).toEqual([later, merged[name]]);
});

test.each(detailFields)("%s: the dialogs of a merge compare it by its label", (name) => {
  const other = { ...emptyCustomer, [name]: newValue(name) };
  const { label, partOf } = customerField(name);
  expect(differences(emptyCustomer, other).map(choiceText)).toEqual([partOf ? partLabels[partOf] : label]);
});

test.each(detailFields)("%s: an export contains it", async (name) => {
  const body = person();
  await add(body);
  const { data } = await manager(customerExport.make, { body: { search: body.email } });
  const [head = "", row = ""] = (await app.http.inject({ url: data.url })).body.split("\r\n");
  const labels = head.replace(/^\uFEFF/, "").split(",");
  const isItsLabel = (label: string) => label.toLowerCase() === customerField(name).label.toLowerCase();
  expect(row.split(",")[labels.findIndex(isItsLabel)]).toBe(body[name]);
});

test("the fields that are searched are those of the column that the table searches", async () => {
  const { rows } = await app.pool.query<{ expression: string }>(
    `select pg_get_expr(adbin, adrelid) as expression from pg_attrdef join pg_attribute
       on attrelid = adrelid and attnum = adnum
     where adrelid = 'customers'::regclass and attname = 'search_text'`,
  );
  const words = new Set(rows[0]?.expression.match(/\w+/g));
  expect(customerFieldNames.filter((name) => words.has(name))).toEqual(searchedFields);
});
