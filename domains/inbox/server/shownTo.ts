import { fileAddress } from "#core/server/fileAddress.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { seesDeleted } from "../rules.ts";
import type { AddressOf, Named, ShownAs } from "./messageStore.ts";

/** Builds expiring addresses for a message's files. */
export function addressesOf({ secret, now }: Pick<StaffContext, "secret" | "now">): AddressOf {
  return (key) => fileAddress(secret, key, now());
}

/** How the caller sees a chat's messages. */
export function shownTo(
  context: Pick<StaffContext, "secret" | "now" | "who">,
  { customer }: { readonly customer: Named },
): ShownAs {
  return { customer, fileUrlOf: addressesOf(context), seesDeleted: seesDeleted(context.who) };
}
