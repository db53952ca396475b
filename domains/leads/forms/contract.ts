import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalText, required } from "#core/fields.ts";
import { managers } from "#core/people.ts";

export const pageStates = ["offered", "ok", "failing", "needs_access"] as const;

/** A page whose forms become leads, or can be connected. */
export const LeadPage = z.object({
  id: Id,
  title: z.string(),
  /** `offered`: not connected yet. `failing`: its forms can't be read right now. */
  state: z.enum(pageStates),
  /** What went wrong last, and what to do; empty after a success. */
  problem: z.string(),
  connected_at: z.nullable(Instant),
});
export type LeadPage = z.infer<typeof LeadPage>;

const rate = { points: 30, seconds: 900, by: "person" } as const;

export const leadPages = calls("leadPages", {
  list: {
    method: "GET",
    path: "/leads/pages",
    allow: managers,
    supportAccess: "reads",
    about:
      "The pages on Facebook whose lead forms become leads of the acting location, and those that can be connected.",
    data: z.object({
      /** What can be connected: pages at Meta, simulated ones, or nothing until the operator sets it up. */
      provider: z.enum(["meta", "simulator", "none"]),
      pages: z.array(LeadPage),
    }),
  },
  begin: {
    method: "POST",
    path: "/leads/pages/begin",
    allow: managers,
    audit: "none: it only leads to the provider, which asks for consent",
    about:
      "Where the caller allows access to their pages' lead forms. What they come back with works once, in this session only, for 15 minutes.",
    data: z.object({ url: z.string() }),
    rate,
  },
  finish: {
    method: "POST",
    path: "/leads/pages/finish",
    allow: managers,
    audit: "trail",
    about:
      "Exchanges what the provider sent the caller back with for access to their pages. A single page is connected right away, of several one is chosen next.",
    ownTransactions: true,
    body: z.object({ state: required("Start again from the settings for leads", 400), code: optionalText(2000) }),
    data: z.object({ connected: z.number(), offered: z.number() }),
    successMessage: "Facebook allowed access",
    rate,
  },
  connect: {
    method: "POST",
    path: "/leads/pages/{id}/connect",
    allow: managers,
    audit: "trail",
    about: "Connects a page that the caller allowed access to: its forms become leads from now on.",
    ownTransactions: true,
    params: z.object({ id: Id }),
    successMessage: "Page connected",
    rate,
  },
  disconnect: {
    method: "POST",
    path: "/leads/pages/{id}/disconnect",
    allow: managers,
    audit: "trail",
    about: "Ends reading a page's forms, and forgets the access to it. Leads that came from it stay.",
    ownTransactions: true,
    params: z.object({ id: Id }),
    successMessage: "Page disconnected",
    rate,
  },
});

export const leadPageEvents = events({
  changed: {
    event: "lead-page-changed",
    to: "location",
    about: "A page for leads was connected or disconnected, or its forms couldn't be read.",
    payload: z.object({}),
  },
});
