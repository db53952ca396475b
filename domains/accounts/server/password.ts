import { invalidField } from "#core/failure.ts";
import { isLeakedPassword, leakedPasswordText } from "./leakedPasswords.ts";

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
