/** After a last name, or a first name in `Cruz, Jose Jr`. */
const suffix = /\s+(jr|sr|ii|iii|iv)\.?$/i;
const middleInitial = /^(\S{2,}(?:\s+\S{2,})*)\s+\p{L}\.?$/u;

/**
 * `Maria Lopez`, `Lopez, Maria` → first and last name; of several words, only the first is the first name. After a comma, a
 * middle initial is left out, and a suffix joins the last name: `CRUZ, JOSE A JR` → `JOSE`, `CRUZ JR`.
 */
export function splitName(full: string): { first_name: string; last_name: string } {
  const lastNameFirst = /^([^,]+),\s*([^,]+)$/.exec(full);
  const [, last = "", given = ""] = lastNameFirst ?? [];
  // A suffix or a company's form, as in `John Smith, Jr.` and `Acme, Inc.`, is no first name.
  if (lastNameFirst && !/^(jr|sr|ii|iii|iv|md|phd|esq|inc|llc|ltd|co|corp)\.?$/i.test(given.trim())) {
    const after = suffix.exec(given.trim())?.[1] ?? "";
    const bare = given.trim().replace(suffix, "");
    return {
      first_name: middleInitial.exec(bare)?.[1] ?? bare,
      last_name: [last.trim(), after].filter(Boolean).join(" "),
    };
  }
  const space = full.indexOf(" ");
  return space < 0
    ? { first_name: full, last_name: "" }
    : { first_name: full.slice(0, space), last_name: full.slice(space + 1) };
}
