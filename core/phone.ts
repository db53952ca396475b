import { countryName, countryOfAreaCode, type OtherCountry } from "./areaCodes.ts";

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

/**
 * `9095550` → `(909)555-0`: applies the mask `(000)000-0000` to a partial US number. What can't become one stays as it was
 * typed: cut to ten digits, `+44 7700 900123` would be somebody else's phone.
 */
export function maskPhone(typed: string): string {
  const all = typed.replace(/\D/g, "");
  // No area code begins with the country's 1.
  const digits = all.replace(/^1+/, "");
  const isForeign = /^\s*\+/.test(typed) && !all.startsWith("1");
  if (isForeign || digits.length > 10)
    return typed
      .replace(/[^\d+() .-]/g, "")
      .trimStart()
      .slice(0, 30);
  if (digits.length <= 3) return digits.length === 0 ? "" : `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)})${digits.slice(3)}`;
  return `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** What a number is: of a country, where US stands for its territories too, or one that people can't be reached at. */
export type NumberKind = "US" | OtherCountry | "toll_free" | "premium" | "none";

const tollFreeCodes = new Set(["800", "833", "844", "855", "866", "877", "888"]);

/** Whether numbers that begin with these three digits are toll-free. */
export const isTollFreeCode = (code: string): boolean => tollFreeCodes.has(code);

/** Area codes and exchanges start with 2 to 9 and aren't service codes such as 911, which placeholders ignore. */
const numbered = /^\+1([2-9]\d\d)((?!\d11)[2-9]\d\d)(\d{4})$/;

/** The kind of an E.164 phone. */
export function kindOfPhone(phone: string): NumberKind {
  const [, code = "", exchange, line] = numbered.exec(phone) ?? [];
  if (code === "900" || exchange === "976") return "premium";
  if (isTollFreeCode(code)) return "toll_free";
  // Directory assistance, which charges for each call.
  if (exchange === "555" && line === "1212") return "premium";
  return countryOfAreaCode(code) ?? "none";
}

const kindProblems = {
  toll_free: "Toll-free numbers can't be texted",
  premium: "Premium-rate numbers can't be texted or called",
  none: "This number doesn't exist. Check the area code",
} as const;

/**
 * Why a phone can't be texted, called or forwarded to; undefined when it can. The rule for every such number: it's a
 * fixed-line or mobile number of the US, its territories or a country that the operator allows the business.
 *
 * @param phone E.164.
 */
export function phoneProblem(phone: string, allowed: readonly string[] = []): string | undefined {
  const kind = kindOfPhone(phone);
  if (kind === "toll_free" || kind === "premium" || kind === "none") return kindProblems[kind];
  if (kind === "US" || allowed.includes(kind)) return undefined;
  return `Numbers in ${countryName(kind)} can't be texted or called from this account`;
}

/** The country whose numbers the operator would have to allow; undefined for the US, and for numbers of no country. */
export function otherCountryOf(phone: string): OtherCountry | undefined {
  const kind = kindOfPhone(phone);
  return kind === "US" || kind in kindProblems ? undefined : (kind as OtherCountry);
}

/** Why no business can text or call a typed number, whatever countries it is allowed. */
export function typedPhoneProblem(typed: string): string | undefined {
  const phone = toE164(typed) ?? "";
  return otherCountryOf(phone) ? undefined : phoneProblem(phone);
}

/**
 * Parses a number from a spreadsheet or another program: `909.555-0123`, `tel:+1 (909) 555 0123`, `'9095550123` →
 * `+19095550123`; undefined unless it is a fixed-line or mobile number of a country that shares +1.
 */
export function parsePhone(typed: string): string | undefined {
  const isE164 = typed.length === 12 && numbered.test(typed);
  const phone = isE164 ? typed : toE164(typed.replace(/^tel:/i, "").replace(separators, ""));
  return phone !== undefined && !(kindOfPhone(phone) in kindProblems) ? phone : undefined;
}

const separators = /[\s().\-\u2010-\u2015/'\u200e\u200f\u202a-\u202e]+/g;
