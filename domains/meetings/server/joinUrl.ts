import type { Server } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import type { MeetingRow } from "./store.ts";

/** The address of a meeting's page for its customer. Nothing of it is stored: only our key makes it. */
export function joinUrl(
  { secret, publicUrl }: Pick<Server, "secret" | "publicUrl">,
  { dealer_id, id, link_version }: Pick<MeetingRow, "dealer_id" | "id" | "link_version">,
): string {
  return `${publicUrl}/j/${signedLink(secret, "j", dealer_id, id, link_version)}`;
}
