import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { acrossFields, CsvFile, Id, inOrder, name, optionalText, required, sent } from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { optionalUsState } from "#core/states.ts";
import { isTimeZone } from "#core/timeZones.ts";

/** How far the registration of a number with the carriers is; `not_needed` sends everything, as `registered` does. */
export const numberRegistrations = ["not_needed", "missing", "pending", "registered", "rejected", "suspended"] as const;
export type NumberRegistration = (typeof numberRegistrations)[number];

/** A location of a business, with its review figures. */
export const Location = z.object({
  id: Id,
  title: z.string(),
  address: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  /** IANA. */
  time_zone: z.string(),
  /** Stars, from 0 (none yet) to 5 with one decimal. */
  rate: z.number(),
  /** Reviews on record, and those that a member marked on an invite. */
  count_reviews: z.number(),
  invite_sends: z.number(),
  /** Sent invites whose customer chose a review site. */
  invite_clicked: z.number(),
  monthly_goals: z.number(),
  /** Of `count_reviews`, those of this month in the location's time zone. */
  monthly_goals_received: z.number(),
});
export type Location = z.infer<typeof Location>;

/** Only title and address are required. */
export const LocationDraft = z.object({
  title: name("Title is required", 200),
  address: required("Address is required"),
  address_2: z._default(optionalText(), ""),
  city: optionalText(100),
  state: optionalUsState(),
  postal_code: optionalText(20),
  /** Empty: it follows from state and postal code, or without a state from the acting location. */
  time_zone: z._default(
    optionalText().check(inOrder([(zone) => zone === "" || isTimeZone(zone), "Select a time zone from the list"])),
    "",
  ),
});
export type LocationDraft = z.infer<typeof LocationDraft>;

export const zoneRequired = "Select the location's time zone";

/** Replaces every field; a location without a state needs its time zone. */
export const LocationChange = z
  .extend(LocationDraft, {
    address_2: sent(LocationDraft.shape.address_2),
    city: sent(LocationDraft.shape.city),
    state: sent(LocationDraft.shape.state),
    postal_code: sent(LocationDraft.shape.postal_code),
    time_zone: sent(LocationDraft.shape.time_zone),
  })
  .check(
    acrossFields(({ value, issues }) => {
      if (value.state !== "" || value.time_zone !== "") return;
      issues.push({ code: "custom", path: ["time_zone"], message: zoneRequired, input: value });
    }),
  );
export type LocationChange = z.infer<typeof LocationChange>;

export const locations = calls("locations", {
  list: {
    method: "GET",
    path: "/locations",
    allow: staff,
    supportAccess: "reads",
    about: "The caller's locations; for the owner, all of them.",
    data: z.array(Location),
    ownTransactions: true,
  },
  store: {
    method: "POST",
    path: "/locations/store",
    allow: owner,
    audit: "trail",
    about: "Adds a location.",
    body: LocationDraft,
    data: Location,
    successMessage: "Location added",
    ownTransactions: true,
  },
  update: {
    method: "POST",
    path: "/locations/update/{id}",
    allow: owner,
    audit: "trail",
    about:
      "Changes a location; every field is replaced. With another time zone, appointments and scheduled texts keep their " +
      "instants, and business hours their local times.",
    params: z.object({ id: Id }),
    body: LocationChange,
    data: Location,
    successMessage: "Location updated",
    ownTransactions: true,
  },
  table: {
    method: "POST",
    path: "/locations/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The caller's locations, page by page.",
    table: true,
    data: Location,
    ownTransactions: true,
  },
  export: {
    method: "GET",
    path: "/locations/export",
    allow: owner,
    audit: "trail",
    about: "All locations as CSV text.",
    data: CsvFile,
    ownTransactions: true,
  },
});

export const locationEvents = events({
  changed: {
    event: "location-changed",
    to: "dealer",
    about: "The owner changed a location's title, address or time zone. target_id is the location.",
    payload: z.object({ target_id: Id }),
  },
  numberChanged: {
    event: "location-number-changed",
    to: "location",
    about: "Carriers registered the number that the location texts from, or no longer deliver what it sends.",
    payload: z.object({}),
  },
});
