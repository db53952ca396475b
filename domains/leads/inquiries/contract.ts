import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Instant } from "#core/fields.ts";
import { managers, owner } from "#core/people.ts";

/** Where vendors send a location's leads. */
export const LeadAddress = z.object({
  /** Empty when this installation receives no email. */
  email: z.string(),
  /** Takes ADF and JSON. */
  url: z.string(),
  /** Until when the addresses before these work, too; null without any. */
  previous_until: z.nullable(Instant),
});
export type LeadAddress = z.infer<typeof LeadAddress>;

export const leadAddress = calls("leadAddress", {
  shown: {
    method: "GET",
    path: "/leads/address",
    allow: managers,
    supportAccess: "reads",
    about: "Where vendors send the acting location's leads.",
    data: LeadAddress,
  },
  renew: {
    method: "POST",
    path: "/leads/address/renew",
    allow: owner,
    audit: "trail",
    about: "Gives the acting location new lead addresses. The current ones work for 30 more days.",
    data: LeadAddress,
    successMessage: "New addresses are ready",
  },
});
