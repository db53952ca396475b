interface KnownAs {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
}

/** What a person's records are found by. */
interface Identifiers {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly names: readonly string[];
}

/**
 * What a person is found by. Only whole names count, and only emails that no one else has: a family may share one.
 *
 * @param sharedEmails lowercase emails of other customers.
 */
export function identifiersOf(customers: readonly KnownAs[], sharedEmails: ReadonlySet<string>): Identifiers {
  const emails = customers.map(({ email }) => email.toLowerCase()).filter((email) => !sharedEmails.has(email));
  const names = customers.flatMap(({ first_name, last_name }) =>
    first_name.trim() && last_name.trim() ? [`${first_name.trim()} ${last_name.trim()}`] : [],
  );
  return { phones: once(customers.map(({ phone }) => phone)), emails: once(emails), names: once(names) };
}

const once = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ""))];

/** Empties the rows that the pattern finds, and says which. */
export function withoutPerson(rows: readonly (readonly string[])[], pattern: string) {
  const expression = new RegExp(pattern, "i");
  const places = new Set(rows.flatMap((cells, place) => (cells.some((cell) => expression.test(cell)) ? [place] : [])));
  return { places, cells: rows.map((cells, place) => (places.has(place) ? cells.map(() => "") : cells)) };
}

/** A CSV file's text without the rows that the pattern finds; quoted cells may span lines. */
export function recordsWithout(text: string, pattern: string): string {
  const expression = new RegExp(pattern, "i");
  const kept: string[] = [];
  let record = "";
  for (const line of text.split(/(?<=\n)/)) {
    record += line;
    if ((record.split('"').length - 1) % 2 === 1) continue;
    if (!expression.test(record)) kept.push(record);
    record = "";
  }
  if (!expression.test(record)) kept.push(record);
  return kept.join("");
}
