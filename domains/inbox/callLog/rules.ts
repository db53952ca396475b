/** The digits of a search for a phone; empty when it is a search for a name. */
export function searchedDigits(term: string): string {
  const digits = term.replace(/\D/g, "");
  if (/[^\d\s()+.-]/.test(term) || digits.length < 3) return "";
  // The country's code isn't typed by most and stored with all.
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}
