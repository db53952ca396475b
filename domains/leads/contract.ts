import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { countText } from "#core/count.ts";
import {
  acrossFields,
  CsvFile,
  chosenId,
  Id,
  Instant,
  inOrder,
  listInput,
  optionalEmail,
  optionalFlag,
  optionalId,
  optionalText,
  optionalUsPhone,
  sent,
} from "#core/fields.ts";
import { managers, owner, staff } from "#core/people.ts";
import { mostChosen } from "./bulk/fields.ts";
import {
  countedSteps,
  isDay,
  LeadVehicle,
  leadKinds,
  leadOutcomes,
  leadReaches,
  mostVehicles,
  salePrice,
  stageKinds,
  stageTriggers,
} from "./fields.ts";
import { stepKinds } from "./plans/fields.ts";

/** `open`: being worked on; `mine`: those of the caller; `untouched`: nobody has answered yet; `unassigned`: without an owner. */
export const leadViews = ["open", "mine", "untouched", "unassigned", "closed", "all"] as const;
export type LeadView = (typeof leadViews)[number];

/** What changed a lead's stage or owner. */
export const moveReasons = [
  "added",
  "received",
  "imported",
  "inquired",
  "hand",
  "claimed",
  "reply",
  "undelivered",
  "appointment",
  "visit",
  "left",
  "stage_removed",
  "customer_deleted",
  "customer_restored",
  "assigned",
  "known",
  "offered",
  "returned",
  "kept",
] as const;
export type MoveReason = (typeof moveReasons)[number];

/** What the last contact was: a text of the team, one of the customer, a call. */
export const contactKinds = ["texted", "wrote", "called"] as const;

export const LeadStage = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(stageKinds),
  position: z.number(),
  /** What moves an open lead here by itself; empty: only people do. */
  reached_by: z.enum(["", ...stageTriggers]),
  /** The step of the figures that an open stage counts as; empty: none yet. Won stages count as sold. */
  counts_as: z.enum(["", ...countedSteps]),
});
export type LeadStage = z.infer<typeof LeadStage>;

export const Lead = z.object({
  id: Id,
  /** Null as long as no customer has the lead's phone or email. */
  customer_id: z.nullable(Id),
  /** The conversation with the customer, if any. */
  chat_id: z.nullable(Id),
  /** The customer's name, else the inquiry's; empty when neither says one. */
  name: z.string(),
  /** E.164; empty without one. */
  phone: z.string(),
  email: z.string(),
  /** True: the customer opted out of texts. */
  is_opted_out: z.boolean(),
  kind: z.enum(leadKinds),
  stage_id: Id,
  stage: z.string(),
  stage_kind: z.enum(stageKinds),
  owner_id: z.nullable(Id),
  /** The owner's name; empty without one. */
  owner: z.string(),
  source: z.string(),
  /** The first wanted vehicle: `2021 Honda Accord EX-L`. */
  vehicle: z.string(),
  stock: z.string(),
  received_at: Instant,
  /** When a team member first answered; null until then. */
  first_response_at: z.nullable(Instant),
  /** Seconds from receiving it to the first answer. */
  response_seconds: z.nullable(z.number()),
  /** When it moves to the next person unless somebody answers; null: it stays with its owner. */
  answer_due_at: z.nullable(Instant),
  closed_at: z.nullable(Instant),
  /** How it ended; empty while it is open. */
  outcome: z.enum(["", ...leadOutcomes]),
  lost_reason: z.string(),
  /** How often the person asked. */
  inquiries: z.number(),
  /** What it was sold for, in dollars; else the first wanted vehicle's price in whole ones. Null when neither is known. */
  value: z.nullable(z.number()),
  /** What it was sold for, in dollars; null unless it is sold and somebody said so. */
  sale_price: z.nullable(z.number()),
  /** Since when an open lead waits: for its first answer, or its customer for a reply. Null: it doesn't. */
  waiting_since: z.nullable(Instant),
  /** The last contact with the customer; null without any. */
  contact: z.nullable(z.object({ kind: z.enum(contactKinds), at: Instant })),
  /** The earliest open task or pending appointment of the customer. */
  next_step: z.nullable(z.object({ kind: z.enum(["task", "appointment"]), title: z.string(), at: Instant })),
  /** The follow-up plan that it is in, with its next step; null without one. */
  plan: z.nullable(
    z.object({
      id: Id,
      enrollment_id: Id,
      name: z.string(),
      /** The next one: its id in the plan, and its place from 1. */
      step_id: z.number(),
      step: z.number(),
      steps: z.number(),
      kind: z.enum(stepKinds),
      at: Instant,
      /** True: nothing is sent until somebody lets it go on, or a pause ends. */
      is_paused: z.boolean(),
    }),
  ),
});
export type Lead = z.infer<typeof Lead>;

