import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { endConnection, findConnection } from "../../connections/server/public.ts";
import { maxSites, type ReviewSiteDraft, type reviewSites } from "../contract.ts";
import { insertSite, lockSites, sitesOf, updateSite } from "./store.ts";

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
