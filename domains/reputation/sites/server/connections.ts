import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { SessionKey } from "#core/people.ts";
import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { ProfileAccess, ReviewSites, SiteFailure } from "#ports/reviews/reviews.ts";
import { reviewConnectionEvents } from "../contract.ts";
import { stateAfterFailures, waitAfter } from "../rules.ts";
import { type LockedConnection, type StoredConnection, updateConnection } from "./store.ts";

/** Reads a connected site's reviews. The next run is scheduled anyway, so there are no retries. */
export const syncReviewsJob = job("reviews.sync", z.object({ dealer_id: Id, site_id: Id }), {
  retries: 0,
  expires: 120,
  concurrency: 2,
});

/** Finds the sites that are due. */
export const sweepReviewSitesJob = job("reviews.sweepSites", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});

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

/** Stores why a site failed and when to retry. Its owner is notified once. */
export async function failConnection(
  unit: UnitOfWork,
  connection: LockedConnection,
  failure: Pick<SiteFailure, "kind"> & { readonly retryAfter?: number },
): Promise<void> {
  const { dealer_id, location_id, site_id } = connection;
  const failures = connection.failures + 1;
  unit.publish(reviewConnectionEvents.changed, { target_id: site_id }, { dealer_id, location_id });
  if (failure.kind === "needs_access") {
    await updateConnection(unit.db, connection, {
      state: "needs_access",
      problem: connectionTexts.needsAccess,
      failures,
      next_at: null,
    });
    if (connection.state !== "needs_access") await notifyManagers(unit, connection);
    return;
  }
  const state = stateAfterFailures(connection.state, failures);
  const next_at = new Date(unit.now().getTime() + waitAfter(failures, failure.retryAfter));
  const problem = state === "failing" ? connectionTexts.problems[failure.kind] : connection.problem;
  await updateConnection(unit.db, connection, { state, problem, failures, next_at });
}

async function notifyManagers(unit: UnitOfWork, { dealer_id, location_id }: LockedConnection): Promise<void> {
  const members = await membersAt(unit.db, { dealer_id, location_id });
  const user_ids = members.filter(({ user_type }) => user_type !== "agent").map(({ id }) => id);
  const { title, text } = connectionTexts.notification;
  await notify(unit, { dealer_id, location_id, user_ids }, { kind: "review", title, text, chat_id: null });
}

/** Who goes to the site, and what for. */
export interface ConnectRequest extends SessionKey {
  readonly location_id: number;
  readonly site_id: number;
}

const validMs = 15 * 60_000;

const signed = (
  secret: string,
  { dealer_id, user_id, session_id, location_id, site_id }: ConnectRequest,
  until: number,
) => signatureOf(secret, ["connect reviews", dealer_id, user_id, session_id, location_id, site_id, until]);

/** What the site gives back unchanged: good for this business, session, location and site, and not for long. */
export function connectState(secret: string, request: ConnectRequest, now: Date): string {
  const until = now.getTime() + validMs;
  return `${request.site_id.toString(36)}.${until.toString(36)}.${signed(secret, request, until)}`;
}

/** The site that someone went to connect; undefined unless the same session asked for it, a short while ago. */
export function readConnectState(
  secret: string,
  caller: Omit<ConnectRequest, "site_id">,
  state: string,
  now: Date,
): number | undefined {
  const [, site = "", end = "", signature = ""] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(state) ?? [];
  const [site_id, until] = [Number.parseInt(site, 36), Number.parseInt(end, 36)];
  if (!Number.isSafeInteger(site_id) || !(until >= now.getTime())) return undefined;
  return isSignature(signature, signed(secret, { ...caller, site_id }, until)) ? site_id : undefined;
}

/** What is said about sites that can't be read. */
export const connectionTexts = {
  needsAccess: "We no longer have access to Google. Reconnect it.",
  problems: {
    busy: "Google isn't answering. We'll keep trying.",
    missing: "Google can't find this business right now. We'll keep trying.",
    refused: "Google isn't sharing this business's reviews. Check that the business is verified there.",
  },
  notification: {
    title: "Reconnect Google",
    text: "We no longer have access to your reviews on Google. The owner can reconnect it in the review settings.",
  },
  notSetUp: "Reading reviews isn't set up here. Ask your administrator.",
  notGoogle: "Only Google can be connected. Copy other sites' reviews by hand.",
  startAgain: "This took too long or began in another window. Start again from the review settings.",
  denied: "Google wasn't connected. Allow access there to read and reply to your reviews.",
  away: "Google isn't answering. Try again in a few minutes.",
  lost: "We no longer have access to Google. Reconnect it.",
  notListed: "This account doesn't manage that business. Select one from the list.",
  notVerified: "Google shows no reviews for this business until you verify it there.",
  used: (location: string) => `This business is already connected to ${location}.`,
  elsewhere: "This business is already connected to another location.",
} as const;
