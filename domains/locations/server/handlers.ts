import { csvOf } from "#core/csv.ts";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type Location, type LocationDraft, locationEvents, type locations } from "../contract.ts";
import { changedFields, percent, timeZoneOf } from "../rules.ts";
import { hasTitle, insertLocation, locationRows, timeZoneOfLocation, updateLocation } from "./store.ts";

export const locationHandlers: Handlers<typeof locations> = {
  async list(context) {
    return read(context, (unit) => rowsOf(context, unit).orderBy("locations.id").limit(500).execute());
  },

  async store(context, { body }) {
    const { dealer_id, location_id } = context.scope;
    return change(context, async (unit) => {
      const { db, audit } = unit;
      if (await hasTitle(db, dealer_id, body.title)) throw titleIsTaken();
      // Without a state, assume the acting location's time zone.
      const time_zone = chosenZone(body) || (await timeZoneOfLocation(db, dealer_id, location_id));
      const id = await insertLocation(db, { dealer_id, ...body, time_zone });
      await audit({ action: "added", subject: "location", subject_id: id });
      return locationOf(context, unit, id);
    });
  },

  async update(context, { params: { id }, body }) {
    const { dealer_id } = context.scope;
    return change(context, async (unit) => {
      const { db, audit, publish } = unit;
      const before = await locationOf(context, unit, id);
      if (await hasTitle(db, dealer_id, body.title, id)) throw titleIsTaken();
      const after = { ...body, time_zone: chosenZone(body) };
      const changed = changedFields(before, after);
      if (changed.length === 0) return before;
      await updateLocation(db, dealer_id, id, after);
      const zone = changed.includes("time_zone") && { time_zone_before: before.time_zone, time_zone: after.time_zone };
      const detail = { fields: changed.join(", "), ...zone };
      await audit({ action: "changed", subject: "location", subject_id: id, detail });
      publish(locationEvents.changed, { target_id: id });
      return locationOf(context, unit, id);
    });
  },

  async table(context, { body }) {
    return read(context, (unit) =>
      tablePage(unit.db, rowsOf(context, unit), body, {
        sortable: ["title", "rate", "count_reviews"],
        texts: ["title"],
        searchable: ["title", "address", "address_2", "city", "state", "postal_code"],
        order: [
          ["title", "asc"],
          ["id", "asc"],
        ],
      }),
    );
  },

  async export(context) {
    return change(context, async (unit) => {
      const rows = await rowsOf(context, unit).orderBy("title").orderBy("id").execute();
      const day = unit.now().toISOString().slice(0, 10);
      await unit.audit({ action: "exported", subject: "locations", detail: { rows: rows.length } });
      return { file_name: `locations-${day}.csv`, csv: csvOf([csvHeader, ...rows.map(csvRow)]) };
    });
  },
};

const titleIsTaken = () => invalidField("title", "You already have a location with this title");

/** The zone that the form says or implies; empty without a state. */
const chosenZone = ({ time_zone, state, postal_code }: LocationDraft) =>
  time_zone || (state && timeZoneOf(state, postal_code));

type LocationContext = ContextOf<typeof locations.store>;

/* At no location: the figures of all are shown. Which ones a person may see is decided by `locationRows`. */
const read = <T>({ within, scope, origin }: LocationContext, work: (unit: UnitOfWork) => Promise<T>) =>
  within.readOnly({ ...scope, location_id: null }, origin, work);
const change = <T>({ within, scope, origin }: LocationContext, work: (unit: UnitOfWork) => Promise<T>) =>
  within({ ...scope, location_id: null }, origin, work);

const rowsOf = ({ scope, who }: LocationContext, { db, now }: UnitOfWork) =>
  locationRows(db, { dealer_id: scope.dealer_id, user_id: who.user_id, role: who.role }, now());

/** A location of the person's own. */
async function locationOf(context: LocationContext, unit: UnitOfWork, id: number): Promise<Location> {
  return orNotFound(await rowsOf(context, unit).where("locations.id", "=", id).executeTakeFirst());
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
