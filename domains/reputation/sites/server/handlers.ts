import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { openSeal, seal } from "#core/server/seal.ts";
import type { ContextOf, Deps, Handlers, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReviewSites, SiteFailure, SiteProfile } from "#ports/reviews/reviews.ts";
import { maxSites, type ReviewSiteDraft, type reviewConnections, type reviewSites } from "../contract.ts";
import {
  connectState,
  readConnectState,
  sealPurpose,
  syncReviewsJob,
  connectionTexts as texts,
} from "./connections.ts";
import {
  connectableSite,
  connectionsOf,
  endConnection,
  findConnection,
  insertSite,
  lockConnection,
  lockSites,
  type StoredConnection,
  saveAccount,
  sitesOf,
  unread,
  updateConnection,
  updateSite,
  usedProfiles,
} from "./store.ts";

export const reviewSiteHandlers: Handlers<typeof reviewSites> = {
  async all({ db, scope }) {
    return { sites: await sitesOf(db, scope) };
  },

  async add(context, { body }) {
    const { db, scope, audit } = context;
    await lockSites(db, scope);
    const sites = await sitesOf(db, scope);
    if (sites.length >= maxSites) throw new Failure("conflict", `You can add up to ${maxSites} review sites.`);
    const last = Math.max(0, ...sites.map(({ place }) => place));
    const id = await insertSite(db, scope, storedDraft(body), last + 1);
    await audit({ action: "added", subject: "review site", subject_id: id, detail: { kind: body.kind } });
    return siteOf(context, id);
  },

  async update(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    const { kind } = await siteOf(context, id);
    if (kind !== body.kind && (await findConnection(db, { dealer_id: scope.dealer_id, site_id: id })))
      throw new Failure("conflict", "Disconnect this site first.");
    orNotFound((await updateSite(db, scope, id, storedDraft(body))) || undefined);
    await audit({ action: "changed", subject: "review site", subject_id: id, detail: { kind: body.kind } });
    return siteOf(context, id);
  },

  async move({ db, scope, audit }, { params: { id }, body: { by } }) {
    await lockSites(db, scope);
    const sites = await sitesOf(db, scope);
    const from = sites.findIndex((site) => site.id === id);
    const moved = orNotFound(sites[from]);
    const order = sites.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, moved);
    for (const [place, site] of order.entries()) await updateSite(db, scope, site.id, { place: place + 1 });
    await audit({ action: "moved", subject: "review site", subject_id: id });
    return { sites: await sitesOf(db, scope) };
  },

  async remove({ db, scope, audit, now }, { params: { id } }) {
    orNotFound((await updateSite(db, scope, id, { deleted_at: now() })) || undefined);
    await endConnection(db, { dealer_id: scope.dealer_id, site_id: id });
    await audit({ action: "removed", subject: "review site", subject_id: id });
    return null;
  },
};

/** The known sites have their own name. */
const storedDraft = (draft: ReviewSiteDraft): ReviewSiteDraft => ({
  ...draft,
  title: draft.kind === "other" ? draft.title : "",
});

async function siteOf({ db, scope }: StaffContext, id: number) {
  return orNotFound((await sitesOf(db, scope)).find((site) => site.id === id));
}

/** Where the site sends the owner back to. */
const returnPath = "/review-settings/connected";

type ConnectionContext = ContextOf<typeof reviewConnections.finish>;

