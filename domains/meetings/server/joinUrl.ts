import type { Server } from "#core/server/serve.ts";
import { readSignedLink, signedLink } from "#core/server/signedLink.ts";
import type { MeetingRow } from "./store.ts";

/** The address of a meeting's page for its customer. Nothing of it is stored: only our key makes it. */
export function joinUrl(
  { secret, publicUrl }: Pick<Server, "secret" | "publicUrl">,
  { dealer_id, id, link_version }: Pick<MeetingRow, "dealer_id" | "id" | "link_version">,
): string {
  return `${publicUrl}/j/${signedLink(secret, "j", dealer_id, id, link_version)}`;
}

/** Which meeting the token of such an address names, and which version of its link it is; undefined for anything else. */
export function readJoinLink(secret: string, token: string) {
  const link = readSignedLink([secret], "j", token);
  const [appointment_id, link_version] = link?.ids ?? [];
  if (!link || appointment_id === undefined || link_version === undefined || link.ids.length !== 2) return undefined;
  return { dealer_id: link.dealer_id, appointment_id, link_version };
}
