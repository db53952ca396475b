import { afterAll, expect, test } from "vitest";
import type { CallError } from "#core/client.ts";
import { customerExport, customers } from "#domains/customers/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { customFields } from "./contract.ts";
import type { CustomFilterInput, CustomKind } from "./fields.ts";
import { keyFor } from "./rules.ts";

/* Follows a business's own fields everywhere that a customer goes. */

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const owner = await app.signIn(dealer.owner);
const agent = await app.signIn(dealer.agent);
const token = await app.token(dealer.manager);
const manager = await app.signIn(dealer.manager);

const addField = async (name: string, kind: CustomKind = "text", options: string[] = []) =>
  (await owner(customFields.add, { body: { name, kind, options } })).data;
const details = async (id: number) => (await manager(customers.details, { params: { id } })).data;
const customOf = async (id: number) => (await details(id)).custom;
const idOf = async (search_param: string) =>
  (await manager(customers.search, { body: { search_param } })).data.allCustomers[0]?.id ?? 0;
const tableOf = async (custom: CustomFilterInput | CustomFilterInput[]) =>
  (await manager(customers.table, { body: { draw: 1, start: 0, length: 50, custom } })).data.map(({ id }) => id);
const inUse = async () => (await agent(customFields.all)).data.fields;
const problemOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: CallError) => error,
  );

const plan = await addField("Service plan", "choice", ["Gold", "Silver"]);
await addField("Miles / year", "number");
await addField("Lease end", "date");
const vip = await addField("VIP?", "yes_no");
const hobby = await addField("Hobby");

test("keys are made of names, and the fields stand in their order", async () => {
  expect((await inUse()).map(({ name, key, kind }) => [name, key, kind])).toEqual([
    ["Service plan", "service_plan", "choice"],
    ["Miles / year", "miles_year", "number"],
    ["Lease end", "lease_end", "date"],
    ["VIP?", "vip", "yes_no"],
    ["Hobby", "hobby", "text"],
  ]);
});

test("a form's values are checked and kept in one spelling", async () => {
  const custom = {
    service_plan: "gold",
    miles_year: "$12,000.50",
    lease_end: "3/14/2027",
    vip: "Y",
    hobby: " Rock\n<b>climbing</b> \ud800",
  };
  const { id } = await addCustomer(agent, { custom });
  expect(await customOf(id)).toEqual({
    service_plan: "Gold",
    miles_year: "12000.5",
    lease_end: "2027-03-14",
    vip: "yes",
    hobby: "Rock <b>climbing</b> \ufffd",
  });
  await agent(customers.saveFields, { params: { id }, body: { custom: { vip: "", hobby: "Chess" } } });
  const kept = { service_plan: "Gold", miles_year: "12000.5", lease_end: "2027-03-14", hobby: "Chess" };
  expect(await customOf(id)).toEqual(kept);
  // A change of the other details leaves them alone.
  await agent(customers.update, { params: { id }, body: customerDraft() });
  expect(await customOf(id)).toEqual(kept);
});

test.each([
  ["miles_year", "1e999", "Enter a number"],
  ["miles_year", "NaN", "Enter a number"],
  ["miles_year", "1234567890123456", "Enter a number of at most 15 digits"],
  ["lease_end", "2026-02-30", "This day doesn't exist"],
  ["lease_end", "soon", "Enter a date like 3/14/2027"],
  ["service_plan", "Platinum", "Select one of the options"],
  ["vip", "maybe", "Enter yes or no"],
  ["hobby", "x".repeat(256), "Use at most 255 characters"],
  ["__proto__x", "1", "This field doesn't exist anymore"],
])("%s refuses %j", async (key, value, text) => {
  const { id } = await addCustomer(agent);
  const error = await problemOf(agent(customers.saveFields, { params: { id }, body: { custom: { [key]: value } } }));
  expect(error).toMatchObject({ fields: { [`custom.${key}`]: text } });
  expect(await customOf(id)).toEqual({});
});

test("two people who fill in different fields at once lose nothing", async () => {
  const { id } = await addCustomer(agent);
  const save = (custom: Record<string, string>) => agent(customers.saveFields, { params: { id }, body: { custom } });
  await Promise.all([
    save({ vip: "no" }),
    save({ hobby: "Golf" }),
    save({ miles_year: "9" }),
    save({ service_plan: "Gold" }),
  ]);
  expect(await customOf(id)).toEqual({ vip: "no", hobby: "Golf", miles_year: "9", service_plan: "Gold" });
});

