import { fileAddress } from "#core/server/fileAddress.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { seesDeleted } from "../rules.ts";
import type { AddressOf, Named, ShownAs } from "./messageStore.ts";

/** Whoever may see a message may get what belongs to it, for a while. */
export function addressesOf({ secret, now }: Pick<StaffContext, "secret" | "now">): AddressOf {
  return (key) => fileAddress(secret, key, now());
}

/** How a chat's messages are shown to the person who asks. */
export function shownTo(
  context: Pick<StaffContext, "secret" | "now" | "who">,
  { customer }: { readonly customer: Named },
): ShownAs {
  return { customer, addressOf: addressesOf(context), seesDeleted: seesDeleted(context.who) };
}
