import { sql } from "kysely";
import type { DB } from "#database/types.ts";
import type { SqlFragment } from "./sqlFragment.ts";
import type { Db, UnitOfWork } from "./unitOfWork.ts";

/** A person whom a business knows: everything that their records are found by. */
export interface Person {
  readonly dealer_id: number;
  /** At every location, merged and deleted ones included. */
  readonly customer_ids: readonly number[];
  readonly chat_ids: readonly number[];
  /** E.164. */
  readonly phones: readonly string[];
  /** Only those that no other customer has. */
  readonly emails: readonly string[];
  /** Full names: a first name alone says nothing about who is meant. */
  readonly names: readonly string[];
}

/** What a domain keeps about a person in one table. */
export interface PersonTable {
  readonly table: keyof DB;
  /** Which rows are about the person. None without it: the table only mentions people. */
  readonly rows?: (person: Person) => SqlFragment;
  /** Deletes those rows, or sets their columns to nothing where figures and references need the rows. */
  readonly erase?: "delete" | SqlFragment;
  /** The column with the storage key of each row's file. */
  readonly file?: "storage_key";
  /** Texts about anybody, in which the person's phone and email are blacked out. */
  readonly mentions?: readonly string[];
  /** The names are blacked out there, too. */
  readonly withNames?: true;
}

/** What a domain exports and erases when a person asks for it. */
export interface PersonRecords {
  readonly tables: readonly PersonTable[];
  /** Its tables that look personal and stay as they are, each with the reason. */
  readonly exempt?: Readonly<Record<string, string>>;
  /** Erases what no single statement can. */
  erase?(unit: UnitOfWork, person: Person): Promise<void>;
}

/** The trail belongs to no domain. Searches that somebody exported by stand in its details. */
export const auditRecords: PersonRecords = {
  tables: [{ table: "audit_log", mentions: ["detail"], withNames: true }],
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A phone as people write it: `+12125550123`, `(212) 555-0123`, `212.555.0123`. */
function phonePattern(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const national = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return `${national.length === 10 ? "(?:\\+?1[-. ]{0,2})?\\(?" : "\\+?"}${[...national].join("[^0-9A-Za-z]{0,3}")}`;
}

/** A regular expression, for JavaScript and Postgres, of everything that gives the person away; null without anything. */
export function personPattern({ phones, emails, names }: Pick<Person, "phones" | "emails" | "names">): string | null {
  const parts = [...phones.map(phonePattern), ...[...emails, ...names].map(escaped)];
  return parts.length > 0 ? parts.join("|") : null;
}

/** Texts say who is meant by phone or email; a name alone may be somebody else's. */
export const contactPattern = ({ phones, emails }: Person) => personPattern({ phones, emails, names: [] });

export const blackened = "[erased]";

/** The text without what gives the person away. */
export function blacken(text: string, person: Person): string {
  const pattern = personPattern(person);
  return pattern === null ? text : text.replace(new RegExp(pattern, "gi"), blackened);
}

/** Everything that the tables have about the person, as rows by table. What is erased in two steps is there once. */
export async function exportPerson(db: Db, person: Person, tables: readonly PersonTable[]) {
  const records: Record<string, unknown[]> = {};
  for (const { table, rows } of tables) {
    if (!rows || records[table]) continue;
    const found = await sql<{ row: unknown }>`
      select to_jsonb(${sql.table(table)}) as row from ${sql.table(table)}
      where dealer_id = ${person.dealer_id} and (${rows(person)})`.execute(db);
    if (found.rows.length > 0) records[table] = found.rows.map(({ row }) => row);
  }
  return records;
}

/** Erases the person from the tables. @returns the storage keys of the files to remove after the commit. */
export async function erasePerson(db: Db, person: Person, tables: readonly PersonTable[]): Promise<string[]> {
  const keys = await filesOf(db, person, tables);
  for (const { table, rows, erase, mentions = [], withNames } of tables) {
    if (rows && erase === "delete")
      await sql`delete from ${sql.table(table)} where dealer_id = ${person.dealer_id} and (${rows(person)})`.execute(
        db,
      );
    else if (rows && erase)
      await sql`update ${sql.table(table)} set ${erase}
        where dealer_id = ${person.dealer_id} and (${rows(person)})`.execute(db);
    const pattern = withNames ? personPattern(person) : contactPattern(person);
    if (pattern === null) continue;
    for (const column of mentions) await blackenColumn(db, person, table, column, pattern);
  }
  return keys;
}

/** The storage keys of the person's files. */
export async function filesOf(db: Db, person: Person, tables: readonly PersonTable[]): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, rows, file } of tables) {
    if (!rows || !file) continue;
    const found = await sql<{ key: string }>`
      select ${sql.ref(file)} as key from ${sql.table(table)}
      where dealer_id = ${person.dealer_id} and ${sql.ref(file)} is not null and (${rows(person)})`.execute(db);
    keys.push(...found.rows.map(({ key }) => key));
  }
  return keys;
}

async function blackenColumn(db: Db, { dealer_id }: Person, table: keyof DB, column: string, pattern: string) {
  const name = sql.ref(column);
  const type = sql.raw(table === "audit_log" || column === "custom" ? "jsonb" : "text");
  await sql`
    update ${sql.table(table)} set ${name} = regexp_replace(${name}::text, ${pattern}, ${blackened}, 'gi')::${type}
    where dealer_id = ${dealer_id} and ${name}::text ~* ${pattern}`.execute(db);
}

/**
 * Searches every text of the business for the person's phones and emails, and what is theirs for their names.
 *
 * @param exempt tables that aren't searched.
 * @returns the tables that still give the person away.
 */
export async function tracesOf(db: Db, person: Person, exempt: ReadonlySet<string>): Promise<string[]> {
  const traces: string[] = [];
  for (const { table, texts, keys } of await searchedTables(db)) {
    if (exempt.has(table)) continue;
    const text = sql`concat_ws(' ', ${sql.join(texts.map((column) => sql`${sql.ref(column)}::text`))})`;
    const own = keys.map(
      (key) =>
        sql`${sql.ref(key)} = any(${[...(key === "chat_id" ? person.chat_ids : person.customer_ids)]}::bigint[])`,
    );
    const isOwn = own.length > 0 ? sql.join(own, sql` or `) : sql`false`;
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(table)} where dealer_id = ${person.dealer_id} and (
        ${text} ~* ${contactPattern(person)}::text or ((${isOwn}) and ${text} ~* ${personPattern(person)}::text)
      )) as found`.execute(db);
    if (rows[0]?.found) traces.push(table);
  }
  return traces;
}

/** A business's tables with their texts, and their columns that name a customer. */
async function searchedTables(db: Db) {
  const { rows } = await sql<{ table: string; texts: string[]; keys: string[] }>`
    select c.table_name as table,
      array_agg(c.column_name::text) filter (where c.data_type in ('text', 'character varying', 'json', 'jsonb')
        or c.udt_name in ('_text', '_varchar')) as texts,
      coalesce(array_agg(c.column_name::text) filter (where c.column_name in ('customer_id', 'chat_id')), '{}') as keys
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    group by c.table_name
    having bool_or(c.column_name = 'dealer_id')`.execute(db);
  return rows.filter(({ texts }) => texts?.length > 0);
}
