import type pg from "pg";

/** The roles that the app works as: for one business's rows, and for everybody's. They belong to the whole server. */
const roles = ["rooftop_app", "rooftop_platform"];

interface OwnersRights {
  readonly owner: string;
  /** Both roles exist. */
  readonly exist: boolean;
  readonly mayCreate: boolean;
  /** The owner may become both, and let others. */
  readonly mayGrant: boolean;
}

/** What an administrator has to run before a database's owner can prepare it; undefined when nothing is missing. */
export function rolesProblem({ owner, exist, mayCreate, mayGrant }: OwnersRights): string | undefined {
  if (mayGrant || (!exist && mayCreate)) return undefined;
  const script = [
    ...(exist ? [] : roles.map((role) => `create role ${role};`)),
    `grant ${roles.join(", ")} to "${owner.replaceAll('"', '""')}" with admin option;`,
  ];
  const may = exist ? "may not use" : "may not create";
  return [
    `The database's owner "${owner}" ${may} the roles ${roles.join(" and ")}. As an administrator of the server, run this once and start again:`,
    "",
    ...script.map((line) => `  ${line}`),
  ].join("\n");
}

/**
 * Makes sure that a new database can be prepared by its owner.
 *
 * @throws Error with the script that an administrator runs beforehand.
 */
export async function requireRoles(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<OwnersRights>(
    `select current_user::text as owner, count(named.oid) = $2 as exist, own.rolsuper or own.rolcreaterole as "mayCreate",
       own.rolsuper or count(*) filter (where pg_has_role(named.oid, 'member with admin option')) = $2 as "mayGrant"
     from pg_roles own left join pg_roles named on named.rolname = any($1)
     where own.rolname = current_user group by own.rolsuper, own.rolcreaterole`,
    [roles, roles.length],
  );
  const problem = rows[0] && rolesProblem(rows[0]);
  if (problem) throw new Error(problem);
}