/** What came in, in the words it came in. */
export const LeadInquiry = z.object({
  id: Id,
  came_by: z.enum(["email", "web", "hand", "widget", "call", "text", "import"]),
  /** `labels` and `text`: read by guess. */
  read_by: z.enum(["adf", "labels", "text", "json", "hand", "import"]),
  provider: z.string(),
  subject: z.string(),
  comments: z.string(),
  /** Words by which the person agreed to something: evidence, no consent by itself. */
  agreed_words: z.string(),
  received_at: Instant,
  requested_at: z.nullable(Instant),
});
export type LeadInquiry = z.infer<typeof LeadInquiry>;

export const LeadMove = z.object({
  id: Id,
  at: Instant,
  reason: z.enum(moveReasons),
  /** The member who did it; empty for the system. */
  by: z.string(),
  /** Names; empty where the stage didn't change. */
  from_stage: z.string(),
  to_stage: z.string(),
  /** Null where the owner didn't change; empty for no owner. */
  from_owner: z.nullable(z.string()),
  to_owner: z.nullable(z.string()),
  /** For how many minutes of business hours nobody answered, of a lead that moved on for it; null for others. */
  unanswered_minutes: z.nullable(z.number()),
  /** What it was sold for with this move, in dollars; null for others. */
  sale_price: z.nullable(z.number()),
});
export type LeadMove = z.infer<typeof LeadMove>;

