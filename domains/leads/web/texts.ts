import { nounCount } from "#core/count.ts";
import type { Lead, LeadInquiry, LeadMove, LeadView } from "../contract.ts";
import type { CountedStep, LeadReach, StageTrigger, VehicleInterest } from "../fields.ts";
import type { PlanStepKind } from "../plans/fields.ts";
import { dollarsText } from "./leadWords.ts";

/** What the screens of leads say; kinds and stages have their names in `rules.ts`. */
const stepKindNames: Record<PlanStepKind, string> = { text: "Text", email: "Email", task: "Call task" };

export const leadTexts = {
  plans: "Follow-up plans",
  nextOfPlan: (kind: PlanStepKind, plan: string) => `${stepKindNames[kind]} (${plan})`,
  planPaused: (plan: string) => `${plan}, paused`,
  title: "Leads",
  add: "Add lead",
  search: "Search leads",
  any: "Any",
  views: {
    open: "All open",
    mine: "Mine",
    untouched: "Untouched",
    unassigned: "Unassigned",
    closed: "Closed",
    all: "All",
  } satisfies Record<LeadView, string>,
  filters: {
    show: "Show",
    stage: "Stage",
    source: "Source",
    owner: "Owner",
    kind: "Kind",
    reached: "Reached",
    received: "Received",
    reachedOn: "Reached on",
  },
  reaches: {
    lead: "Counted leads",
    uncontacted: "Not contacted",
    contacted: "Contacted",
    answered: "Answered by a person",
    set: "Appointment set",
    shown: "Shown",
    sold: "Sold",
  } satisfies Record<LeadReach, string>,
  noSource: "No source",
  anyTime: "Any time",
  days: (from: string, to: string) => (from === to ? from : from === "" ? `Until ${to}` : `${from} – ${to}`),
  columns: {
    customer: "Customer",
    vehicle: "Vehicle of interest",
    stage: "Stage",
    owner: "Owner",
    source: "Source",
    waiting: "Waiting",
    received: "Received",
    nextStep: "Next step",
    value: "Value",
    age: "Age",
  },
  actions: {
    startPlan: "Start plan",
    open: "Open",
    move: "Move to stage",
    assign: "Assign",
    claim: "Claim",
    text: "Text",
    remove: "Delete",
  },
  claim: (name: string) => `Claim ${name}`,
  openLead: (name: string) => `Open lead of ${name}`,
  stageOf: (name: string, stage: string) => `Stage of ${name}: ${stage}`,
  ownerOf: (name: string, owner: string) => `Owner of ${name}: ${owner}`,
  nameless: "No name",
  unassigned: "Unassigned",
  addVehicle: "Add vehicle",
  noVehicle: "No vehicle yet",
  waiting: "Waiting",
  dueIn: (time: string) => `Due in ${time}`,
  overdue: (time: string) => `Overdue ${time}`,
  keep: "Keep it",
  keepLead: (name: string) => `Keep the lead of ${name}`,
  answeredIn: (time: string) => `Answered in ${time}`,
  none: "Leads from your website and listing sites appear here",
  toAddress: "Get your lead address",
  optedOut: "Opted out. Call or email.",
  remove: {
    title: "Delete this lead?",
    text: (name: string) => `The lead of ${name} will be permanently deleted. The customer stays.`,
    action: "Delete",
  },
  move: {
    title: "Move to stage",
    action: "Move",
    stage: "Stage",
    outcome: "Reason",
    lostReason: "Why it was lost",
    reasonMissing: "Say why it was lost",
    outcomes: { lost: "Lost", duplicate: "Duplicate", spam: "Spam" },
    wonTitle: (stage: string) => `Move to ${stage}?`,
    wonText: (name: string) => `This closes the lead of ${name} as sold.`,
    lostText: (name: string) => `This closes the lead of ${name}.`,
    salePrice: "Sold for",
    moved: (stage: string) => `Moved to ${stage}`,
  },
  assign: { title: "Assign lead", action: "Assign", owner: "Owner" },
  me: "Me",
} as const;

