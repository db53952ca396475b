/** What a field says whose address names a user. */
export const noCredentialsText = "Enter an address without a username or password";

/**
 * True for an address on the web with a user or a password before its host, as a browser would read it. Whoever gets the address
 * would get them, too, and a user that looks like a host hides where it leads.
 */
export function hasCredentials(address: string): boolean {
  // What browsers leave out of an address, and take for a slash.
  const read = address
    .replace(/[\t\n\r]/g, "")
    .trim()
    .replaceAll("\\", "/");
  const [, authority = ""] = /^(?:(?:https?|webcals?|ftp|wss?):\/*|\/\/)([^/?#]*)/i.exec(read) ?? [];
  return /@|%40/i.test(authority);
}
