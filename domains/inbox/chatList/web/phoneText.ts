import { formatPhone } from "#core/phone.ts";

/** `+19095550123` → `+1 (909) 555-0123` */
export function phoneText(e164: string): string {
  return e164.startsWith("+1") ? `+1 ${formatPhone(e164)}` : e164;
}
