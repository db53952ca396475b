import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, optionalText, required } from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { optionalUsState } from "#core/states.ts";

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
  /** Stars, from 0 (none yet) to 5 in halves. */
  rate: z.number(),
  count_reviews: z.number(),
  invite_sends: z.number(),
  invite_clicked: z.number(),
  monthly_goals: z.number(),
  monthly_goals_received: z.number(),
});
export type Location = z.infer<typeof Location>;

/** Only title and address are required; the time zone follows from state and postal code. */
export const LocationDraft = z.object({
  title: required("Title is required", 200),
  address: required("Address is required"),
  city: optionalText(100),
  state: optionalUsState(),
  postal_code: optionalText(20),
});
export type LocationDraft = z.infer<typeof LocationDraft>;

export const locations = calls("locations", {
  list: {
    method: "GET",
    path: "/locations",
    allow: staff,
    supportAccess: "reads",
    about: "The locations that the person belongs to: the owner to all.",
    data: z.array(Location),
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
  },
  table: {
    method: "POST",
    path: "/locations/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The locations that the person belongs to, a page at a time.",
    table: true,
    data: Location,
  },
  export: {
    method: "GET",
    path: "/locations/export",
    allow: owner,
    audit: "trail",
    about: "All locations as a CSV file, given as text.",
    data: z.object({ file_name: z.string(), csv: z.string() }),
  },
});
