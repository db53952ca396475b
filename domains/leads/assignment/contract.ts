import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  acrossFields,
  Id,
  inOrder,
  listInput,
  optionalId,
  optionalText,
  optionalWholeNumber,
  sent,
  sentFlag,
  wholeNumber,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { leadKinds, ruleTargets, vehicleStatuses } from "../fields.ts";

export const mostRules = 50;
export const mostSources = 20;
export const mostMembers = 200;

const Person = z.object({ id: Id, name: z.string() });

/** A rule; leads go by the first one in order that fits. */
export const AssignmentRule = z.object({
  id: Id,
  is_on: z.boolean(),
  /** Empty: any. */
  kind: z.enum(["", ...leadKinds]),
  /** None: any. */
  sources: z.array(z.string()),
  /** Of the first wanted vehicle; empty: any. */
  vehicle_status: z.enum(vehicleStatuses),
  /** `everyone` and `members`: in turn; `nobody`: leads wait to be claimed. */
  target: z.enum(ruleTargets),
  /** The chosen members, those who don't work here anymore included. */
  member_ids: z.array(Id),
  /** Open leads with which a person gets no more; null: any number. */
  most_open: z.nullable(z.number()),
  /** Minutes of business hours after which an unanswered lead moves to the next person; null: never. */
  next_after: z.nullable(z.number()),
});
export type AssignmentRule = z.infer<typeof AssignmentRule>;

/** How a location's leads are assigned. */
export const LeadAssignment = z.object({
  /** Counts the changes; a change names the version that it saw. */
  version: z.number(),
  /** True: a customer whom somebody knows goes to them. */
  known_first: z.boolean(),
  rules: z.array(AssignmentRule),
  /** Who works at the location. */
  team: z.array(Person),
  on_shift: z.array(Person),
});
export type LeadAssignment = z.infer<typeof LeadAssignment>;

/** From 1 to `most`; null when empty. */
const limit = (most: number, message: string) =>
  optionalWholeNumber(most, message).check(inOrder([(value) => value !== 0, message]));

const kind = z.enum(["", ...leadKinds], { error: "Select a kind of lead" });
const vehicleStatus = z.enum(vehicleStatuses, { error: "Select new or used" });
const source = optionalText(100);
const sources = z.pipe(
  z.transform(listInput),
  z
    .array(source.check(inOrder([(text) => text !== "", "Enter a source"])), { error: "Enter sources as a list" })
    .check(z.maxLength(mostSources, `Select up to ${mostSources} sources`)),
);
const members = z.pipe(
  z.transform(listInput),
  z
    .array(Id, { error: "Select people from the team" })
    .check(z.maxLength(mostMembers, `Select up to ${mostMembers} people`)),
);

export const mostOpenLeads = 999;
export const mostMinutes = 10_080;

const rulesText = "Send the rules as a list";
export const RuleDraft = z
  .object(
    {
      /** Omitted: a new rule. */
      id: optionalId,
      is_on: sentFlag,
      kind: sent(kind),
      sources: sent(sources),
      vehicle_status: sent(vehicleStatus),
      target: z.enum(ruleTargets, { error: "Select who gets these leads" }),
      member_ids: sent(members),
      most_open: sent(limit(mostOpenLeads, "Enter a whole number from 1, or leave it empty")),
      next_after: sent(limit(mostMinutes, "Enter whole minutes from 1, or leave it empty")),
    },
    { error: rulesText },
  )
  .check(
    acrossFields(({ value, issues }) => {
      if (value.target !== "members" || value.member_ids?.length !== 0) return;
      issues.push({ code: "custom", message: "Select at least one person", input: value, path: ["member_ids"] });
    }),
  );

const rules = z.pipe(
  z.transform(listInput),
  z.array(RuleDraft, { error: rulesText }).check(z.maxLength(mostRules, `Keep up to ${mostRules} rules`)),
);

export const leadAssignment = calls("leadAssignment", {
  shown: {
    method: "GET",
    path: "/leads/assignment",
    allow: managers,
    supportAccess: "reads",
    about: "The rules by which the acting location's leads are assigned, in order, and who is on shift now.",
    data: LeadAssignment,
  },
  save: {
    method: "POST",
    path: "/leads/assignment",
    allow: managers,
    audit: "trail",
    about:
      "Replaces the acting location's rules, in their order: those with an id are kept, others are added, and those left out are deleted. 409 when somebody changed them since `version`.",
    body: z.object({
      version: wholeNumber(1, 2_147_483_647, "Reload the rules"),
      known_first: sentFlag,
      rules: sent(rules),
    }),
    data: LeadAssignment,
    successMessage: "Assignment saved",
  },
  preview: {
    method: "POST",
    path: "/leads/assignment/try",
    allow: managers,
    supportAccess: "reads",
    about: "Who would get a lead now, by the saved rules. Nothing is assigned.",
    body: z.object({
      kind: z._default(z.enum(leadKinds, { error: "Select a kind of lead" }), "sales"),
      source: z._default(source, ""),
      vehicle_status: z._default(vehicleStatus, ""),
    }),
    data: z.object({
      /** `waiting`: until someone is on shift and has room; `nobody`: it waits to be claimed. */
      to: z.enum(["member", "waiting", "nobody"]),
      user_id: z.nullable(Id),
      name: z.string(),
      /** The rule that fits; null without any. */
      rule_id: z.nullable(Id),
    }),
  },
  keep: {
    method: "POST",
    path: "/leads/keep/{id}",
    allow: staff,
    audit: "own rows",
    about: "Keeps a lead with the caller, who owns it: it no longer moves to the next person.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "You keep this lead",
  },
});

export const leadAssignmentEvents = events({
  changed: {
    event: "lead-assignment-changed",
    to: "location",
    about: "The location's rules for assigning leads changed.",
    payload: z.object({}),
  },
});