/** What a lead's dialog says. */
export const leadDialogTexts = {
  plan: "Follow-up plan",
  title: "Lead",
  loading: "Loading the lead",
  failed: "Couldn't load this lead",
  text: "Text",
  call: "Call",
  email: "Email",
  customer: "Customer page",
  stages: "Stage",
  moveTo: (stage: string) => `Move to ${stage}`,
  owner: "Owner",
  kind: "Kind",
  source: "Source",
  noSource: "Unknown",
  firstAnswer: "First answer",
  answered: (time: string, by: string) => (by === "" ? `After ${time}` : `After ${time}, by ${by}`),
  edit: "Edit",
  editTitle: "Edit lead",
  save: "Save",
  vehicles: "Vehicles",
  received: "What was received",
  history: "History",
  guessed: "Read by guess",
  guessedAbout:
    "This message had no standard lead format, so name, contact details and vehicle were read from its text. Check them before you reply.",
  agreed: "Agreed to",
  agreedAbout: "Words from the form, kept as evidence. They are no consent to marketing texts on their own.",
  requested: (at: string) => `Requested ${at}`,
  noComments: "No comments",
  cameBy: {
    email: "Email",
    web: "Web address",
    hand: "Added by your team",
    widget: "Website widget",
    call: "Phone call",
    text: "Text",
    import: "Import",
  } satisfies Record<LeadInquiry["came_by"], string>,
} as const;

/** What the fields of vehicles say. */
export const vehicleTexts = {
  vehicle: "Vehicle",
  number: (place: number) => `Vehicle ${place}`,
  tradeIn: "Trade-in",
  addTradeIn: "Add a trade-in",
  removeOf: (vehicle: string) => `Remove ${vehicle}`,
  interest: "Wants to",
  interests: {
    buy: "Buy",
    lease: "Lease",
    test_drive: "Test drive",
    trade_in: "Trade in",
    sell: "Sell",
  } satisfies Record<VehicleInterest, string>,
  status: "New or used",
  statuses: { "": "Unknown", new: "New", used: "Used" },
  year: "Year",
  make: "Make",
  model: "Model",
  trim: "Trim",
  vin: "VIN",
  vinLength: "A VIN has 17 characters",
  vinDoubt: "This VIN may have a typo",
  stock: "Stock number",
  price: "Price",
  odometer: "Odometer",
  color: "Color",
  comments: "Comments",
  stockOf: (stock: string) => `Stock ${stock}`,
  vinOf: (vin: string) => `VIN ${vin}`,
} as const;

/** What the dialog that adds a lead says. */
export const addLeadTexts = {
  action: "Add lead",
  who: "Who is it about",
  existing: "Existing customer",
  newPerson: "New person",
  customerMissing: "Select a customer",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  comments: "Comments",
} as const;

/** What the band above a customer's timeline says. */
export const leadBandTexts = {
  title: "Open lead",
  none: "No open lead",
  failed: "Couldn't load the lead",
  leads: (count: number) => nounCount(count, "open lead"),
  markSold: "Mark sold",
  lost: "Lost…",
  within: (time: string) => `in ${time}`,
  given: (isClaimed: boolean, day: string) => `${isClaimed ? "Claimed" : "Assigned"} ${day}`,
  backTitle: (stage: string) => `Move back to ${stage}?`,
  backText: (stage: string) => `The lead is in ${stage} now. Its history keeps both moves.`,
  change: (name: string, value: string) => `${name}: ${value}`,
  allOfIt: "Details",
  addStep: "Add a task",
  anotherStep: "Add another",
} as const;

/** What a customer's leads say beside a conversation. */
export const customerLeadsTexts = {
  none: "No open lead.",
  more: (count: number) => nounCount(count, "more open lead"),
  wants: "Wants",
  since: (day: string) => `since ${day}`,
  old: (age: string) => `${age} old`,
} as const;

