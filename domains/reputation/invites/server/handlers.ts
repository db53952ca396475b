import { csvOf } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { rangeOf } from "#core/periods.ts";
import type { ContextOf, Handlers, StaffContext } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import { belongsTo, locationById } from "#domains/locations/server/public.ts";
import { type ReviewInvite, reviewInviteEvents, type reviewInvites } from "../contract.ts";
import { inviteMany, invitePerson } from "./invitePeople.ts";
import {
  countInvites,
  type InviteFilter,
  invitesForFile,
  inviteView,
  lockInvite,
  readInvites,
  updateInvite,
} from "./store.ts";

export const reviewInviteHandlers: Handlers<typeof reviewInvites> = {
  async table(context, { body }) {
    const filter = await filterOf(context, body, body.search.value);
    return timeOrderedPage(body, {
      key: "created_at",
      read: (range) => readInvites(context.db, filter, range),
      count: () => countInvites(context.db, filter),
    });
  },

  async send(context, { body }) {
    const { dealer_id } = context.scope;
    const { at_location_id } = body;
    // Of the whole business: whom its other locations invited counts for the cool-down.
    return context.within.business({ dealer_id }, "a review invite", async (unit) =>
      invitePerson(context, unit, await chosenLocation(context, unit.db, at_location_id), body),
    );
  },

  async sendMany(context, { body }) {
    const { dealer_id, location_id } = context.scope;
    return context.within.business({ dealer_id }, "review invites", (unit) =>
      inviteMany(context, unit, { dealer_id, location_id }, body),
    );
  },

  async markReviewed({ db, scope, who, now, publish }, { params: { id }, body: { reviewed } }) {
    const invite = orNotFound(await lockInvite(db, scope.dealer_id, id));
    orNotFound(invite.location_id === scope.location_id || undefined);
    const reviewed_at = reviewed === 1 ? (invite.reviewed_at ?? now()) : null;
    await updateInvite(db, scope.dealer_id, id, { reviewed_at, reviewed_by: who.user_id });
    publish(reviewInviteEvents.changed, { target_id: id });
    return orNotFound(await inviteView(db, scope, id));
  },

  async export(context, { body }) {
    const rows = await invitesForFile(context.db, await filterOf(context, body, body.search));
    await context.audit({ action: "exported", subject: "review invites", detail: { rows: rows.length } });
    const day = context.now().toISOString().slice(0, 10);
    return { file_name: `review-invites-${day}.csv`, csv: csvOf([header, ...rows.map(csvRow)]) };
  },
};

/** The location that the sender chose among their own. */
async function chosenLocation(
  { scope, who }: ContextOf<typeof reviewInvites.send>,
  db: StaffContext["db"],
  id: number | undefined,
): Promise<LocationKey> {
  const { dealer_id, location_id } = scope;
  if (id === undefined || id === location_id) return { dealer_id, location_id };
  orNotFound((await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, id)) || undefined);
  return { dealer_id, location_id: id };
}

async function filterOf(
  { db, scope, now }: StaffContext,
  { period, show }: { readonly period: Parameters<typeof rangeOf>[0]; readonly show: InviteFilter["show"] },
  search: string,
): Promise<InviteFilter> {
  const { dealer_id, location_id } = scope;
  const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
  return { dealer_id, location_id, from: rangeOf(period, now(), time_zone).from, show, search };
}

const header = ["Name", "Phone/Email", "Sent by", "Sent Time", "State", "Followed Link", "Site", "Review", "Stars"];

const csvRow = (
  row: Omit<ReviewInvite, "created_at" | "sent_at" | "followed_at" | "reviewed_at"> & {
    readonly sent_at: Date | string | null;
    readonly followed_at: Date | string | null;
    readonly reviewed_at: Date | string | null;
  },
) => [
  row.customer_name,
  row.contact,
  row.sent_by,
  instantText(row.sent_at),
  row.reason === "" ? row.state : `${row.state}: ${row.reason}`,
  instantText(row.followed_at),
  row.site,
  instantText(row.reviewed_at),
  row.rating === null ? "" : String(row.rating),
];

const instantText = (at: Date | string | null) => (at === null ? "" : new Date(at).toISOString());
