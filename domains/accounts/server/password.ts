import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's default) with OWASP's recommended cost: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

const dummyHash = hashPassword("nobody signs in with this");

/** Takes equally long without a stored hash (`undefined`), so that timing reveals no accounts. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), password);
  return stored !== undefined && matches;
}
