import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Lead, MoveReason } from "../contract.ts";
import { type Stage, salePriceAfter } from "../rules.ts";
import { leadFacts, publishLead } from "./facts.ts";
import { changeLead, insertMove, type LockedLead, noClock } from "./store.ts";

type MoveUnit = Pick<UnitOfWork, "db" | "now" | "publish" | "announce">;

interface StageMove {
  readonly reason: MoveReason;
  /** Null: by the system. */
  readonly by: number | null;
  readonly outcome: Lead["outcome"];
  readonly lost_reason?: string;
  /** Of a sold lead; undefined: as before. */
  readonly sale_price?: number | null | undefined;
}

/** Moves a locked lead to a stage, which stops its clock; its outcome closes or reopens it. Nothing happens where it is there with that outcome already. */
export async function moveLead(unit: MoveUnit, lead: LockedLead, stage: Stage, move: StageMove): Promise<void> {
  const { reason, by, outcome, lost_reason = "" } = move;
  const sale_price = salePriceAfter(lead.sale_price, outcome, move.sale_price);
  const isSame = lead.outcome === outcome && lead.lost_reason === lost_reason && lead.sale_price === sale_price;
  if (lead.stage_id === stage.id && isSame) return;
  const { db, now } = unit;
  const closed_at = outcome === "" ? null : (lead.closed_at ?? now());
  await changeLead(db, lead, {
    stage_id: stage.id,
    closed_at,
    outcome,
    lost_reason,
    sale_price,
    is_orphan: 0,
    ...noClock,
  });
  await insertMove(db, lead, now(), { reason, by, from_stage_id: lead.stage_id, to_stage_id: stage.id, sale_price });
  const { dealer_id, location_id } = lead;
  unit.announce(leadFacts.moved, { dealer_id, location_id, lead_ids: [lead.id], stage_id: stage.id });
  publishLead(unit, lead, lead.id);
}

/** Until when the new owner has to answer before the lead moves on. */
export interface AnswerClock {
  readonly answer_due_at: Date;
  readonly answer_from: Date;
  readonly answer_rule_id: number;
  readonly answer_warned: 0 | 1;
}

interface OwnerChange {
  readonly owner_id: number | null;
  readonly reason: "hand" | "claimed" | "assigned" | "known" | "offered" | "returned";
  /** Null: by the system. */
  readonly by: number | null;
  /** The one that starts; without, none runs. */
  readonly clock?: AnswerClock | undefined;
  readonly offers?: number;
  readonly unanswered_minutes?: number | null;
}

/** Gives a locked lead to another owner; null: to no one. */
export async function changeOwner(unit: MoveUnit, lead: LockedLead, change: OwnerChange): Promise<void> {
  const { owner_id, reason, by, clock = noClock, offers = 0, unanswered_minutes = null } = change;
  if (owner_id === lead.owner_id) return;
  const { db, now } = unit;
  await changeLead(db, lead, { owner_id, assignment: "", offers, ...clock });
  const owners = { from_owner_id: lead.owner_id, to_owner_id: owner_id };
  await insertMove(db, lead, now(), { reason, by, ...owners, unanswered_minutes });
  publishLead(unit, lead, lead.id);
}

/** Stops a locked lead's clock, so that it stays with its owner. */
export async function stopClock(unit: MoveUnit, lead: LockedLead): Promise<void> {
  if (lead.answer_due_at === null) return;
  await changeLead(unit.db, lead, noClock);
  publishLead(unit, lead, lead.id);
}
