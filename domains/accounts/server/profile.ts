import type { CurrentUser } from "#core/people.ts";
import { addressLine } from "#domains/locations/rules.ts";
import type { Profile } from "../contract.ts";
import { initialsOf } from "../rules.ts";
import type { profileRow, supportAccessProfileRow } from "./store.ts";

/** The profile that a person's own browser gets. */
export function profileOf(row: NonNullable<Awaited<ReturnType<typeof profileRow>>>): Profile {
  const address = {
    address: row.address ?? "",
    address_2: row.address_2 ?? "",
    city: row.city ?? "",
    state: row.state ?? "",
    postal_code: row.postal_code ?? "",
  };
  return {
    ...row,
    user_name_initials: initialsOf(row.first_name, row.last_name),
    del_allowed: row.del_allowed === 1 || row.user_type === "dealer" ? 1 : 0,
    location: row.location ?? "",
    location_address: addressLine(address),
    time_zone: row.time_zone ?? "America/New_York",
    location_phone: row.location_phone ?? "",
    company_name: row.business_name,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    needs_email_proof: row.user_type === "dealer" && row.email_proved_at === null,
    visit: null,
  };
}

/** The operator's profile during support access: their own name, and the business as its owner sees it. */
export function supportAccessProfile(
  { user_id: id, first_name, last_name, role: user_type, supportAccess }: CurrentUser,
  row: NonNullable<Awaited<ReturnType<typeof supportAccessProfileRow>>>,
): Profile {
  const blank = { email: "", phone: "", user_image: null, must_change_password: false, email_proved_at: null };
  const person = { id, first_name, last_name, user_type, ...blank, del_allowed: 0 };
  return {
    ...profileOf({ ...row, ...person }),
    del_allowed: 0,
    visit: supportAccess ? { reason: supportAccess.reason, expires_at: supportAccess.expires_at.toISOString() } : null,
  };
}