/** What the editor of stages says. */
export const stageTexts = {
  title: "Stages",
  about: "The steps from a new lead to a sale, for all your locations. New leads start in the first open stage.",
  name: "Name",
  nameOf: (place: number) => `Name of stage ${place}`,
  kind: "Means",
  kindOf: (stage: string) => `What ${stage} means`,
  trigger: "Moves here",
  triggerOf: (stage: string) => `What moves leads to ${stage}`,
  triggers: {
    "": "By hand",
    reply: "First answer",
    appointment: "Appointment made",
    visit: "Appointment completed",
  } satisfies Record<"" | StageTrigger, string>,
  counts: "Counts as",
  countsOf: (stage: string) => `What ${stage} counts as`,
  countsAbout:
    "The step in your figures, whatever the stage is called. What a lead has reached stays reached when you change this.",
  steps: {
    "": "New lead",
    contacted: "Contacted",
    set: "Appointment set",
    shown: "Shown",
  } satisfies Record<"" | CountedStep, string>,
  countsSold: "Sold",
  countsNothing: "What it reached",
  unnamed: "New stage",
  up: (stage: string) => `Move ${stage} up`,
  down: (stage: string) => `Move ${stage} down`,
  remove: (stage: string) => `Remove ${stage}`,
  add: "Add stage",
  save: "Save stages",
  removal: {
    title: (stage: string) => `Remove ${stage}?`,
    to: "Move its leads to",
    action: "Remove",
    cancel: "Cancel",
  },
} as const;

/** How a closed lead ended: what it was sold for, or the words for a lost one. */
export function outcomeText({
  outcome,
  lost_reason,
  sale_price,
}: Pick<Lead, "outcome" | "lost_reason" | "sale_price">): string {
  if (outcome === "") return "";
  if (outcome === "sold") return sale_price === null ? "Sold" : soldFor(sale_price);
  const name = leadTexts.move.outcomes[outcome];
  return lost_reason === "" ? name : `${name}: ${lost_reason}`;
}

const soldFor = (price: number) => `Sold for ${dollarsText(price)}`;

/** A move in a sentence: what happened to the lead, and who or what did it. */
export function moveText(move: LeadMove): string {
  const { reason, by, from_stage, to_stage, to_owner, unanswered_minutes, sale_price } = move;
  const who = by || "The system";
  const owner = ownerWords(to_owner);
  const assigned = to_owner ? ` and assigned to ${to_owner}` : "";
  switch (reason) {
    case "added":
      return `${by === "" ? "Added" : `Added by ${by}`}${assigned}`;
    case "received":
      return `Received${assigned}`;
    case "imported":
      return `${by === "" ? "Imported" : `Imported by ${by}`}${assigned}`;
    case "inquired":
      return to_stage === "" ? "Asked again" : `Asked again and moved to ${to_stage}`;
    case "claimed":
      return `${who} claimed this lead`;
    case "reply":
      return `Moved to ${to_stage} with the first answer`;
    case "undelivered":
      return `Moved back to ${to_stage} because the first answer wasn't delivered`;
    case "appointment":
      return `Moved to ${to_stage} when an appointment was made`;
    case "visit":
      return `Moved to ${to_stage} after a completed appointment`;
    case "left":
      return to_owner ? `Assigned to ${to_owner} when the owner left` : "Unassigned when the owner left";
    case "stage_removed":
      return `Moved to ${to_stage} when ${from_stage || "its stage"} was removed`;
    case "customer_deleted":
      return "Closed because the customer was deleted";
    case "customer_restored":
      return "Reopened because the customer was restored";
    case "assigned":
      return `Assigned to ${to_owner} by rule`;
    case "known":
      return `Assigned to ${to_owner}, who knows the customer`;
    case "offered":
      return `${unansweredText(unanswered_minutes)}: offered to ${to_owner}`;
    case "returned":
      return `${unansweredText(unanswered_minutes)}: moved to ${to_owner}`;
    case "kept":
      return `${who} kept this lead`;
    case "hand":
      return `${handText(who, from_stage, to_stage, owner)}${sale_price === null ? "" : `. ${soldFor(sale_price)}`}`;
  }
}

const unansweredText = (minutes: number | null) =>
  minutes === null ? "No answer in time" : `No answer in ${nounCount(minutes, "minute")}`;

function handText(who: string, from: string, to: string, owner: string): string {
  const moved = to === "" || from === to ? "" : from === "" ? `moved it to ${to}` : `moved it from ${from} to ${to}`;
  const did = [moved, owner].filter((part) => part !== "");
  return `${who} ${did.join(" and ") || "changed this lead"}`;
}

/** Empty where the owner didn't change. */
function ownerWords(to_owner: string | null): string {
  if (to_owner === null) return "";
  return to_owner === "" ? "unassigned it" : `assigned it to ${to_owner}`;
}
