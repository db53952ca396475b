import { csvOf } from "#core/csv.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers, StaffContext } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
import { locationById, locationsOfMember } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { lockInvite } from "#domains/reputation/invites/server/store.ts";
import { findConnection, sitesOf } from "#domains/reputation/sites/server/store.ts";
import { membersAmong, membersAt } from "#domains/team/server/public.ts";
import { type ReviewDraft, type ReviewFilterBody, reviewEvents, type reviews } from "../contract.ts";
import { hasNoStars, rangeProblem, stateAfterEdit } from "../rules.ts";
import { linkInvite, matchNewReview } from "./linkInvite.ts";
import { postReply, withdrawReply } from "./replies.ts";
import { repliesOf, saveReplyDraft } from "./replyStore.ts";
import {
  assigneesOf,
  countReviews,
  deleteReview,
  editsOf,
  insertReview,
  keepEdit,
  type LockedReview,
  leadsElsewhere,
  lockReview,
  medianReplyHours,
  possibleInvites,
  type ReviewFilter,
  type ReviewView,
  readReviews,
  reviewCounts,
  reviewsForFile,
  reviewView,
  type StoredOpinion,
  saveAssignees,
  siteFigures,
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
    // The person who left the team may keep what they had.
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
    throw new Failure("conflict", "This review stays as it is on its site.");
}

function assertUnchanged(review: LockedReview, version: number): void {
  if (version > 0 && review.version !== version)
    throw new Failure("conflict", "Someone else changed this review in the meantime. Check it, then try again.");
}

/** The review as it is now, which everyone at the location learns of. */
async function viewOf({ db, scope, publish }: StaffContext, id: number) {
  publish(reviewEvents.changed, { target_id: id });
  return orNotFound(await reviewView(db, scope, id));
}

type TableContext = Pick<ContextOf<typeof reviews.table>, "scope" | "who">;

/** A table's filter as the store reads it; days are those of the acting location. */
async function filterOf(
  { scope, who }: TableContext,
  db: Db,
  { region, from, to, assigned, show, ...limits }: ReviewFilterBody,
  search: string,
): Promise<ReviewFilter> {
  const { dealer_id, location_id } = scope;
  const problem = rangeProblem({ ...limits, from, to });
  if (problem) throw invalidField(problem.field, problem.message);
  const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
  const startOf = (date: string) => instantAt({ date, minutes: 0 }, time_zone, "next");
  const chosen = assigned === "none" || assigned === "" ? assigned : Number(assigned);
  return {
    dealer_id,
    location_ids: region === "" ? [location_id] : await locationsIn(db, { scope, who }, region),
    site: limits.site,
    rating_min: limits.rating_min,
    rating_max: limits.rating_max,
    review_count: limits.review_count,
    from: from === "" ? undefined : startOf(from),
    to: to === "" ? undefined : startOf(daysLater(to, 1)),
    assigned: show === "mine" ? who.user_id : chosen,
    isOpen: show === "open",
    search,
  };
}

/** The person's own locations in a state or province, or all of them. */
async function locationsIn(db: Db, { scope, who }: TableContext, region: string): Promise<number[]> {
  const member = { dealer_id: scope.dealer_id, user_id: who.user_id, role: who.role };
  const locations = await locationsOfMember(db, member);
  return locations.filter(({ state }) => region === "all" || state === region).map(({ id }) => id);
}

const lastMinute = 24 * 60 - 1;

/**
 * A review as it is stored. Of its time only the day is known: it counts as the end of that day, or as now.
 *
 * @throws Failure for a site of elsewhere, a rating that the site doesn't have, and a day to come.
 */
async function opinionOf({ db, scope, now }: StaffContext, draft: ReviewDraft): Promise<StoredOpinion> {
  const { site_id, author, rating, recommends, body, published_on } = draft;
  const site = orNotFound((await sitesOf(db, scope)).find(({ id }) => id === site_id));
  if (rating === 0 && !hasNoStars(site.kind)) throw invalidField("rating", "Select 1 to 5 stars");
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  if (published_on > wallTimeAt(now(), time_zone).date)
    throw invalidField("published_on", "This date is in the future");
  if (published_on < "2000-01-01") throw invalidField("published_on", "Enter a day from 2000 on");
  const end = instantAt({ date: published_on, minutes: lastMinute }, time_zone, "next");
  return {
    site_id,
    author,
    body,
    rating: rating === 0 ? null : rating,
    recommends: rating === 0 ? (recommends ?? null) : null,
    published_at: end < now() ? end : now(),
  };
}

const csvHeader = [
  "Published",
  "Location",
  "Site",
  "Author",
  "Rating",
  "Review",
  "State",
  "Assigned to",
  "Invited by",
  "Reply",
  "Replied by",
];

/** A review in a file. */
function csvRow(review: ReviewView): readonly (string | number)[] {
  const { published_at, location, site, author, rating, recommends, body, state, assignees } = review;
  const opinion = rating ?? (recommends === 1 ? "Recommends" : "Doesn't recommend");
  const people = assignees.map(({ name }) => name).join(", ");
  const { invited_by, reply, replied_by } = review;
  // The day as people there saw it.
  const day = wallTimeAt(published_at, review.time_zone).date;
  return [day, location, site, author, opinion, body, state, people, invited_by, reply, replied_by];
}
