import { session } from "#core/web/session/session.ts";

interface AccountLocation {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly business_name: string;
  readonly location: string;
}

/** Switches the session to a client's account; operator-only pages redirect to the owner's start page. */
export function enterAccount(account: AccountLocation): void {
  session.update({ user_type: "dealer", visiting: true, location_address: "", ...account });
}

/** Switches back to the operator's session; the changed location clears all cached queries. */
export function leaveAccount(): void {
  const noLocation = { dealer_id: 0, location_id: null, location: "", location_address: "", business_name: "" };
  session.update({ user_type: "superadmin", visiting: false, ...noLocation });
}
