import type { LeadKind, RuleTarget, VehicleStatus } from "../../fields.ts";
import type { LeadAssignment } from "../contract.ts";

/** A rule in a form; numbers and ids are texts there. */
export interface RuleValues extends Record<string, unknown> {
  /** Undefined: it is new. */
  id: number | undefined;
  is_on: 0 | 1;
  kind: LeadKind | "";
  sources: string[];
  vehicle_status: VehicleStatus;
  target: RuleTarget;
  member_ids: string[];
  most_open: string;
  next_after: string;
}

export interface AssignmentValues extends Record<string, unknown> {
  version: number;
  known_first: 0 | 1;
  rules: RuleValues[];
}

export const newRule: RuleValues = {
  id: undefined,
  is_on: 1,
  kind: "",
  sources: [],
  vehicle_status: "",
  target: "everyone",
  member_ids: [],
  most_open: "",
  next_after: "",
};

/** What is saved of an assignment as it is. */
export const valuesOf = ({ version, known_first, rules }: LeadAssignment): AssignmentValues => ({
  version,
  known_first: known_first ? 1 : 0,
  rules: rules.map(({ id, is_on, kind, sources, vehicle_status, target, member_ids, most_open, next_after }) => ({
    id,
    is_on: is_on ? 1 : 0,
    kind,
    sources: [...sources],
    vehicle_status,
    target,
    member_ids: member_ids.map(String),
    most_open: String(most_open ?? ""),
    next_after: String(next_after ?? ""),
  })),
});

/** The same with one rule to edit, the last one when it is new. Those who left aren't offered, so they drop out of it. */
export function valuesToEdit(assignment: LeadAssignment, id: number | undefined): AssignmentValues {
  const values = valuesOf(assignment);
  if (id === undefined) return { ...values, rules: [...values.rules, newRule] };
  const here = assignment.team.map((person) => String(person.id));
  const stay = (rule: RuleValues) => rule.member_ids.filter((one) => here.includes(one));
  return {
    ...values,
    rules: values.rules.map((rule) => (rule.id === id ? { ...rule, member_ids: stay(rule) } : rule)),
  };
}
