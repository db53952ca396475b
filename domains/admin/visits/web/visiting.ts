import { session } from "#core/web/session.ts";

/** The business that is about to be looked into. */
interface Place {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly business_name: string;
  readonly location: string;
}

/** Takes the browser into a client's account; what the operator alone may see leads to the owner's start. */
export function enterAccount(place: Place): void {
  session.update({ user_type: "dealer", visiting: true, location_address: "", ...place });
}

/** And out of it, to the operator's start; with the place, all that was asked there is forgotten. */
export function leaveAccount(): void {
  const nowhere = { dealer_id: 0, location_id: null, location: "", location_address: "", business_name: "" };
  session.update({ user_type: "superadmin", visiting: false, ...nowhere });
}
