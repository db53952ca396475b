import { nounCount } from "#core/count.ts";
import type { BulkAction, BulkSkip } from "./fields.ts";

/** How many leads are changed in one transaction. */
export const chunkSize = 200;

/** A lead as it was when the change was asked for. */
export interface SeenLead {
  readonly lead_id: number;
  readonly stage_id: number;
  readonly owner_id: number | null;
}

/** The same lead now. */
export interface LeadNow {
  readonly id: number;
  readonly stage_id: number;
  readonly owner_id: number | null;
  readonly outcome: string;
  readonly deleted_at: Date | null;
}

export interface BulkTarget {
  readonly action: BulkAction;
  readonly owner_id: number | null;
  readonly stage_id: number | null;
  readonly outcome: string;
}

/** Why a lead isn't changed; undefined: it is. */
export function skipReasonOf(seen: SeenLead, now: LeadNow | undefined, target: BulkTarget): BulkSkip | undefined {
  if (!now) return "deleted";
  if (target.action === "restore") return now.deleted_at === null ? "same" : undefined;
  if (now.deleted_at !== null) return "deleted";
  if (target.action === "remove" || target.action === "plan") return undefined;
  if (target.action === "assign") {
    if (now.owner_id === target.owner_id) return "same";
    return now.owner_id === seen.owner_id ? undefined : "changed";
  }
  if (now.stage_id === target.stage_id && now.outcome === target.outcome) return "same";
  return now.stage_id === seen.stage_id ? undefined : "changed";
}

/** Why a plan isn't started for a lead; undefined: it is. @param agent_id an agent, who starts plans for their own leads. */
export function startProblem(
  lead: { readonly owner_id: number | null; readonly isOpen: boolean; readonly isOptedOut: boolean },
  { isOn, agent_id }: { readonly isOn: boolean; readonly agent_id: number | null },
): BulkSkip | undefined {
  if (!isOn) return "target";
  if (agent_id !== null && lead.owner_id !== agent_id) return "not_own";
  if (!lead.isOpen) return "closed";
  return lead.isOptedOut ? "opted_out" : undefined;
}

/** Why a lead's customer isn't tagged or listed; undefined: they are. @param added those who were new to it. */
export function customerSkip(
  lead: { readonly deleted_at: Date | null; readonly customer_id: number | null } | undefined,
  added: ReadonlySet<number>,
): BulkSkip | undefined {
  if (!lead || lead.deleted_at !== null) return "deleted";
  if (lead.customer_id === null) return "no_customer";
  return added.has(lead.customer_id) ? undefined : "same";
}

/** What the new owner of many leads reads. */
export const assignedTitle = (by: string, count: number) =>
  `${by || "Someone"} assigned you ${nounCount(count, "lead")}`;