export const LeadDetail = z.extend(Lead, {
  first_response_by: z.string(),
  vehicles: z.array(LeadVehicle),
  /** The newest first. */
  history: z.array(LeadMove),
  received: z.array(LeadInquiry),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

const vehiclesText = "Send the vehicles as a list";
const vehicles = z.pipe(
  z.transform(listInput),
  z
    .array(LeadVehicle, { error: vehiclesText })
    .check(z.maxLength(mostVehicles, `Enter up to ${mostVehicles} vehicles`)),
);
const kind = z.enum(leadKinds, { error: "Select a kind of lead" });
const source = optionalText(100);

/** Whom it is about: a customer, or a person of whom a phone or an email is known. */
export const LeadDraft = z
  .object({
    customer_id: optionalId,
    first_name: z._default(optionalText(100), ""),
    last_name: z._default(optionalText(100), ""),
    phone: z._default(optionalUsPhone(), ""),
    email: z._default(optionalEmail(), ""),
    kind: z._default(kind, "sales"),
    source: z._default(source, ""),
    /** Unassigned when omitted. */
    owner_id: optionalId,
    vehicles: z._default(vehicles, []),
    comments: z._default(optionalText(4000), ""),
  })
  .check(
    acrossFields(({ value, issues }) => {
      if (value.customer_id !== undefined || value.phone !== "" || value.email !== "") return;
      issues.push({
        code: "custom",
        message: "Enter a phone number or an email address",
        input: value,
        path: ["phone"],
      });
    }),
  );
export type LeadDraft = z.infer<typeof LeadDraft>;

const stagesText = "Send the stages as a list";
const SavedLeadStage = z.object(
  {
    id: optionalId,
    name: optionalText(40).check(inOrder([(text) => text !== "", "Enter a name"])),
    kind: z.enum(stageKinds, { error: "Select what the stage means" }),
    reached_by: z._default(z.enum(["", ...stageTriggers], { error: "Select an event" }), ""),
    /** Omitted: as before, and a new one counts as the stage above it. */
    counts_as: z.optional(z.enum(["", ...countedSteps], { error: "Select a step" })),
  },
  { error: stagesText },
);
const savedStages = z.pipe(
  z.transform(listInput),
  z.array(SavedLeadStage, { error: stagesText }).check(z.maxLength(20, "Keep up to 20 stages")),
);
const movesText = "Send each removed stage with where its leads go";
const stageMoves = z.pipe(
  z.transform(listInput),
  z
    .array(z.object({ from: Id, to: optionalId }, { error: movesText }), { error: movesText })
    .check(z.maxLength(20, "Keep up to 20 stages")),
);

const day = z._default(
  optionalText(10).check(inOrder([(text) => text === "" || isDay(text), "Enter a day such as 2026-11-28"])),
  "",
);

/** What narrows a list, the board, or what is done in bulk. */
export const leadView = {
  show: z._default(z.enum(leadViews, { error: "Select a view from the list" }), "open"),
  stage_id: optionalId,
  owner_id: optionalId,
  kind: z._default(z.enum(["", ...leadKinds], { error: "Select a kind of lead" }), ""),
  source: z._default(source, ""),
  /** 1: leads without a source. */
  no_source: optionalFlag,
  /** What they have done by now; empty: anything. */
  reached: z._default(z.enum(["", ...leadReaches], { error: "Select what they reached" }), ""),
  /** The first and the last day of the location on which they came in, or with `dated` reached what `reached` says. */
  from_day: day,
  to_day: day,
  dated: z._default(z.enum(["received", "reached"], { error: "Select what the days are about" }), "received"),
};

const mostCountedViews = 10;

/** Leads that were chosen one by one. */
export const chosenLeads = z._default(
  z.pipe(
    z.transform(listInput),
    z
      .array(Id, { error: "Send the leads as a list" })
      .check(z.maxLength(mostChosen, `Select at most ${countText(mostChosen)} leads at a time`)),
  ),
  [],
);

const one = { params: z.object({ id: Id }), data: z.object({ id: Id }) };

export const leads = calls("leads", {
  table: {
    method: "POST",
    path: "/leads/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The acting location's leads, page by page: of the open views those that wait longest first, else the newest; of one customer with customer_id.",
    table: true,
    body: z.object({ ...leadView, customer_id: optionalId }),
    data: Lead,
  },
  viewCounts: {
    method: "POST",
    path: "/leads/counts/views",
    allow: staff,
    supportAccess: "reads",
    about: "Counts the leads of several views, in their order; each up to the limit of tables.",
    body: z.object({
      views: z
        .array(z.object(leadView, { error: "Send each view as an object" }), { error: "Send the views as a list" })
        .check(z.maxLength(mostCountedViews, `Send at most ${mostCountedViews} views`)),
    }),
    data: z.object({ counts: z.array(z.number()) }),
    rate: { points: 120, seconds: 600, by: "person" },
  },
  options: {
    method: "GET",
    path: "/leads/options",
    allow: staff,
    supportAccess: "reads",
    about: "What leads can be narrowed by: the business's stages in order, and the sources of the location's leads.",
    data: z.object({ stages: z.array(LeadStage), sources: z.array(z.string()) }),
  },
  one: {
    method: "GET",
    path: "/leads/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "A lead with its vehicles, what was received, and how it moved.",
    params: z.object({ id: Id }),
    data: LeadDetail,
  },
  add: {
    method: "POST",
    path: "/leads/add",
    allow: staff,
    audit: "own rows",
    about:
      "Adds a lead. A phone that no customer has yet makes a customer; an open lead of the same person about the same vehicle takes it as another inquiry.",
    body: LeadDraft,
    data: z.object({ id: Id, joined: optionalFlag }),
    successMessage: "Lead added",
  },
  update: {
    method: "POST",
    path: "/leads/update/{id}",
    allow: staff,
    audit: "none: the whole team keeps leads right, all day",
    about: "Changes a lead's kind, source and vehicles; every field is replaced.",
    ...one,
    body: z.object({ kind: sent(kind), source: sent(source), vehicles: sent(vehicles) }),
    successMessage: "Lead saved",
  },
  move: {
    method: "POST",
    path: "/leads/move/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Moves a lead to a stage. A won stage closes it as sold, and takes what it was sold for; a lost one asks why.",
    ...one,
    body: z.object({
      stage_id: chosenId("Select a stage"),
      /** Only for a lost stage. */
      outcome: z._default(z.enum(["", "lost", "duplicate", "spam"], { error: "Select a reason" }), ""),
      lost_reason: z._default(optionalText(200), ""),
      /** Only for a won stage, in dollars. Omitted: as before. */
      sale_price: salePrice,
    }),
    successMessage: "Lead moved",
  },
  assign: {
    method: "POST",
    path: "/leads/assign/{id}",
    allow: staff,
    audit: "own rows",
    about: "Gives a lead to a member of the location, or to no one.",
    ...one,
    body: z.object({ owner_id: sent(optionalId) }),
    successMessage: "Lead assigned",
  },
  claim: {
    method: "POST",
    path: "/leads/claim/{id}",
    allow: staff,
    audit: "own rows",
    about: "Makes the caller the owner of a lead that has none. The first to ask gets it.",
    ...one,
    successMessage: "Lead claimed",
  },
  remove: {
    method: "DELETE",
    path: "/leads/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a lead. Its customer stays.",
    ...one,
    successMessage: "Lead deleted",
  },
  export: {
    method: "POST",
    path: "/leads/export",
    allow: managers,
    audit: "trail",
    about: "The leads of a view as a CSV file, up to 10,000; of these those that lead_ids names, if it names any.",
    body: z.object({
      ...leadView,
      search: z._default(optionalText(200), ""),
      lead_ids: chosenLeads,
    }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
  stages: {
    method: "GET",
    path: "/leads/stages",
    allow: owner,
    about: "The business's stages in order, each with how many leads are in it at all locations.",
    data: z.object({ stages: z.array(z.extend(LeadStage, { leads: z.number() })) }),
    ownTransactions: true,
  },
  saveStages: {
    method: "POST",
    path: "/leads/stages",
    allow: owner,
    audit: "trail",
    about:
      "Replaces the business's stages, in their order. Those with an id are renamed or moved, others are added, and `moves` names each that is left out, with where its leads go.",
    body: z.object({ stages: sent(savedStages), moves: sent(stageMoves) }),
    data: z.object({ stages: z.array(LeadStage) }),
    ownTransactions: true,
    successMessage: "Stages saved",
  },
});