test("another business's fields and customers are out of reach", async () => {
  const other = await app.dealership();
  const theirs = await app.signIn(other.owner);
  const { id } = await addCustomer(agent, { custom: { hobby: "Sailing" } });
  expect((await theirs(customFields.all)).data.fields).toEqual([]);
  const body = { name: "Mine", options: [] };
  expect(await problemOf(theirs(customFields.change, { params: { field_id: hobby.id }, body }))).toMatchObject({
    status: 404,
  });
  expect(
    await problemOf(theirs(customFields.archive, { params: { field_id: hobby.id }, body: { archived: 1 } })),
  ).toMatchObject({ status: 404 });
  expect(await problemOf(theirs(customFields.order, { body: { field_ids: [hobby.id] } }))).toMatchObject({
    status: 404,
  });
  expect(
    await problemOf(theirs(customers.saveFields, { params: { id }, body: { custom: { hobby: "x" } } })),
  ).toMatchObject({ status: 404 });
  const filter = { key: "hobby", comparison: "is", value: "Sailing" } as const;
  const asked = theirs(customers.table, { body: { draw: 1, start: 0, length: 10, custom: filter } });
  expect(await problemOf(asked)).toMatchObject({ status: 404 });
  await theirs(customFields.add, { body: { name: "Hobby", kind: "text" } });
  expect((await theirs(customers.table, { body: { draw: 1, start: 0, length: 10, custom: filter } })).data).toEqual([]);
});

test("the table and the export filter by a value", async () => {
  const add = async (custom: Record<string, string>) => (await addCustomer(agent, { custom })).id;
  const [low, high, none] = [
    await add({ miles_year: "-3.5", lease_end: "2030-01-01", hobby: "Deep 100% Diving" }),
    await add({ miles_year: "900000", lease_end: "2031-12-31", hobby: "diving_boards" }),
    await add({ vip: "no" }),
  ];
  expect(await tableOf({ key: "miles_year", comparison: "between", value: "-4", to: "-3" })).toEqual([low]);
  expect(await tableOf({ key: "miles_year", comparison: "between", value: "100,000", to: "" })).toEqual([high]);
  expect(await tableOf({ key: "lease_end", comparison: "between", value: "1/1/2030", to: "12/31/2030" })).toEqual([
    low,
  ]);
  expect(await tableOf({ key: "hobby", comparison: "contains", value: "DIVING", to: "" })).toEqual([high, low]);
  expect(await tableOf({ key: "hobby", comparison: "contains", value: "0% d", to: "" })).toEqual([low]);
  expect(await tableOf({ key: "hobby", comparison: "is", value: "diving_boards", to: "" })).toEqual([high]);
  expect(await tableOf({ key: "vip", comparison: "is", value: "no", to: "" })).toContain(none);
  const held = (key: string, comparison: "filled" | "empty") => ({ key, comparison, value: "", to: "" });
  expect(await tableOf(held("miles_year", "filled"))).toEqual(expect.arrayContaining([high, low]));
  expect(await tableOf(held("miles_year", "filled"))).not.toContain(none);
  expect(await tableOf(held("miles_year", "empty"))).toContain(none);
  expect(await tableOf(held("miles_year", "empty"))).not.toContain(high);
  expect(
    await tableOf([
      { key: "hobby", comparison: "contains", value: "diving", to: "" },
      { key: "lease_end", comparison: "between", value: "2031-01-01", to: "" },
      held("vip", "empty"),
    ]),
  ).toEqual([high]);
  const six = Array.from({ length: 6 }, () => held("vip", "filled"));
  await expect(tableOf(six)).rejects.toMatchObject({ status: 422 });
  const custom = { key: "hobby", comparison: "contains", value: "diving" } as const;
  const { data } = await manager(customerExport.make, { body: { custom } });
  const lines = (await app.http.inject({ url: data.url })).body.trim().split("\r\n");
  expect(lines[0]).toMatch(/Messages Sent,Service plan,Miles \/ year,Lease end,VIP\?,Hobby/);
  expect(lines.slice(1).map((line) => line.split(",").slice(-5))).toEqual([
    ["", "900000", "12/31/2031", "", "diving_boards"],
    ["", "-3.5", "1/1/2030", "", "Deep 100% Diving"].map((cell) =>
      cell === "-3.5" ? expect.stringMatching(/-3\.5/) : cell,
    ),
  ]);
  for (const bad of [
    { key: "miles_year", comparison: "between", value: "1e9", to: "" },
    { key: "vip", comparison: "contains", value: "y", to: "" },
    { key: "hobby", comparison: "is", value: "", to: "" },
  ] as const) {
    const asked = manager(customers.table, { body: { draw: 1, start: 0, length: 10, custom: bad } });
    expect(await problemOf(asked)).toMatchObject({ fields: { custom: expect.any(String) } });
  }
});

