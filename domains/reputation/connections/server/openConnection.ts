import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import type { ProfileAccess, ReviewSites } from "#ports/reviews/reviews.ts";
import type { StoredConnection } from "./store.ts";

/** What an account's access is sealed for. */
export const sealPurpose = "review account";

/** A site with what it takes to read it. */
export interface OpenedConnection {
  readonly sites: ReviewSites;
  readonly profile: ProfileAccess;
}

/** Opens a connection; undefined where its site isn't set up any more, its access can't be read, or nothing is chosen. */
export function openConnection(
  { ports: { reviews: sites }, secret }: Pick<Server, "ports" | "secret">,
  { provider, access_sealed, profile_ref }: Pick<StoredConnection, "provider" | "access_sealed" | "profile_ref">,
): OpenedConnection | undefined {
  const access = openSeal(secret, sealPurpose, access_sealed);
  if (sites?.provider !== provider || access === undefined || profile_ref === null) return undefined;
  return { sites, profile: { access, ref: profile_ref } };
}
