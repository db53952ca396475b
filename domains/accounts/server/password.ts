import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's default) at OWASP's first choice: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash to store instead of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

const nobodys = hashPassword("nobody signs in with this");

/** True for the right password. Takes as long for an address that doesn't exist (`undefined`) as for one that does. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await nobodys), password);
  return stored !== undefined && right;
}
