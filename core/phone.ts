/** Ten digits, 3-3-4, with optional brackets and separators: `(909)555-0123`, `909.555.0123`, `+1 909 555 0123`. */
const usNumber = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** True for a number as people in the US write it. */
export function isUsPhone(typed: string): boolean {
  return usNumber.test(typed.trim());
}

/** `(909)555-0123` → `+19095550123`; undefined when it is no US number. */
export function toE164(typed: string): string | undefined {
  const parts = usNumber.exec(typed.trim());
  return parts ? `+1${parts[1]}${parts[2]}${parts[3]}` : undefined;
}

/** `+19095550123` → `(909) 555-0123`; other countries' numbers as they are. */
export function formatPhone(e164: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : e164;
}

/** `9095550` → `(909)555-0`: the mask `(000)000-0000` over what has been typed so far. */
export function maskPhone(typed: string): string {
  const digits = typed
    .replace(/^\s*\+1/, "")
    .replace(/\D/g, "")
    .slice(0, 10);
  if (digits.length <= 3) return digits.length === 0 ? "" : `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)})${digits.slice(3)}`;
  return `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** An area code and an exchange begin with 2 to 9: 000-000-0000 stands for no phone. */
const dialable = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

/**
 * A number as it stands in the files of spreadsheets and other programs: `909.555-0123`, `tel:+1 (909) 555 0123`,
 * `'9095550123` → `+19095550123`; undefined for what is no US number that can be dialled.
 */
export function phoneOf(typed: string): string | undefined {
  const e164 = toE164(typed.replace(/^tel:/i, "").replace(/[\s().\-\u2010-\u2015/'\u200e\u200f\u202a-\u202e]+/g, ""));
  return e164 !== undefined && dialable.test(e164) ? e164 : undefined;
}
