import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, inOrder, optionalText, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { forwardPhone, greeting, morePhones, ringHours, ringOrder, whisper } from "./fields.ts";

/** A number that says where a caller found the business, or the request for one. */
export const TrackingNumber = z.object({
  id: Id,
  source: z.string(),
  /** E.164; empty while it is only requested. */
  number: z.string(),
  area_code: z.string(),
  /** Calls and texts come in on an active one, and on a parked one until it is given back. */
  type: z.enum(["requested", "active", "parked"]),
  /** When a parked one is given back to the carrier; null for the others. */
  given_back_at: z.nullable(Instant),
  /** E.164; empty: the location's own phone for calls. */
  forward_to: z.string(),
  /** Ring besides it, E.164. */
  also_rings: z.array(z.string()),
  /** All phones at once, or one after the other until someone takes the call. */
  ring: ringOrder(),
  /** Whether they ring always, or only while the location is open. */
  hours: ringHours(),
  /** Spoken to the caller in place of the usual welcome; empty for that one. */
  greeting: z.string(),
  /** Spoken first to the person who picks up; empty for nothing. */
  whisper: z.string(),
  /** The location's own phone for calls, E.164; empty without one. */
  location_phone: z.string(),
  requested_at: Instant,
});
export type TrackingNumber = z.infer<typeof TrackingNumber>;

const source = () => required("Enter a source", 40);

/** What can be changed about a tracking number; what is omitted stays as it is. */
export const TrackingNumberChange = z.object({
  source: source(),
  forward_to: z.optional(forwardPhone()),
  also_rings: z.optional(morePhones()),
  ring: z.optional(ringOrder()),
  hours: z.optional(ringHours()),
  greeting: z.optional(greeting()),
  whisper: z.optional(whisper()),
});
export type TrackingNumberChange = z.infer<typeof TrackingNumberChange>;

export const NumberRequest = z.object({
  source: source(),
  area_code: optionalText().check(
    inOrder(
      [(typed) => typed !== "", "Enter an area code"],
      [(typed) => /^[2-9]\d\d$/.test(typed), "Enter the 3 digits of a US area code"],
    ),
  ),
  forward_to: forwardPhone(),
});
export type NumberRequest = z.infer<typeof NumberRequest>;

const params = z.object({ id: Id });

export const callSettings = calls("callSettings", {
  sources: {
    method: "GET",
    path: "/call-settings/sources",
    allow: staff,
    supportAccess: "reads",
    about: "Where callers of the acting location may come from: the standard sources, and those of its own numbers.",
    data: z.array(z.string()),
  },
  numbers: {
    method: "POST",
    path: "/call-settings/dt",
    allow: managers,
    supportAccess: "reads",
    about: "The acting location's tracking numbers, and those that are requested.",
    table: true,
    data: TrackingNumber,
  },
  request: {
    method: "POST",
    path: "/call-settings/request",
    allow: managers,
    audit: "trail",
    about: "Asks the operator for a tracking number in an area code; 10 at most may be open at once.",
    body: NumberRequest,
    data: TrackingNumber,
    successMessage: "Number requested",
    rate: { points: 30, seconds: 3600, by: "person" },
  },
  change: {
    method: "POST",
    path: "/call-settings/numbers/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Changes where a number's calls come from, which phones ring and when, and what is said. Earlier calls keep their source.",
    params,
    body: TrackingNumberChange,
    data: TrackingNumber,
    successMessage: "Saved",
  },
  release: {
    method: "POST",
    path: "/call-settings/numbers/{id}/release",
    allow: managers,
    audit: "trail",
    about:
      "Parks a number: it takes calls for 30 more days, whose callers hear the main number, and is then given back.",
    params,
    data: TrackingNumber,
    successMessage: "Number released",
  },
  keep: {
    method: "POST",
    path: "/call-settings/numbers/{id}/keep",
    allow: managers,
    audit: "trail",
    about: "Keeps a number that was being released.",
    params,
    data: TrackingNumber,
    successMessage: "Number kept",
  },
  cancel: {
    method: "POST",
    path: "/call-settings/numbers/{id}/cancel",
    allow: managers,
    audit: "trail",
    about: "Cancels the request for a number that hasn't been bought yet.",
    params,
    successMessage: "Request canceled",
  },
});
