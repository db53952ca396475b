import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customerFieldNames, searchedFields } from "#domains/customers/fields.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { databaseUrl } from "#testing/database.ts";
import { freshPhone } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";
import { copyProject, type ProjectCopy } from "./projectCopy.ts";
import { root } from "./sources.ts";

/*
 * Adds a field to a copy of the project, as CONTRIBUTING.md says, and follows it everywhere that a customer goes.
 */

const migrations = "database/migrations";
const column = "add column preferred_language text not null default ''";
const declaration = `  preferred_language: { ...everywhere, label: "Preferred language", kind: "text", maxLength: 100 },`;

/** The contracts whose copies know the field. */
interface Modules {
  readonly customers: typeof import("#domains/customers/contract.ts");
  readonly uploads: typeof import("#domains/customers/upload/contract.ts");
  readonly duplicates: typeof import("#domains/duplicates/contract.ts");
  readonly customerExport: typeof import("#domains/customers/export/contract.ts");
}

let copy: ProjectCopy;
let app: TestApp;
let manager: Caller;
let token: string;
let customers: Modules["customers"]["customers"];
let uploads: Modules["uploads"]["uploads"];
let duplicates: Modules["duplicates"]["duplicates"];
let customerExport: Modules["customerExport"]["customerExport"];
const edited: string[] = [];

beforeAll(async () => {
  copy = await copyProject();
  await addField();
  ({ customers } = await copy.load<Modules["customers"]>("domains/customers/contract.ts"));
  ({ uploads } = await copy.load<Modules["uploads"]>("domains/customers/upload/contract.ts"));
  ({ duplicates } = await copy.load<Modules["duplicates"]>("domains/duplicates/contract.ts"));
  ({ customerExport } = await copy.load<Modules["customerExport"]>("domains/customers/export/contract.ts"));
  const { startTestApp } = await copy.load<typeof import("#testing/testApp.ts")>("testing/testApp.ts");
  app = await startTestApp();
  await migrateApp();
  const dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  token = await app.token(dealer.manager);
});

afterAll(async () => {
  await app?.close();
  await copy?.remove();
});

/** The recipe: every file that is edited by hand. */
async function addField(): Promise<void> {
  const newest = Math.max(...(await readdir(join(root, migrations))).map((file) => Number.parseInt(file, 10)));
  const migration = `${migrations}/${String(newest + 1).padStart(4, "0")}_preferred_language.sql`;
  await copy.write(migration, `alter table customers ${column};\n`);
  await edit("domains/customers/fields.ts", "} as const satisfies", `${declaration}\n} as const satisfies`);
  await edit("domains/customers/export/calls.test.ts", "Address,Lists", "Address,Preferred Language,Lists");
  edited.unshift(migration);
}

async function edit(path: string, text: string, replacement: string): Promise<void> {
  await copy.replace(path, text, replacement);
  edited.push(path);
}

async function migrateApp(): Promise<void> {
  const { rows } = await app.pool.query<{ name: string }>("select current_database() as name");
  const { migrate } = await copy.load<typeof import("#database/migrate.ts")>("database/migrate.ts");
  const applied = await migrate(databaseUrl(inject("testCluster").url, rows[0]?.name ?? ""));
  expect(applied).toEqual([expect.stringMatching(/^\d{4}_preferred_language$/)]);
}

let people = 0;

/** The form of somebody who speaks a language; no two people have anything else in common. */
function form(preferred_language?: string) {
  people += 1;
  const person = { first_name: `Ana${people}`, last_name: `Diaz${people}`, email: `ana${people}@example.com` };
  const language = preferred_language === undefined ? {} : { preferred_language };
  return { ...person, ...language, address: `${people} Main St`, phone: freshPhone() };
}

type Form = ReturnType<typeof form>;

const add = async (body: Form) => (await manager(customers.add, { body })).data.id;
const update = (id: number, body: Form) => manager(customers.update, { params: { id }, body });
const details = async (id: number) => (await manager(customers.details, { params: { id } })).data;
const languageOf = async (id: number) =>
  (({ ...(await details(id)) }) as Partial<Record<string, unknown>>).preferred_language;

async function idOf(phone: string): Promise<number | undefined> {
  const found = await manager(customers.search, { body: { search_param: phone } });
  return found.data.allCustomers[0]?.id;
}

async function upload(rows: readonly (readonly string[])[]) {
  const labels = ["Phone", "First name", "Preferred Language"];
  const bytes = [labels, ...rows].map((cells) => cells.join(",")).join("\n");
  return (await sendFile(app.http, token, { bytes })).data;
}

async function runImport(rows: readonly (readonly string[])[]): Promise<number> {
  const { id } = (await upload(rows)).upload;
  await manager(uploads.copyFromTemp, { body: { upload_id: id } });
  await app.jobs.runAll();
  return id;
}

async function undoImport(id: number) {
  await manager(uploads.undo, { params: { id } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id } })).data.undone;
}

