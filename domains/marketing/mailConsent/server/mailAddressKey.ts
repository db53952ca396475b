import { domainToASCII } from "node:url";

/**
 * An address as the ledger knows it: small letters, and a domain of another script in its ASCII form. What somebody wrote
 * before the `@` may differ by its case only in theory.
 */
export function mailAddressKey(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf("@");
  const typed = trimmed.slice(at + 1);
  const domain = domainToASCII(typed) || typed;
  return `${trimmed.slice(0, at)}@${domain}`.toLowerCase();
}
