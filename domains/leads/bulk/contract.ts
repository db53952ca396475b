import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { chosenId, Flag, Id, optionalId, optionalText, sent } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { chosenLeads, leadView } from "../contract.ts";
import { bulkActions, bulkSkips } from "./fields.ts";

/** A change of many leads, and how far it is. */
export const BulkChange = z.object({
  id: Id,
  action: z.enum(bulkActions),
  /** Who or what the leads go to, the plan that starts, or the tag or list of their customers; empty: to no one. */
  target: z.string(),
  /** The list that their customers were added to; null for other changes. */
  list_id: z.nullable(Id),
  state: z.enum(["running", "done", "stopped"]),
  total: z.number(),
  changed: z.number(),
  /** Leads that stayed as they were, by reason; without those that weren't reached. */
  skipped: z.array(z.object({ reason: z.enum(bulkSkips), count: z.number() })),
});
export type BulkChange = z.infer<typeof BulkChange>;

const chosen = {
  /** The chosen leads; with `all`, those that the view shows. */
  lead_ids: chosenLeads,
  all: z._default(Flag, 0),
  ...leadView,
  search: z._default(optionalText(200), ""),
};

const data = z.object({ change: BulkChange });

export const leadBulk = calls("leadBulk", {
  assign: {
    method: "POST",
    path: "/leads/bulk/assign",
    allow: staff,
    audit: "trail",
    about:
      "Gives many leads to a member of the location, or to no one. Up to 200 are assigned when this answers, more by a job that `current` shows.",
    body: z.object({ ...chosen, to_owner_id: sent(optionalId) }),
    data,
  },
  move: {
    method: "POST",
    path: "/leads/bulk/move",
    allow: staff,
    audit: "trail",
    about: "Moves many leads to a stage; a lost one asks for the reason once.",
    body: z.object({
      ...chosen,
      to_stage_id: chosenId("Select a stage"),
      outcome: z._default(z.enum(["", "lost", "duplicate", "spam"], { error: "Select a reason" }), ""),
      lost_reason: z._default(optionalText(200), ""),
    }),
    data,
  },
  startPlan: {
    method: "POST",
    path: "/leads/bulk/plan",
    allow: staff,
    audit: "trail",
    about: "Starts a follow-up plan for many leads, of an agent for their own. Those that are in a plan stay in it.",
    body: z.object({ ...chosen, plan_id: chosenId("Select a plan") }),
    data,
  },
  tag: {
    method: "POST",
    path: "/leads/bulk/tag",
    allow: staff,
    audit: "trail",
    about: "Tags the customers of many leads. One without a conversation gets an empty, closed one.",
    body: z.object({ ...chosen, tag_id: chosenId("Select a tag") }),
    data,
  },
  list: {
    method: "POST",
    path: "/leads/bulk/list",
    allow: managers,
    audit: "trail",
    about: "Adds the customers of many leads to a list, or with `title` to a new one.",
    body: z.object({ ...chosen, list_id: optionalId, title: z._default(optionalText(100), "") }),
    data,
  },
  remove: {
    method: "POST",
    path: "/leads/bulk/remove",
    allow: managers,
    audit: "trail",
    about: "Deletes many leads. Their customers stay, and `restore` takes it back.",
    body: z.object(chosen),
    data,
  },
  restore: {
    method: "POST",
    path: "/leads/bulk/restore/{id}",
    allow: managers,
    audit: "trail",
    about: "Brings back the leads that a change deleted.",
    params: z.object({ id: Id }),
    data,
  },
  current: {
    method: "GET",
    path: "/leads/bulk/current",
    allow: staff,
    supportAccess: "reads",
    about: "The caller's latest change of many leads at the location.",
    data: z.object({ change: z.nullable(BulkChange) }),
  },
  stop: {
    method: "POST",
    path: "/leads/bulk/stop/{id}",
    allow: staff,
    audit: "own rows",
    about: "Stops a change of the caller's. Leads that it changed stay changed.",
    params: z.object({ id: Id }),
    data,
  },
});

export const leadBulkEvents = events({
  progress: {
    event: "lead-bulk-progress",
    to: "user",
    about: "A change of many leads went on, or ended.",
    payload: z.object({ target_id: Id }),
  },
});
