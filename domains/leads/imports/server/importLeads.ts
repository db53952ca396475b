import { createHash } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AddedLeads, ImportedFile, ImportedLead, LeadImport } from "#domains/customers/server/public.ts";
import { firstStage, outcomeIn, type Stage, valueOfLead } from "#domains/leads/rules.ts";
import { publishLead } from "#domains/leads/server/facts.ts";
import { heldStages, lockReceiving } from "#domains/leads/server/store.ts";
import { isSameLead } from "../rules.ts";
import {
  forgetRows,
  insertImported,
  insertNotes,
  knownDeliveries,
  type MeantLead,
  openLeadsOf,
  removeImported,
  type StorableLead,
} from "./store.ts";

/** The leads of customers' imports: set by set, and without what follows a lead that comes in. */
export const leadImport: LeadImport = {
  lock: ({ db }, location) => lockReceiving(db, location),

  async add(unit, upload, rows) {
    const counts = { added: 0, joined: 0 };
    if (rows.length === 0) return counts;
    const stages = await heldStages(unit.db, upload.dealer_id);
    // Several rows of one customer come in one after the other, so that each finds the lead of the one before.
    for (const round of roundsOf(rows)) {
      const { added, joined } = await addRound(unit, upload, round, stages);
      counts.added += added;
      counts.joined += joined;
    }
    if (counts.added > 0) publishLead(unit, upload, null);
    return counts;
  },

  async undo(unit, upload, after) {
    const result = await removeImported(unit.db, upload, after, unit.now());
    if (result.removed > 0) publishLead(unit, upload, null);
    return result;
  },

  forget: ({ db }, upload) => forgetRows(db, upload),
};

/** The rows in rounds of which each has a customer once. */
function roundsOf(rows: readonly ImportedLead[]): ImportedLead[][] {
  const rounds: ImportedLead[][] = [];
  const seen = new Map<number, number>();
  for (const row of rows) {
    const at = seen.get(row.customer_id) ?? 0;
    seen.set(row.customer_id, at + 1);
    rounds[at] ??= [];
    rounds[at].push(row);
  }
  return rounds;
}

async function addRound(
  { db, now }: UnitOfWork,
  upload: ImportedFile,
  rows: readonly ImportedLead[],
  stages: readonly Stage[],
): Promise<AddedLeads> {
  const named = rows.map((row) => ({ row, delivery: deliveryOf(row) }));
  const known = await knownDeliveries(
    db,
    upload,
    named.map(({ delivery }) => delivery),
  );
  const unknown = named.filter(({ delivery }) => !known.has(delivery));
  const lead_ids = await leadsMeant(
    db,
    upload,
    unknown.map(({ row }) => row),
  );
  const fresh = unknown.filter(({ row }) => !lead_ids.has(row));
  const at = now();
  if (fresh.length > 0) {
    await insertImported(
      db,
      upload,
      at,
      fresh.map(({ row, delivery }) => ({ ...storable(row, stages, at), delivery })),
    );
  }
  // A lead that is there stays as it is, and gets the row's notes.
  const notes = unknown.flatMap(({ row, delivery }) => {
    const lead_id = lead_ids.get(row);
    return lead_id !== undefined && row.notes !== "" ? [{ lead_id, comments: row.notes, delivery }] : [];
  });
  if (notes.length > 0) await insertNotes(db, upload, at, notes);
  return { added: fresh.length, joined: rows.length - fresh.length };
}

/** The open lead that each row means, for those that mean one. */
async function leadsMeant(db: Db, location: LocationKey, rows: readonly ImportedLead[]) {
  const known = rows.filter(({ is_new }) => !is_new).map(({ customer_id }) => customer_id);
  const open = known.length === 0 ? new Map<number, MeantLead[]>() : await openLeadsOf(db, location, known);
  const found = new Map<ImportedLead, number>();
  for (const row of rows) {
    const lead = open.get(row.customer_id)?.find(({ vehicles }) => isSameLead(row.vehicles, vehicles));
    if (lead) found.set(row, lead.id);
  }
  return found;
}

function storable(row: ImportedLead, stages: readonly Stage[], at: Date): Omit<StorableLead, "delivery"> {
  const stage = stages.find(({ id }) => id === row.stage_id) ?? firstStage(stages);
  if (!stage) throw new Error("The business has no open stage");
  const received_at = row.received_at && row.received_at < at ? row.received_at : at;
  const vehicles = row.vehicles.map((vehicle) => ({ ...vehicle, price: "", odometer: "", color: "" }));
  return {
    ...row,
    stage_id: stage.id,
    received_at,
    is_dated: row.received_at === null ? 0 : 1,
    closed_at: stage.kind === "open" ? null : received_at,
    outcome: outcomeIn(stage.kind, ""),
    value: valueOfLead(vehicles),
    vehicles,
  };
}

/** What tells the same row of another import of the file. */
function deliveryOf({ customer_id: _, is_new: __, ...row }: ImportedLead): string {
  return `import ${createHash("sha256").update(JSON.stringify(row)).digest("base64url")}`;
}
