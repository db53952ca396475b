import { addPerson } from "#domains/accounts/server/public.ts";
import type { TestApp } from "#testing/testApp.ts";

/** Adds a person of the same role and business, with the same password. A former one may not sign in. */
export async function addColleague(app: TestApp, email: string, name: string, isFormer = false): Promise<string> {
  const { rows } = await app.pool.query(
    `select u.dealer_id::float8 as dealer_id, u.user_type, u.last_name, l.password_hash
     from users u join logins l on l.user_id = u.id where u.email = $1`,
    [email],
  );
  const { dealer_id, ...same } = rows[0];
  const added = `${name}-${email}`;
  const person = { dealer_id, ...same, first_name: name, email: added };
  await app.server.within.cellOf({ dealer_id }, "test", (unit) => addPerson(unit, person));
  if (isFormer) await app.pool.query("update users set is_active = false where email = $1", [added]);
  return added;
}
