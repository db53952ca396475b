import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, sent } from "#core/fields.ts";
import { managers, owner } from "#core/people.ts";

/** Besides email and the web address: website visitors, callers of tracking numbers, unknown callers and texters. */
export const leadOriginNames = ["widget", "tracked_calls", "new_callers", "new_texters"] as const;
export type LeadOriginName = (typeof leadOriginNames)[number];

export const LeadOrigins = z.object({
  widget: Flag,
  tracked_calls: Flag,
  new_callers: Flag,
  new_texters: Flag,
});
export type LeadOrigins = z.infer<typeof LeadOrigins>;

export const leadOrigins = calls("leadOrigins", {
  settings: {
    method: "GET",
    path: "/leads/origins",
    allow: managers,
    supportAccess: "reads",
    about: "What becomes a lead of the acting location besides what comes to its lead addresses.",
    data: LeadOrigins,
  },
  save: {
    method: "POST",
    path: "/leads/origins",
    allow: owner,
    audit: "trail",
    about:
      "Sets what becomes a lead of the acting location from now on: messages from the website widget, calls to tracking numbers, calls and texts from new phone numbers. Customers with an open lead make no second one.",
    body: z.object({
      widget: sent(Flag),
      tracked_calls: sent(Flag),
      new_callers: sent(Flag),
      new_texters: sent(Flag),
    }),
    data: LeadOrigins,
    successMessage: "Lead settings saved",
  },
});
