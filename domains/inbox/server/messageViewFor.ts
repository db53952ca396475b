import type { StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { PersonName } from "#domains/customers/fullNames/rules.ts";
import { seesDeleted } from "#domains/inbox/deletion/rules.ts";
import type { FileUrlOf, MessageViewer } from "./messageView.ts";

/** Builds expiring addresses for a message's files. */
export function fileUrlsFor({ secret, now }: Pick<StaffContext, "secret" | "now">): FileUrlOf {
  return (key) => signedFileUrl(secret, key, now());
}

/** How the caller sees a chat's messages. */
export function messageViewFor(
  context: Pick<StaffContext, "secret" | "now" | "who">,
  { customer }: { readonly customer: PersonName },
): MessageViewer {
  return { customer, fileUrlOf: fileUrlsFor(context), seesDeleted: seesDeleted(context.who) };
}
