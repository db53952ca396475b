import { nounCount } from "#core/count.ts";
import type { RuleTarget, VehicleStatus } from "../../fields.ts";
import { kindNames } from "../../rules.ts";
import type { AssignmentRule } from "../contract.ts";
import type { RuleConditions } from "../rules.ts";

/** What the rules of assignment say. */
export const assignmentTexts = {
  title: "Assignment",
  about: "Who gets new leads. The first rule that fits is used.",
  details:
    "Leads go to the person on shift who was assigned the fewest today, then to the person with the fewest open leads. Without a rule that fits, leads wait to be claimed.",
  failed: "Couldn't load the rules",
  onShift: "On shift now",
  noOneOnShift: "No one is on shift now. New leads wait until someone is.",
  hours: "Working hours",
  rules: "Rules",
  none: "No rules yet. Every lead waits to be claimed.",
  add: "Add rule",
  addTitle: "Add rule",
  editTitle: "Edit rule",
  save: "Save",
  off: "Off",
  known: "Customers you already know go to their own salesperson",
  knownDetails:
    "The person assigned to the conversation, or the owner of the customer's last lead, if they work here and are on shift.",
  nobodyLeft: "No one in this rule works here anymore. Its leads wait to be claimed.",
  rule: (place: number) => `Rule ${place}`,
  up: (place: number) => `Move rule ${place} up`,
  down: (place: number) => `Move rule ${place} down`,
  edit: (place: number) => `Edit rule ${place}`,
  remove: (place: number) => `Delete rule ${place}`,
  removed: "Rule deleted",
  isOn: (place: number) => `Rule ${place} is on`,
  fields: {
    kind: "Kind of lead",
    anyKind: "Any kind",
    sources: "Sources",
    sourcesHint: "Leave empty for any source",
    vehicle: "Vehicle",
    target: "Who gets these leads",
    members: "People",
    mostOpen: "Most open leads per person",
    mostOpenHint: "Leave empty for no limit",
    nextAfter: "If no one answers, offer to the next person after (minutes)",
    nextAfterHint: "Counts business hours. After three moves, a manager gets it. Leave empty for never.",
  },
  vehicles: { "": "Any vehicle", new: "New", used: "Used" } satisfies Record<VehicleStatus, string>,
  targets: {
    everyone: "Everyone, in turn",
    members: "Selected people, in turn",
    nobody: "No one: leads wait to be claimed",
  } satisfies Record<RuleTarget, string>,
  tryIt: "Try it",
  tryAbout: "See who would get a lead now. Nothing is assigned.",
  trySource: "Source",
  close: "Close",
} as const;

const mostNames = 4;

/** `Dana, Marcus and 3 more`. */
function namesText(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 1 ? `${names.slice(0, mostNames).join(", ")} and ${more} more` : names.join(", ");
}

/** Which leads a rule is for: `Sales leads for used vehicles from AutoGrove or CarSpot`. */
export function leadsText({ kind, vehicle_status, sources }: RuleConditions): string {
  const vehicles = vehicle_status === "" ? "" : ` for ${vehicle_status} vehicles`;
  const [last, ...others] = sources.toReversed();
  const from = last === undefined ? "" : ` from ${[others.toReversed().join(", "), last].filter(Boolean).join(" or ")}`;
  return `${kind === "" ? "All leads" : `${kindNames[kind]} leads`}${vehicles}${from}`;
}

/** Who gets them, and how: `In turn: Dana, Marcus · up to 20 open · next person after 15 min`. */
export function turnsText(
  { target, member_ids, most_open, next_after }: AssignmentRule,
  team: readonly { readonly id: number; readonly name: string }[],
): string {
  if (target === "nobody") return "Wait to be claimed";
  const names = team.filter(({ id }) => member_ids.includes(id)).map(({ name }) => name);
  const who = target === "everyone" ? "everyone" : namesText(names);
  return [
    `In turn: ${who || "no one"}`,
    most_open !== null && `up to ${most_open} open`,
    next_after !== null && `next person after ${next_after} min`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What becomes of a lead that is tried. */
export function triedText(
  { to, name }: { readonly to: "member" | "waiting" | "nobody"; readonly name: string },
  place: number,
): string {
  const by = place > 0 ? ` (rule ${place})` : "";
  if (to === "member") return `${name} would get it${by}`;
  if (to === "waiting") return `It waits until someone on shift has room${by}`;
  return place > 0 ? `It waits to be claimed${by}` : "No rule fits: it waits to be claimed";
}

export const onShiftText = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${nounCount(names.length - 8, "other")}` : names.join(", ");
