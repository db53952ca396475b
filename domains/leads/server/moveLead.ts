import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Lead, MoveReason } from "../contract.ts";
import type { Stage } from "../rules.ts";
import { publishLead } from "./facts.ts";
import { changeLead, insertMove, type LockedLead } from "./store.ts";

type MoveUnit = Pick<UnitOfWork, "db" | "now" | "publish">;

interface StageMove {
  readonly reason: MoveReason;
  /** Null: by the system. */
  readonly by: number | null;
  readonly outcome: Lead["outcome"];
  readonly lost_reason?: string;
}

/** Moves a locked lead to a stage; its outcome closes or reopens it. Nothing happens where it is there with that outcome already. */
export async function moveLead(unit: MoveUnit, lead: LockedLead, stage: Stage, move: StageMove): Promise<void> {
  const { reason, by, outcome, lost_reason = "" } = move;
  if (lead.stage_id === stage.id && lead.outcome === outcome && lead.lost_reason === lost_reason) return;
  const { db, now } = unit;
  const closed_at = outcome === "" ? null : (lead.closed_at ?? now());
  await changeLead(db, lead, { stage_id: stage.id, closed_at, outcome, lost_reason, is_orphan: 0 });
  await insertMove(db, lead, now(), { reason, by, from_stage_id: lead.stage_id, to_stage_id: stage.id });
  publishLead(unit, lead, lead.id);
}

/** Gives a locked lead to another owner; null: to no one. */
export async function changeOwner(
  unit: MoveUnit,
  lead: LockedLead,
  {
    owner_id,
    reason,
    by,
  }: { readonly owner_id: number | null; readonly reason: "hand" | "claimed"; readonly by: number },
): Promise<void> {
  if (owner_id === lead.owner_id) return;
  const { db, now } = unit;
  await changeLead(db, lead, { owner_id });
  await insertMove(db, lead, now(), { reason, by, from_owner_id: lead.owner_id, to_owner_id: owner_id });
  publishLead(unit, lead, lead.id);
}
