/** Ten digits, 3-3-4, with optional brackets and separators: `(909)555-0123`, `909.555.0123`, `+1 909 555 0123`. */
const usNumber = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** True for a number in a usual US notation. */
export function isUsPhone(typed: string): boolean {
  return usNumber.test(typed.trim());
}

/** `(909)555-0123` → `+19095550123`; undefined for anything but a US number. */
export function toE164(typed: string): string | undefined {
  const parts = usNumber.exec(typed.trim());
  return parts ? `+1${parts[1]}${parts[2]}${parts[3]}` : undefined;
}

/** `+19095550123` → `(909) 555-0123`; other countries' numbers stay unchanged. */
export function formatPhone(e164: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : e164;
}

/** `9095550` → `(909)555-0`: applies the mask `(000)000-0000` to a partial number. */
export function maskPhone(typed: string): string {
  const digits = typed
    .replace(/^\s*\+1/, "")
    .replace(/\D/g, "")
    .slice(0, 10);
  if (digits.length <= 3) return digits.length === 0 ? "" : `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)})${digits.slice(3)}`;
  return `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Area codes and exchanges start with 2 to 9, so placeholders such as 000-000-0000 are not dialable. */
const dialable = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

/**
 * Parses a number from a spreadsheet or another program: `909.555-0123`, `tel:+1 (909) 555 0123`, `'9095550123` →
 * `+19095550123`; undefined unless it is a dialable US number.
 */
export function parsePhone(typed: string): string | undefined {
  if (dialable.test(typed)) return typed;
  const e164 = toE164(typed.replace(/^tel:/i, "").replace(/[\s().\-\u2010-\u2015/'\u200e\u200f\u202a-\u202e]+/g, ""));
  return e164 !== undefined && dialable.test(e164) ? e164 : undefined;
}