export const reviewConnectionHandlers: Handlers<typeof reviewConnections> = {
  async all({ db, scope, ports }) {
    const provider = ports.reviews?.provider === "google" ? "google" : ports.reviews ? "simulator" : "none";
    return { provider, connections: await connectionsOf(db, scope) };
  },

  async begin({ db, scope, who, now, ports, secret, publicUrl }, { params: { id } }) {
    const { kind } = orNotFound(await connectableSite(db, scope, id));
    const sites = setUpSites(ports);
    if (kind !== "google") throw new Failure("conflict", texts.notGoogle);
    const { dealer_id, location_id } = scope;
    const request = { dealer_id, location_id, site_id: id, user_id: who.user_id, session_id: who.session_id };
    const known = await findConnection(db, { dealer_id, site_id: id });
    const state = connectState(secret, request, now());
    return { url: sites.consentUrl(`${publicUrl}${returnPath}`, state, known?.account) };
  },

  async finish(context, { body: { state, code } }) {
    const { scope, who, ports, secret, publicUrl, within, origin } = context;
    const sites = setUpSites(ports);
    const caller = { ...scope, user_id: who.user_id, session_id: who.session_id };
    const site_id = readConnectState(secret, caller, state, ports.clock.now());
    if (site_id === undefined) throw new Failure("conflict", texts.startAgain);
    if (code === "") throw new Failure("conflict", texts.denied);
    const granted = await sites.redeem(code, `${publicUrl}${returnPath}`);
    if (granted.kind !== "granted")
      throw new Failure("conflict", granted.kind === "busy" ? texts.away : texts.startAgain);
    const { access, account } = granted;
    const found = await sites.profiles(access);
    await within(scope, origin, async ({ db, now, audit, enqueue }) => {
      orNotFound(await connectableSite(db, scope, site_id));
      const key = { dealer_id: scope.dealer_id, site_id };
      const row = { dealer_id: scope.dealer_id, provider: sites.provider, account, granted_by: who.user_id };
      await saveAccount(db, scope, site_id, {
        ...row,
        access_sealed: seal(secret, sealPurpose, access),
        granted_at: now(),
      });
      const connection = orNotFound(await lockConnection(db, key));
      // The person who connects an account again continues with the business that was chosen.
      const isListed = found.kind !== "profiles" || found.profiles.some(({ ref }) => ref === connection.profile_ref);
      if (connection.profile_ref !== null && isListed) {
        const state = connection.synced_at === null ? "first" : "ok";
        await updateConnection(db, key, { state, problem: "", failures: 0, next_at: now(), is_full_due: true });
        enqueue(syncReviewsJob, key);
      } else {
        const none = { profile_ref: null, profile_title: "", profile_address: "", chosen_at: null };
        await updateConnection(db, key, { ...unread, ...none, state: "choosing", next_at: null });
      }
      await audit({ action: "connected", subject: "review site", subject_id: site_id, detail: { account } });
    });
    return { site_id };
  },

  async listings(context, { params: { id } }) {
    const connection = await connectionAt(context, id);
    const profiles = await profilesOf(context, connection);
    const used = await usedBy(context, profiles, id);
    return {
      account: connection.account,
      listings: profiles.map(({ ref, title, address, is_verified }) => ({
        ref,
        title,
        address,
        is_verified: is_verified ? (1 as const) : (0 as const),
        used_by: used.get(ref) ?? "",
      })),
    };
  },

  async choose(context, { params: { id }, body: { ref } }) {
    const { within, scope, origin } = context;
    const profiles = await profilesOf(context, await connectionAt(context, id));
    const chosen = profiles.find((profile) => profile.ref === ref);
    if (!chosen) throw invalidField("ref", texts.notListed);
    if (!chosen.is_verified) throw invalidField("ref", texts.notVerified);
    const location = (await usedBy(context, profiles, id)).get(ref);
    if (location !== undefined) throw invalidField("ref", texts.used(location));
    const key = { dealer_id: scope.dealer_id, site_id: id };
    await within(scope, origin, async ({ db, now, audit, enqueue }) => {
      const connection = orNotFound(await lockConnection(db, key));
      if (connection.profile_ref === ref) return;
      const profile = { profile_ref: ref, profile_title: chosen.title, profile_address: chosen.address };
      const fresh = { ...unread, synced_at: null, site_count: null, chosen_at: now(), next_at: now() };
      await updateConnection(db, key, { ...fresh, ...profile, state: "first" });
      enqueue(syncReviewsJob, key);
      await audit({ action: "chose a business", subject: "review site", subject_id: id });
    }).catch(refuseTaken);
    return null;
  },

  async sync({ db, scope, now, enqueue }, { params: { id } }) {
    orNotFound(await connectableSite(db, scope, id));
    const key = { dealer_id: scope.dealer_id, site_id: id };
    const connection = await lockConnection(db, key);
    if (connection?.profile_ref == null) throw new Failure("conflict", "Connect this site first.");
    await updateConnection(db, key, { is_full_due: true, next_at: now() });
    enqueue(syncReviewsJob, key);
    return null;
  },

  async disconnect({ db, scope, audit }, { params: { id } }) {
    orNotFound(await connectableSite(db, scope, id));
    const ended = await endConnection(db, { dealer_id: scope.dealer_id, site_id: id });
    if (ended) await audit({ action: "disconnected", subject: "review site", subject_id: id });
    return null;
  },
};

function setUpSites({ reviews }: Deps["ports"]): ReviewSites {
  if (!reviews) throw new Failure("conflict", texts.notSetUp);
  return reviews;
}

/** Two owners chose the same business at once. */
function refuseTaken(error: unknown): never {
  if (violatedConstraint(error) === "review_connections_of_profile") throw invalidField("ref", texts.elsewhere);
  throw error;
}

/** The connection of a site of the acting location. */
async function connectionAt({ within, scope, origin }: ConnectionContext, site_id: number): Promise<StoredConnection> {
  return within.readOnly(scope, origin, async ({ db }) => {
    orNotFound(await connectableSite(db, scope, site_id));
    const connection = await findConnection(db, { dealer_id: scope.dealer_id, site_id });
    if (!connection) throw new Failure("conflict", "Connect this site first.");
    return connection;
  });
}

async function profilesOf(
  { ports, secret }: ConnectionContext,
  connection: StoredConnection,
): Promise<readonly SiteProfile[]> {
  const sites = setUpSites(ports);
  const access = openSeal(secret, sealPurpose, connection.access_sealed);
  if (access === undefined || sites.provider !== connection.provider) throw new Failure("conflict", texts.lost);
  const found = await sites.profiles(access);
  if (found.kind !== "profiles") throw new Failure("conflict", wordsOf(found));
  return found.profiles;
}

const wordsOf = ({ kind }: SiteFailure) => (kind === "needs_access" ? texts.lost : texts.away);

/** Which of these businesses other sites are connected with, and at which location. */
async function usedBy({ within, scope, origin }: ConnectionContext, profiles: readonly SiteProfile[], site_id: number) {
  const refs = profiles.map(({ ref }) => ref);
  const read = ({ db }: { db: Db }) => usedProfiles(db, scope.dealer_id, refs);

  const used = await within.readOnly({ ...scope, location_id: null }, origin, read);
  return new Map(
    used.filter((one) => one.site_id !== site_id).map(({ profile_ref, title }) => [profile_ref ?? "", title]),
  );
}
