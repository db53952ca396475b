import type pg from "pg";

export interface Policy {
  readonly name: string;
  readonly permissive: boolean;
  readonly command: string;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
}

export interface Unique {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primary: boolean;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
}

/** One table as described by Postgres' catalog. */
export interface CatalogTable {
  readonly name: string;
  readonly secured: boolean;
  readonly forced: boolean;
  readonly columns: readonly string[];
  readonly policies: readonly Policy[];
  readonly uniques: readonly Unique[];
  readonly foreignKeys: readonly ForeignKey[];
}

const columnNamesOf = (table: string, keys: string) =>
  `array(select a.attname::text from unnest(${keys}) with ordinality as k (n, at)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.n order by k.at)`;

const tablesQuery = `
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
      order by attnum) as columns,
    (select coalesce(json_agg(json_build_object('name', policyname, 'permissive', permissive = 'PERMISSIVE',
        'command', cmd, 'roles', roles, 'using', qual, 'check', with_check)), '[]')
      from pg_policies where schemaname = 'public' and tablename = c.relname) as policies,
    (select coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text, 'primary', i.indisprimary,
        'columns', ${columnNamesOf("c.oid", "i.indkey::int2[]")})), '[]')
      from pg_index i where i.indrelid = c.oid and i.indisunique) as uniques,
    (select coalesce(json_agg(json_build_object('name', f.conname, 'to', f.confrelid::regclass::text,
        'columns', ${columnNamesOf("c.oid", "f.conkey")}, 'toColumns', ${columnNamesOf("f.confrelid", "f.confkey")})), '[]')
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;

/** Describes every table of the migrated database. */
export async function readCatalog(db: pg.Client): Promise<CatalogTable[]> {
  return (await db.query<CatalogTable>(tablesQuery)).rows;
}

const schemaQuery = `
  select 'table' as kind, c.relname::text as name, format('%s %s %s %s', c.relkind, c.relpersistence,
      c.relrowsecurity, c.relforcerowsecurity) as what
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'column', format('%s.%s', a.attrelid::regclass, a.attname), format('%s not null %s identity %s default %s',
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint', format('%s.%s', conrelid::regclass, conname), pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all
  select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'policy', format('%s.%s', tablename, policyname), format('%s %s %s using %s check %s', permissive, cmd, roles,
      qual, with_check) from pg_policies where schemaname = 'public'
  union all
  select 'grant', format('%s.%s', table_name, grantee), string_agg(privilege_type, ',' order by privilege_type)
    from information_schema.role_table_grants where table_schema = 'public' group by table_name, grantee
  union all
  select 'function', proname || pg_get_function_identity_arguments(oid), pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select 'trigger', format('%s.%s', tgrelid::regclass, tgname), pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
  union all
  select 'extension', extname, extversion from pg_extension
  order by 1, 2, 3`;

/** Every object that the migrations created, as sorted lines to compare. */
export async function describeSchema(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ kind: string; name: string; what: string }>(schemaQuery);
  return rows.map(({ kind, name, what }) => `${kind} ${name}: ${what}`);
}
