import { csvOf } from "#core/csv.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers, StaffContext } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { locationsOfMember } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAmong, membersAt } from "#domains/team/server/public.ts";
import { findConnection } from "../../connections/server/public.ts";
import { lockInvite } from "../../invites/server/public.ts";
import { reviewEvents, type reviews } from "../contract.ts";
import { stateAfterEdit } from "../rules.ts";
import { assigneesOf, saveAssignees } from "./assigneeStore.ts";
import { csvHeader, csvRow } from "./csvRow.ts";
import { medianReplyHours, reviewCounts, siteFigures } from "./figureStore.ts";
import { filterOf } from "./filterOf.ts";
import { linkInvite, matchNewReview } from "./linkInvite.ts";
import { leadsElsewhere, possibleInvites } from "./matchStore.ts";
import { opinionOf } from "./opinionOf.ts";
import { postReply, withdrawReply } from "./postReply.ts";
import { repliesOf, saveReplyDraft } from "./replyStore.ts";
import {
  countReviews,
  deleteReview,
  editsOf,
  insertReview,
  keepEdit,
  type LockedReview,
  lockReview,
  readReviews,
  reviewsForFile,
  reviewView,
  updateReview,
} from "./store.ts";

const replyDays = 90;

export const reviewHandlers: Handlers<typeof reviews> = {
  async table(context, { body }) {
    return atAnyLocation(context, async ({ db }) => {
      const filter = await filterOf(context, db, body, body.search.value);
      return timeOrderedPage(body, {
        key: "published_at",
        read: (range) => readReviews(db, filter, range),
        count: () => countReviews(db, filter),
      });
    });
  },

  async overview({ db, scope, who, now }) {
    const since = new Date(now().getTime() - replyDays * 24 * 3600 * 1000);
    const member = { dealer_id: scope.dealer_id, user_id: who.user_id, role: who.role };
    const regions = (await locationsOfMember(db, member)).map(({ state }) => state).filter((state) => state !== "");
    return {
      ...(await reviewCounts(db, scope, who.user_id)),
      median_reply_hours: await medianReplyHours(db, scope, since),
      sites: await siteFigures(db, scope),
      members: (await membersAt(db, scope)).map(({ id, first_name, last_name }) => ({
        id,
        name: `${first_name} ${last_name}`.trim(),
      })),
      regions: [...new Set(regions)].sort(),
    };
  },

  async history({ db, scope }, { params: { id } }) {
    orNotFound(await reviewView(db, scope, id));
    const key = { dealer_id: scope.dealer_id, id };
    return { edits: await editsOf(db, key), replies: await repliesOf(db, key) };
  },

  async invites({ db, scope }, { params: { id } }) {
    const { published_at } = orNotFound(await reviewView(db, scope, id));
    return { invites: await possibleInvites(db, scope, published_at) };
  },

  async add(context, { body }) {
    const { db, scope, who, audit, now } = context;
    const { dealer_id, location_id } = scope;
    const opinion = await opinionOf(context, body);
    const added = { dealer_id, location_id, added_at: now(), added_by: who.user_id };
    const id = await insertReview(db, { ...added, ...opinion });
    await matchNewReview(context, await locked(context, id), who.user_id);
    await audit({ action: "added", subject: "review", subject_id: id });
    return viewOf(context, id);
  },

  async update(context, { params: { id }, body: { version, ...draft } }) {
    const { db, audit, now } = context;
    const review = await locked(context, id);
    assertUnchanged(review, version);
    await assertCopied(context, review);
    const opinion = await opinionOf(context, draft);
    const says = ({ rating, recommends, body }: typeof opinion | LockedReview) =>
      JSON.stringify([rating, recommends, body]);
    const isEdited = says(opinion) !== says(review);
    if (isEdited) await keepEdit(db, review, now());
    const state = stateAfterEdit(review.state, review, opinion);
    const reopens = review.state === "answered" && state === "open";
    await updateReview(db, review, {
      ...opinion,
      state,
      ...(isEdited && { edited_at: now() }),
      ...(reopens && { answered_rating: review.rating }),
    });
    await audit({ action: "changed", subject: "review", subject_id: id });
    return viewOf(context, id);
  },

  async remove(context, { params: { id } }) {
    const review = await locked(context, id);
    if (review.removed_at === null) await assertCopied(context, review);
    if (review.invite_id !== null) await linkInvite(context, review, null, "", context.who.user_id);
    await deleteReview(context.db, review);
    await context.audit({ action: "deleted", subject: "review", subject_id: id });
    context.publish(reviewEvents.changed, { target_id: id });
    return null;
  },

  async assign(context, { params: { id }, body }) {
    const { db, scope, who, audit } = context;
    const user_ids = [...new Set(body.user_ids)];
    const review = await locked(context, id);
    const before = await assigneesOf(db, review);
    // Whoever left the team may keep what they had.
    const added = user_ids.filter((user_id) => !before.includes(user_id));
    const members = await membersAmong(db, scope, added);
    if (members.length < added.length) throw invalidField("user_ids", "Select members of this location");
    await saveAssignees(db, review, user_ids);
    await audit({ action: "assigned", subject: "review", subject_id: id, detail: { people: user_ids.length } });
    const title = `${who.first_name} ${who.last_name} assigned you a review`;
    const others = added.filter((user_id) => user_id !== who.user_id);
    const text = review.body || review.author;
    await notify(context, { ...scope, user_ids: others }, { kind: "review", title, text, chat_id: null });
    return viewOf(context, id);
  },

  async settle(context, { params: { id }, body: { settled } }) {
    const { db, audit } = context;
    const review = await locked(context, id);
    if (review.state === "answered") return viewOf(context, id);
    await updateReview(db, review, { state: settled === 1 ? "settled" : "open" });
    const action = settled === 1 ? "said that no reply is needed" : "said that a reply is needed";
    await audit({ action, subject: "review", subject_id: id });
    return viewOf(context, id);
  },

  async saveDraft(context, { params: { id }, body: { body } }) {
    const { db, who, now } = context;
    await saveReplyDraft(db, await locked(context, id), { body, user_id: who.user_id, changed_at: now() });
    return viewOf(context, id);
  },

  async reply(context, { params: { id }, body }) {
    const review = await locked(context, id);
    assertUnchanged(review, body.version);
    await postReply(context, review, body);
    return viewOf(context, id);
  },

  async withdraw(context, { params: { id } }) {
    await withdrawReply(context, await locked(context, id));
    return viewOf(context, id);
  },

  async match(context, { params: { id }, body: { invite_id } }) {
    const { db, scope, who, audit } = context;
    const review = await locked(context, id);
    if (invite_id !== undefined) {
      const invite = orNotFound(await lockInvite(db, scope.dealer_id, invite_id));
      orNotFound(invite.location_id === scope.location_id || undefined);
      if (await leadsElsewhere(db, review, invite_id))
        throw new Failure("conflict", "This invite led to another review already.");
    }
    await linkInvite(context, review, invite_id ?? null, invite_id === undefined ? "" : "hand", who.user_id);
    const action = invite_id === undefined ? "unmatched" : "matched";
    await audit({ action, subject: "review", subject_id: id, detail: { ...(invite_id && { invite: invite_id }) } });
    return viewOf(context, id);
  },

  async export(context, { body }) {
    const { within, scope, origin } = context;
    return within({ ...scope, location_id: null }, origin, async ({ db, now, audit }) => {
      const rows = await reviewsForFile(db, await filterOf(context, db, body, ""));
      await audit({ action: "exported", subject: "reviews", detail: { rows: rows.length } });
      const day = now().toISOString().slice(0, 10);
      return { file_name: `reviews-${day}.csv`, csv: csvOf([csvHeader, ...rows.map(csvRow)]) };
    });
  },
};

/** At no location: a state's reviews are of several. The filter names those that the person may see. */
function atAnyLocation<T>(
  { within, scope, origin }: ContextOf<typeof reviews.table>,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  return within.readOnly({ ...scope, location_id: null }, origin, work);
}

async function locked({ db, scope }: StaffContext, id: number): Promise<LockedReview> {
  return orNotFound(await lockReview(db, scope, id));
}

/** What a connected site says isn't ours to change: it would be back in a few minutes. */
async function assertCopied({ db }: StaffContext, review: LockedReview): Promise<void> {
  if (review.external_id !== null && (await findConnection(db, review)))
    throw new Failure("conflict", "This review is kept as it is at its site.");
}

function assertUnchanged(review: LockedReview, version: number): void {
  if (version > 0 && review.version !== version)
    throw new Failure("conflict", "Someone else changed this review meanwhile. Have a look at it, then try again.");
}

/** The review as it is now, which everybody at the location learns of. */
async function viewOf({ db, scope, publish }: StaffContext, id: number) {
  publish(reviewEvents.changed, { target_id: id });
  return orNotFound(await reviewView(db, scope, id));
}
