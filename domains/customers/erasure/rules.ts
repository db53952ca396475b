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
 * What a person is found by. Only whole names count, and only emails that nobody else has: a family may share one.
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
