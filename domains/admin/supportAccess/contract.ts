import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, Instant, inOrder, oneOf, optionalText } from "#core/fields.ts";
import { operator, owner } from "#core/people.ts";

/** The durations of support access, in minutes. */
export const supportAccessMinutes = [15, 30, 60] as const;
export const minReasonLength = 10;

const reasonText = `Enter a reason of at least ${minReasonLength} characters`;

export const SupportAccessDraft = z.object({
  location_id: chosenId("Select a location"),
  /** Stored in the client's trail, where the owner reads it. */
  reason: optionalText(500).check(inOrder([(reason) => reason.length >= minReasonLength, reasonText])),
  minutes: oneOf(supportAccessMinutes, "Select 15, 30 or 60 minutes"),
});
export type SupportAccessDraft = z.infer<typeof SupportAccessDraft>;

/** One support access, as the business sees it. */
export const SupportAccessRecord = z.object({
  id: Id,
  visitor: z.string(),
  location: z.string(),
  reason: z.string(),
  started_at: Instant,
  expires_at: Instant,
  /** Null while the access may still be open. */
  ended_at: z.nullable(Instant),
});
export type SupportAccessRecord = z.infer<typeof SupportAccessRecord>;

export const supportAccess = calls("visits", {
  places: {
    method: "GET",
    path: "/admin/clients/{id}/locations",
    allow: operator,
    about: "A client's locations, to choose from for support access.",
    params: z.object({ id: Id }),
    data: z.array(z.object({ id: Id, title: z.string() })),
  },
  begin: {
    method: "POST",
    path: "/admin/clients/{id}/visit",
    allow: operator,
    audit: "trail",
    about:
      "Starts support access: this sign-in sees one location as its owner would, read-only, until the time is up or admin/visits/end is called. It is recorded in the client's audit trail.",
    params: z.object({ id: Id }),
    body: SupportAccessDraft,
    data: z.object({ dealer_id: Id, location_id: Id, expires_at: Instant }),
    successMessage: "You're viewing this account. View only.",
  },
  end: {
    method: "POST",
    path: "/admin/visits/end",
    allow: operator,
    supportAccess: "ends",
    audit: "trail",
    about: "Ends support access.",
    successMessage: "You left the account.",
  },
  ofBusiness: {
    method: "GET",
    path: "/settings/visits",
    allow: owner,
    about: "When Rooftop staff accessed the account and why; the latest hundred.",
    data: z.object({ visits: z.array(SupportAccessRecord) }),
  },
});