test("the form takes it, and the details and the table show it", async () => {
  const body = form("Spanish");
  const id = await add(body);
  expect(await languageOf(id)).toBe("Spanish");
  await update(id, { ...body, preferred_language: " French " });
  const { data } = await manager(customers.table, { body: { draw: 1, start: 0, length: 1 } });
  expect(data).toEqual([expect.objectContaining({ id, preferred_language: "French" })]);
});

test("it may be left out and has a longest length", async () => {
  expect(await languageOf(await add(form()))).toBe("");
  await expect(add(form("x".repeat(101)))).rejects.toMatchObject({
    fields: { preferred_language: "Use at most 100 characters" },
  });
});

test("an import recognizes its column, and shows and stores it", async () => {
  const known = form("English");
  const id = await add(known);
  const [phone, cut] = [freshPhone(), freshPhone()];
  const rows = [
    [phone, "Bo", "Danish"],
    [known.phone, "", "Dutch"],
    [cut, "Cy", "x".repeat(101)],
  ] as const;
  const preview = await upload(rows);
  expect(preview.upload.mapping).toEqual(["phone", "first_name", "preferred_language"]);
  expect(preview.csvCustomers[0]).toMatchObject({ preferred_language: "Danish" });
  expect(preview.csvCustomers[2]?.reason).toBe("Preferred language is longer than 100 characters");
  await runImport(rows);
  expect(await languageOf((await idOf(phone)) ?? 0)).toBe("Danish");
  expect(await details(id)).toMatchObject({ first_name: known.first_name, preferred_language: "Dutch" });
});

test("undoing an import brings it back, and keeps whom somebody has edited since", async () => {
  const [known, knownAndEdited] = [form("English"), form("English")];
  const [id, editedId] = [await add(known), await add(knownAndEdited)];
  const [untouched, touched] = [freshPhone(), freshPhone()];
  const upload_id = await runImport([
    [known.phone, "", "Dutch"],
    [knownAndEdited.phone, "", "Dutch"],
    [untouched, "Bo", "Danish"],
    [touched, "Cy", "Danish"],
  ]);
  const touchedId = (await idOf(touched)) ?? 0;
  await app.pool.query("update customers set preferred_language = 'Thai' where id = any($1)", [[touchedId, editedId]]);
  expect(await undoImport(upload_id)).toEqual({ deleted: 1, restored: 1, stayed: 2 });
  expect(await idOf(untouched)).toBeUndefined();
  expect(await Promise.all([touchedId, id, editedId].map(languageOf))).toEqual(["Thai", "English", "Thai"]);
});

test("a merge compares it and takes the chosen value, and undoing the merge brings it back", async () => {
  const kept = form("");
  const merged = { ...form("Welsh"), email: kept.email };
  const [kept_id, merged_id] = [await add(kept), await add(merged)];
  const { pairs } = (await manager(duplicates.ofCustomer, { params: { customer_id: kept_id } })).data;
  expect(pairs[0]?.other).toMatchObject({ id: merged_id, preferred_language: "Welsh" });
  const plan = (await manager(duplicates.plan, { body: { kept_id, merged_id } })).data;
  expect(plan.suggested).toEqual(["preferred_language"]);
  const merge = async () =>
    (await manager(duplicates.merge, { body: { kept_id, merged_id, take: plan.suggested } })).data.merge_id;
  const undo = (merge_id: number) => manager(duplicates.undo, { body: { merge_id } });

  const first = await merge();
  expect(await languageOf(kept_id)).toBe("Welsh");
  await undo(first);
  expect([await languageOf(kept_id), await languageOf(merged_id)]).toEqual(["", "Welsh"]);

  const second = await merge();
  await update(kept_id, { ...kept, preferred_language: "Irish" });
  await undo(second);
  expect([await languageOf(kept_id), await languageOf(merged_id)]).toEqual(["Irish", "Welsh"]);
});

test("the dialogs of a merge compare it by its label", async () => {
  const { choiceText, differences } =
    await copy.load<typeof import("#domains/duplicates/rules.ts")>("domains/duplicates/rules.ts");
  const { emptyCustomer } =
    await copy.load<typeof import("#domains/customers/fields.ts")>("domains/customers/fields.ts");
  const speaker = { ...emptyCustomer, preferred_language: "Welsh" };
  expect(differences(emptyCustomer, speaker).map(choiceText)).toEqual(["Preferred language"]);
});

test("an export contains it", async () => {
  const body = form("Basque");
  await add(body);
  const { data } = await manager(customerExport.make, { body: { search: body.email } });
  const [head, row] = (await app.http.inject({ url: data.url })).body.split("\r\n");
  expect(head).toContain(",Preferred Language,Lists,");
  expect(row).toContain(",Basque,");
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

test("CONTRIBUTING.md names the files that are edited for it, of which there are six at most", async () => {
  const guide = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
  const recipe = guide.split("## Add a field\n")[1]?.split("\n## ")[0] ?? "";
  const withoutNumber = (path: string) => path.replace(/\d{4}_/, "");
  const named = [...recipe.matchAll(/^\d+\. `([^`]+\.(?:sql|tsx?))`/gm)].map(([, path = ""]) => path);
  expect(named.map(withoutNumber)).toEqual(edited.map(withoutNumber));
  expect(named.length).toBeLessThanOrEqual(6);
});
