import { csvOf } from "#core/csv.ts";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { type Location, type LocationDraft, locationEvents, type locations } from "../contract.ts";
import { changedFields, percent, timeZoneOf } from "../rules.ts";
import {
  hasTitle,
  insertLocation,
  locationRows,
  type MemberIdentity,
  timeZoneOfLocation,
  updateLocation,
} from "./store.ts";

export const locationHandlers: Handlers<typeof locations> = {
  async list(context) {
    return locationRows(context.db, memberOf(context)).orderBy("locations.id").limit(500).execute();
  },

  async store(context, { body }) {
    const { db, scope, audit } = context;
    const { dealer_id } = scope;
    if (await hasTitle(db, dealer_id, body.title)) throw titleIsTaken();
    // Without a state, assume the acting location's time zone.
    const time_zone = chosenZone(body) || (await timeZoneOfLocation(db, dealer_id, scope.location_id));
    const id = await insertLocation(db, { dealer_id, ...body, time_zone });
    await audit({ action: "added", subject: "location", subject_id: id });
    return locationOf(context, id);
  },

  async update(context, { params: { id }, body }) {
    const { db, scope, audit, publish } = context;
    const before = await locationOf(context, id);
    if (await hasTitle(db, scope.dealer_id, body.title, id)) throw titleIsTaken();
    const after = { ...body, time_zone: chosenZone(body) };
    const changed = changedFields(before, after);
    if (changed.length === 0) return before;
    await updateLocation(db, scope.dealer_id, id, after);
    const zone = changed.includes("time_zone") && { time_zone_before: before.time_zone, time_zone: after.time_zone };
    await audit({
      action: "changed",
      subject: "location",
      subject_id: id,
      detail: { fields: changed.join(", "), ...zone },
    });
    publish(locationEvents.changed, { target_id: id });
    return locationOf(context, id);
  },

  async table(context, { body }) {
    return tablePage(context.db, locationRows(context.db, memberOf(context)), body, {
      sortable: ["title", "rate", "count_reviews"],
      texts: ["title"],
      searchable: ["title", "address", "address_2", "city", "state", "postal_code"],
      order: [
        ["title", "asc"],
        ["id", "asc"],
      ],
    });
  },

  async export(context) {
    const rows = await locationRows(context.db, memberOf(context)).orderBy("title").orderBy("id").execute();
    const day = context.now().toISOString().slice(0, 10);
    await context.audit({ action: "exported", subject: "locations", detail: { rows: rows.length } });
    return { file_name: `locations-${day}.csv`, csv: csvOf([csvHeader, ...rows.map(csvRow)]) };
  },
};

const titleIsTaken = () => invalidField("title", "You already have a location with this title");

/** The zone that the form says or implies; empty without a state. */
const chosenZone = ({ time_zone, state, postal_code }: LocationDraft) =>
  time_zone || (state && timeZoneOf(state, postal_code));

/** A location of the person's own. */
async function locationOf(context: StaffContext, id: number): Promise<Location> {
  const rows = locationRows(context.db, memberOf(context)).where("locations.id", "=", id);
  return orNotFound(await rows.executeTakeFirst());
}

function memberOf({ scope, who }: StaffContext): MemberIdentity {
  return { dealer_id: scope.dealer_id, user_id: who.user_id, role: who.role };
}

const csvHeader = [
  "Location",
  "Address",
  "Address 2",
  "City",
  "State",
  "Postal Code",
  "Time Zone",
  "Rating",
  "Reviews",
  "Invites Sent",
  "Invites Clicked",
  "CTR %",
  "Monthly Goal",
  "Received",
  "Goal %",
];

function csvRow(row: Location): (string | number)[] {
  const { invite_sends, invite_clicked, monthly_goals, monthly_goals_received } = row;
  return [
    row.title,
    row.address,
    row.address_2,
    row.city,
    row.state,
    row.postal_code,
    row.time_zone,
    row.rate,
    row.count_reviews,
    invite_sends,
    invite_clicked,
    percent(invite_clicked, invite_sends),
    monthly_goals,
    monthly_goals_received,
    percent(monthly_goals_received, monthly_goals),
  ];
}