test("an import recognizes the columns, warns of wrong values, and can be undone", async () => {
  const known = await addCustomer(agent, { custom: { service_plan: "Silver", hobby: "Tennis" } });
  const knownPhone = (await details(known.id)).phone;
  const [fresh, wrong] = [freshPhone(), freshPhone()];
  const rows = [
    ["Phone", "Service Plan", "MILES/YEAR", "lease end", "Hobby"],
    [fresh, "GOLD", "7500", "2028-02-29", "Judo"],
    [knownPhone, "Gold", "", "", ""],
    [wrong, "Bronze", "many", "2/30/2027", "Yoga"],
  ];
  const preview = (await sendFile(app.http, token, { bytes: rows.map((cells) => cells.join(",")).join("\n") })).data;
  expect(preview.upload.mapping).toEqual([
    "phone",
    "custom:service_plan",
    "custom:miles_year",
    "custom:lease_end",
    "custom:hobby",
  ]);
  expect(preview.csvCustomers[0]?.custom).toEqual({
    service_plan: "Gold",
    miles_year: "7500",
    lease_end: "2028-02-29",
    hobby: "Judo",
  });
  expect(preview.csvCustomers[2]).toMatchObject({ reason: "", custom: { hobby: "Yoga" } });
  expect(preview.csvCustomers[2]?.warning).toBe(
    "Service plan Bronze: select one of the options. It's left out. Miles / year many: enter a number. It's left out. Lease end 2/30/2027: this day doesn't exist. It's left out",
  );
  const { id } = preview.upload;
  await manager(uploads.copyFromTemp, { body: { upload_id: id } });
  await app.jobs.runAll();
  expect(await customOf(await idOf(fresh))).toMatchObject({ service_plan: "Gold", miles_year: "7500" });
  expect(await customOf(known.id)).toEqual({ service_plan: "Gold", hobby: "Tennis" });
  const edited = await idOf(wrong);
  await agent(customers.saveFields, { params: { id: edited }, body: { custom: { hobby: "Polo" } } });
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  const { data: upload } = await manager(uploads.one, { params: { id } });
  expect(upload.undone).toMatchObject({ deleted: 1, restored: 1, stayed: 1 });
  expect(await customOf(known.id)).toEqual({ service_plan: "Silver", hobby: "Tennis" });
  expect(await customOf(edited)).toEqual({ hobby: "Polo" });
  expect(await idOf(fresh)).toBe(0);
});

test("a merge takes what was chosen, and undoing it keeps later edits", async () => {
  const email = "same@example.com";
  const keptCustomer = await addCustomer(agent, { email, custom: { service_plan: "Gold", hobby: "Golf" } });
  const merged = await addCustomer(agent, {
    email,
    custom: { service_plan: "Silver", miles_year: "5", hobby: "Judo" },
  });
  const pair = { kept_id: keptCustomer.id, merged_id: merged.id };
  const { data } = await manager(duplicates.plan, { body: pair });
  expect(data.custom_fields.map(({ key }) => key)).toEqual(["service_plan", "miles_year", "hobby"]);
  const { data: merge } = await manager(duplicates.merge, {
    body: { ...pair, take: [], take_custom: ["hobby", "miles_year", "nope"] },
  });
  expect(await customOf(keptCustomer.id)).toEqual({ service_plan: "Gold", hobby: "Judo", miles_year: "5" });
  await agent(customers.saveFields, { params: { id: keptCustomer.id }, body: { custom: { hobby: "Polo" } } });
  await manager(duplicates.undo, { body: { merge_id: merge.merge_id } });
  expect(await customOf(keptCustomer.id)).toEqual({ service_plan: "Gold", hobby: "Polo" });
  expect(await customOf(merged.id)).toEqual({ service_plan: "Silver", miles_year: "5", hobby: "Judo" });
});

