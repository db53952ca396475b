import type { Role } from "#core/people.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import type { LeadKind, RuleTarget, VehicleStatus } from "../fields.ts";

/** Which leads a rule is for; empty: any. */
export interface RuleConditions {
  readonly kind: LeadKind | "";
  readonly sources: readonly string[];
  readonly vehicle_status: VehicleStatus;
}

export interface Rule extends RuleConditions {
  readonly id: number;
  readonly is_on: boolean;
  readonly target: RuleTarget;
  /** The chosen members, those who left included. */
  readonly member_ids: readonly number[];
  /** Open leads with which a person gets no more; null: any number. */
  readonly most_open: number | null;
  /** Minutes of business after which an unanswered lead moves on; null: never. */
  readonly next_after: number | null;
}

/** What rules ask of a lead. */
export interface LeadToAssign {
  readonly kind: LeadKind;
  readonly source: string;
  /** Of the first wanted vehicle. */
  readonly vehicle_status: VehicleStatus;
}

/** Someone who works at the location, with what they were given. */
export interface Teammate {
  readonly id: number;
  readonly role: Role;
  readonly is_on_shift: boolean;
  /** Leads that rules gave them today. */
  readonly today: number;
  /** Their open leads at the location. */
  readonly open: number;
  /** When a rule last gave them one, in milliseconds; null: never. */
  readonly last_at: number | null;
}

const sameName = (one: string, other: string) =>
  one.trim().toLocaleLowerCase("en") === other.trim().toLocaleLowerCase("en");

/** The first rule in order that is on and fits a lead. */
export const ruleFor = (rules: readonly Rule[], lead: LeadToAssign): Rule | undefined =>
  rules.find(({ is_on, kind, sources, vehicle_status }) => {
    if (!is_on || (kind !== "" && kind !== lead.kind)) return false;
    if (vehicle_status !== "" && vehicle_status !== lead.vehicle_status) return false;
    return sources.length === 0 || sources.some((source) => sameName(source, lead.source));
  });

/** The members that a rule gives leads to, on shift or not. */
export function teamOf(
  { target, member_ids }: Pick<Rule, "target" | "member_ids">,
  all: readonly Teammate[],
): Teammate[] {
  if (target === "nobody") return [];
  return all.filter(({ id }) => target === "everyone" || member_ids.includes(id));
}

/** Fewest of today first, then fewest open leads, then longest ago; the older account decides between equals. */
export const byTurn = (one: Teammate, other: Teammate): number =>
  one.today - other.today || one.open - other.open || (one.last_at ?? 0) - (other.last_at ?? 0) || one.id - other.id;

/** Whose turn it is: someone of the rule's team on shift with room. @param tried who had the lead before. */
export function nextInTurn(
  rule: Pick<Rule, "target" | "member_ids" | "most_open">,
  all: readonly Teammate[],
  tried: readonly number[] = [],
): Teammate | undefined {
  const { most_open } = rule;
  const free = teamOf(rule, all).filter(
    ({ id, is_on_shift, open }) => is_on_shift && !tried.includes(id) && (most_open === null || open < most_open),
  );
  return free.toSorted(byTurn)[0];
}

/** What becomes of a lead without an owner. `rule` sets its clock. */
export type Assignment =
  | { readonly to: "member"; readonly user_id: number; readonly reason: "assigned" | "known"; readonly rule?: Rule }
  | { readonly to: "waiting" | "nobody"; readonly rule?: Rule };

/** @param known who knows the customer, the likeliest first. Without rules, leads have no owner. */
export function assignmentOf(
  rules: readonly Rule[],
  lead: LeadToAssign,
  all: readonly Teammate[],
  known: readonly number[],
): Assignment {
  if (!rules.some(({ is_on }) => is_on)) return { to: "nobody" };
  const rule = ruleFor(rules, lead);
  const named = rule && { rule };
  const own = known.find((id) => all.some((mate) => mate.id === id && mate.is_on_shift));
  if (own !== undefined) return { to: "member", user_id: own, reason: "known", ...named };
  if (!rule || teamOf(rule, all).length === 0) return { to: "nobody", ...named };
  const next = nextInTurn(rule, all);
  return next ? { to: "member", user_id: next.id, reason: "assigned", rule } : { to: "waiting", rule };
}

/** How often an unanswered lead moves to the next person before a manager gets it. */
export const mostOffers = 3;

/** Who gets a lead that nobody answers in the end: the manager with the fewest open leads, else the owner of the business. */
export function returnedTo(all: readonly Teammate[], owner_id: number): Teammate | undefined {
  const others = all.filter(({ id }) => id !== owner_id);
  const managers = others.filter(({ role }) => role === "manager").toSorted((a, b) => a.open - b.open || a.id - b.id);
  return managers[0] ?? others.find(({ role }) => role === "dealer");
}

/** Minutes before a lead moves on at which its owner is warned. */
export const warnedMinutes = 5;

const timeFormat = { hour: "numeric", minute: "2-digit" } as const;
const dayFormat = { weekday: "short", month: "short", day: "numeric", ...timeFormat } as const;

/** When a lead moves on, for people: the time today, else with its day. */
export function movesOnText(at: Date, now: Date, zone: string): string {
  const isToday = wallTimeAt(at, zone).date === wallTimeAt(now, zone).date;
  const time = new Intl.DateTimeFormat("en-US", { ...(isToday ? timeFormat : dayFormat), timeZone: zone }).format(at);
  return `Moves to the next person ${isToday ? "at" : "on"} ${time.replace(/\u202f/g, " ")}`;
}
