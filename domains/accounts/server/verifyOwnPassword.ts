import { Failure, type FieldErrors, orNotFound } from "#core/failure.ts";
import type { CurrentUser, Scope } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import { ownPasswordLimit } from "#domains/accounts/browsers/rules.ts";
import { clearAttempts, countAttempt, isKnownBrowser } from "#domains/accounts/browsers/server/public.ts";
import { verifyPassword } from "./password.ts";
import { loginByPerson } from "./store.ts";

type OwnContext = Pick<Deps, "within" | "limits" | "cookies"> & { readonly who: CurrentUser; readonly scope: Scope };

/** A signed-in person's login. */
export type OwnLogin = Awaited<ReturnType<typeof verifyOwnPassword>>;

/**
 * Verifies the password of whoever is signed in.
 *
 * @param wrong the field's error when it is not right.
 * @throws Failure `invalid` with it, `tooMany` after ten in a quarter of an hour.
 */
export async function verifyOwnPassword(context: OwnContext, password: string, wrong: FieldErrors) {
  const { within, limits, cookies, scope, who } = context;
  const person = { dealer_id: scope.dealer_id, user_id: who.user_id };
  const login = orNotFound(await within.lookup("own password", (db) => loginByPerson(db, person)));
  const isKnown = await within.lookup("own password", (db) => isKnownBrowser(db, cookies, login.email));
  const attempter = { account: login.email, isKnownBrowser: isKnown };
  await countAttempt(limits, ownPasswordLimit, attempter);
  if (!(await verifyPassword(login.password_hash, password))) {
    throw new Failure("invalid", Object.values(wrong)[0], { fields: wrong });
  }
  await clearAttempts(limits, ownPasswordLimit, attempter);
  return { ...login, isKnownBrowser: isKnown };
}