test("a person's export names the fields, and erasing clears them", async () => {
  const { id } = await addCustomer(agent, { custom: { hobby: "Falconry" } });
  const { data } = await owner(customerErasure.everything, { params: { id } });
  const file = (await app.http.inject({ url: data.url })).body;
  expect(file).toContain('"hobby": "Falconry"');
  await owner(customerErasure.erase, { params: { id }, body: { reason: "They asked", confirmation: "ERASE" } });
  const { rows } = await app.pool.query("select custom from customers where id = $1", [id]);
  expect(rows).toEqual([{ custom: {} }]);
});

test("an option that is removed stays with the customers who have it", async () => {
  const { id } = await addCustomer(agent, { custom: { service_plan: "Silver" } });
  await owner(customFields.change, { params: { field_id: plan.id }, body: { name: "Plan", options: ["Gold"] } });
  await agent(customers.update, { params: { id }, body: { ...customerDraft(), custom: { service_plan: "Silver" } } });
  expect(await customOf(id)).toEqual({ service_plan: "Silver" });
  const other = await addCustomer(agent);
  const save = agent(customers.saveFields, { params: { id: other.id }, body: { custom: { service_plan: "Silver" } } });
  expect(await problemOf(save)).toMatchObject({ fields: { "custom.service_plan": "Select one of the options" } });
  expect(await tableOf({ key: "service_plan", comparison: "is", value: "Silver", to: "" })).toContain(id);
});

test("an archived field hides, keeps its values and its key, and can come back", async () => {
  const { id } = await addCustomer(agent, { custom: { vip: "yes" } });
  const archive = (archived: 0 | 1) =>
    owner(customFields.archive, { params: { field_id: vip.id }, body: { archived } });
  await archive(1);
  expect((await inUse()).some(({ key }) => key === "vip")).toBe(false);
  expect(await tableOf({ key: "vip", comparison: "is", value: "yes", to: "" })).toContain(id);
  const save = agent(customers.saveFields, { params: { id }, body: { custom: { vip: "no" } } });
  expect(await problemOf(save)).toMatchObject({ fields: { "custom.vip": "This field doesn't exist anymore" } });
  expect((await addField("VIP")).key).toBe("vip_2");
  expect(await problemOf(archive(0))).toMatchObject({ fields: { name: "Another field has this name" } });
  const { data } = await owner(customFields.counted);
  expect(data.fields.find(({ key }) => key === "vip")).toMatchObject({ is_archived: 1, customers: expect.any(Number) });
});

test("names are checked, and there are 50 fields at most, also when two are added at once", async () => {
  const nameError = async (name: string) =>
    (await problemOf(owner(customFields.add, { body: { name, kind: "text" } })))?.fields;
  expect(await nameError("Phone number")).toEqual({ name: "Every customer has this field already" });
  expect(await nameError("hobby!")).toEqual({ name: "Another field has this name" });
  expect(await nameError("%%%")).toEqual({ name: "Use letters or digits in the name" });
  expect(await nameError("x".repeat(5_000))).toEqual({ name: "Use at most 60 characters" });
  expect((await addField("<script>alert(1)</script> 5%.x")).key).toBe("script_alert_1_script_5_x");
  const noOptions = owner(customFields.add, { body: { name: "Empty", kind: "choice", options: [] } });
  expect(await problemOf(noOptions)).toMatchObject({ fields: { options: "Add at least one option" } });
  const left = 49 - (await inUse()).length;
  for (let n = 0; n < left; n++) await addField(`Field ${n}`);
  const added = await Promise.all(["One", "Two", "Three"].map((name) => problemOf(addField(name))));
  expect(added.filter((error) => error === undefined)).toHaveLength(1);
  expect(added.find((error) => error)).toMatchObject({ status: 409 });
  const ids = (await inUse()).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  await owner(customFields.order, { body: { field_ids: ids.toReversed() } });
  expect((await inUse()).map(({ id }) => id)).toEqual(ids.toReversed());
  expect(keyFor("Constructor", [])).toBe("constructor_2");
  expect(await problemOf(owner(customFields.order, { body: { field_ids: ids.slice(1) } }))).toMatchObject({
    status: 409,
  });
});
