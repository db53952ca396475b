import { randomBytes } from "node:crypto";
import type { PersonKey } from "#core/people.ts";
import type { Cookies } from "#core/server/cookies.ts";
import { hashToken } from "#core/server/token.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { browserSeconds, isBrowserToken } from "../rules.ts";
import { isBrowserOfEmail, upsertBrowser } from "./store.ts";

const cookieName = "known_browser";

/** True when this browser has signed in to the account with this email before. Does the same for unknown emails. */
export async function isKnownBrowser(db: Db, cookies: Cookies, email: string): Promise<boolean> {
  const token = cookies.get(cookieName);
  return isBrowserToken(token) && isBrowserOfEmail(db, email.toLowerCase(), hashToken(token));
}

/** Makes the browser known to a person's account. One browser, with one token, may be known to several accounts. */
export async function rememberBrowser(unit: UnitOfWork, cookies: Cookies, person: PersonKey): Promise<void> {
  const present = cookies.get(cookieName);
  const token = isBrowserToken(present) ? present : randomBytes(16).toString("base64url");
  await upsertBrowser(unit.db, person, hashToken(token), unit.now());
  unit.afterCommit(() => cookies.set(cookieName, token, browserSeconds));
}
