import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { instantAt } from "#core/wallTime.ts";
import { updateInvite } from "#domains/reputation/invites/server/store.ts";
import { matchNewReview } from "#domains/reputation/reviews/server/linkInvite.ts";
import { reviewEvents } from "../../reviews/contract.ts";
import { newsDays } from "../../reviews/rules.ts";
import { previewLength, type reviewImports, undoDays } from "../contract.ts";
import { type ReadFile, readFile } from "./readFile.ts";
import {
  deleteImported,
  firstFollowed,
  importsOf,
  insertImport,
  insertImported,
  lockImports,
  markUndone,
} from "./store.ts";

const aDay = 24 * 60 * 60_000;
const lastMinute = 24 * 60 - 1;

export const reviewImportHandlers: Handlers<typeof reviewImports> = {
  async preview(context, { body: { site_id }, file }) {
    const { added, rejected, known, siteNames } = await readFile(context, file, site_id);
    return {
      rows_added: added.length,
      rows_known: known,
      rows_rejected: rejected.length,
      added: added.slice(0, previewLength).map((review) => ({ ...review, site: siteNames.get(review.site_id) ?? "" })),
      rejected: rejected.slice(0, previewLength),
    };
  },

  async start(context, { body: { site_id }, file }) {
    const { db, scope, who, now, audit, publish } = context;
    const { dealer_id, location_id } = scope;
    await lockImports(db, scope);
    const read = await readFile(context, file, site_id);
    const id = await insertImport(db, {
      dealer_id,
      location_id,
      file_name: file.name.replaceAll("\u0000", "").toWellFormed().slice(-255),
      imported_by: who.user_id,
      imported_at: now(),
      rows_added: read.added.length,
      rows_known: read.known,
      rows_rejected: read.rejected.length,
    });
    await addReviews(context, read, id);
    await audit({ action: "imported", subject: "reviews", subject_id: id, detail: { rows: read.added.length } });
    publish(reviewEvents.changed, { target_id: id });
    return orNotFound((await shownImports(context, id))[0]);
  },

  list: async (context) => ({ imports: await shownImports(context) }),

  async undo(context, { params: { id } }) {
    const { db, scope, now, audit, publish } = context;
    const [found] = await shownImports(context, id);
    const { can_undo } = orNotFound(found);
    if (can_undo === 0 || !(await markUndone(db, scope, id, now())))
      throw new Failure("conflict", `An import can be undone once, within ${undoDays} days.`);
    const { invites, ...counts } = await deleteImported(db, scope.dealer_id, id);
    for (const invite of invites)
      await updateInvite(db, scope.dealer_id, invite, { reviewed_at: null, reviewed_by: null });
    await audit({ action: "undid an import", subject: "reviews", subject_id: id, detail: counts });
    publish(reviewEvents.changed, { target_id: id });
    return counts;
  },
};

/** Stores a file's reviews, and matches those with invites that may have led to them. */
async function addReviews(context: StaffContext, { added, time_zone }: ReadFile, import_id: number): Promise<void> {
  const { db, scope, who, now } = context;
  const { dealer_id, location_id } = scope;
  const at = now();
  const isNews = (published_at: Date) => at.getTime() - published_at.getTime() < newsDays * aDay;
  const reviews = added.map(({ row: _, published_on, ...opinion }) => {
    const end = instantAt({ date: published_on, minutes: lastMinute }, time_zone, "next");
    const published_at = end < at ? end : at;
    // A site's old reviews aren't going to be answered.
    const state = isNews(published_at) ? ("open" as const) : ("settled" as const);
    return { dealer_id, location_id, import_id, ...opinion, published_at, state, added_at: at, added_by: who.user_id };
  });
  const stored = await insertImported(db, reviews);
  const since = await firstFollowed(db, scope);
  if (since === undefined) return;
  for (const review of stored) {
    if (review.published_at.getTime() >= since.getTime() - aDay) await matchNewReview(context, review, who.user_id);
  }
}

async function shownImports({ db, scope, now }: StaffContext, id?: number) {
  const canUndo = (one: { undone_at: Date | null; imported_at: Date }) =>
    one.undone_at === null && now().getTime() - one.imported_at.getTime() < undoDays * aDay;
  return (await importsOf(db, scope, id)).map((one) => ({
    ...one,
    can_undo: canUndo(one) ? (1 as const) : (0 as const),
  }));
}
