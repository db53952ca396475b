import { randomBytes } from "node:crypto";
import type pg from "pg";

/** The role that the app connects as: no superuser, owner of nothing. */
export const appLogin = "rooftop_login";

export interface AppLoginSettings {
  /** The schemas, besides `public`, whose rows the app may change. */
  readonly schemas: readonly string[];
  /** Default: a new random one, which is stored nowhere. */
  readonly password?: string;
}

/**
 * Creates the app's login as the database's owner, or mends it. It may become one dealer (`rooftop_app`), and sees what
 * the platform sees until it does.
 *
 * @returns the URL to connect with.
 */
export async function openAppLogin(owner: pg.Client, ownerUrl: string, settings: AppLoginSettings): Promise<string> {
  const { schemas, password = randomBytes(24).toString("base64url") } = settings;
  await owner.query(
    `do $$ begin
       if to_regrole('${appLogin}') is null then create role ${appLogin}; end if;
       if not pg_has_role('${appLogin}', 'rooftop_app', 'set') then
         grant rooftop_app to ${appLogin} with inherit false, set true;
       end if;
       if not pg_has_role('${appLogin}', 'rooftop_platform', 'usage') then
         grant rooftop_platform to ${appLogin} with inherit true, set true;
       end if;
     end $$;
     ${schemas.map(grantRows).join("\n")}
     alter role ${appLogin} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
  return asAppLogin(ownerUrl, password);
}

/** The URL of the same database for the app's login. */
export function asAppLogin(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = appLogin;
  url.password = password;
  return url.href;
}

/** Also after an upgrade that added tables. */
function grantRows(schema: string): string {
  return `do $$ begin
    if exists (select from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p')
        and not has_table_privilege('${appLogin}', oid, 'delete')) then
      grant usage on schema ${schema} to ${appLogin};
      grant select, insert, update, delete on all tables in schema ${schema} to ${appLogin};
    end if;
  end $$;`;
}
