import type { JobData } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { withdrawAttestations } from "#domains/customers/consent/server/public.ts";
import { withCustom } from "#domains/customers/custom/rules.ts";
import { detailFields } from "#domains/customers/fields.ts";
import type { CustomersInUse, LeadImport } from "#domains/customers/server/public.ts";
import { removeFromAllLists, removeFromList } from "#domains/lists/server/public.ts";
import { isOwnField, keyOfOwn, type UploadMapping } from "../fields.ts";
import { type ParsedRow, type RowContext, readRow } from "../rules.ts";
import {
  type Chunk,
  type CustomerChange,
  forgetResults,
  type ImportedChunkResult,
  isImportable,
  keyOf,
  lockChunk,
} from "./chunkStore.ts";
import {
  type CustomerUpdate,
  type ImportedCustomer,
  lockImported,
  lockKnownCustomers,
  markCustomersDeleted,
  updateCustomers,
} from "./customerStore.ts";
import { rowContext } from "./readUpload.ts";
import {
  clearListProcessing,
  importFailureText,
  publishProgress,
  runUploadWork,
  undoImportJob,
} from "./runUploadWork.ts";
import { changeUpload, type UploadChange, type UploadRow } from "./store.ts";

/** Undoes an import, except for customers that any domain used or that were edited since. */
export async function undoImport(
  server: Server,
  data: JobData<typeof undoImportJob>,
  { uses, leadImport }: AboveCustomers,
): Promise<void> {
  // Leads come before the customers, of whom those with leads stay. A repeated run passes the ones that stay once more.
  let leadsAfter: number | null = 0;
  await runUploadWork(server, undoImportJob, data, "undoing", async (unit, upload) => {
    if (leadImport && leadsAfter !== null) {
      const { removed, last } = await leadImport.undo(unit, upload, leadsAfter);
      await changeUpload(unit.db, upload, upload.id, { undone_leads: upload.undone_leads + removed });
      leadsAfter = last;
      return upload.rows_done;
    }
    const chunk = await lockChunk(unit.db, keyOf(upload), upload.next_undo_chunk);
    if (chunk) return undoChunk({ unit, upload }, chunk, uses);
    await finishUndo({ unit, upload }, data.user_id, leadImport);
    return "over";
  });
}

/** What the domains above say about customers. */
interface AboveCustomers {
  readonly uses: readonly CustomersInUse[];
  readonly leadImport: LeadImport | undefined;
}

/** What a step works in, and on. */
interface Undoing {
  readonly unit: UnitOfWork;
  readonly upload: UploadRow;
}

/** @returns the rows done so far. */
async function undoChunk(
  { unit: { db, now }, upload }: Undoing,
  chunk: Chunk & ImportedChunkResult,
  uses: readonly CustomersInUse[],
): Promise<number> {
  let { undone_deleted, undone_restored, undone_stayed } = upload;
  if (upload.list_id !== null) await removeFromList(db, upload, upload.list_id, chunk.joined);
  if (chunk.added.length > 0) {
    const customers = await lockImported(db, upload, chunk.added, upload.list_id);
    const rows = rowsByPhone(chunk, upload.mapping as UploadMapping, await rowContext(db, upload));
    const unchanged = customers.filter((customer) => !customer.is_used && isAsImported(customer, rows));
    const ids = await unusedAmong(db, upload, uses, unchanged);
    await removeFromAllLists(db, upload, ids);
    await markCustomersDeleted(db, upload, ids, now());
    undone_deleted += ids.length;
    undone_stayed += customers.length - ids.length;
  }
  const { restored, stayed } = await restore(db, upload, chunk.changed);
  undone_restored += restored;
  undone_stayed += stayed;
  const next_undo_chunk = chunk.chunk + 1;
  await changeUpload(db, upload, upload.id, { undone_deleted, undone_restored, undone_stayed, next_undo_chunk });
  return upload.rows_done + chunk.lines.length;
}

async function finishUndo({ unit, upload }: Undoing, user_id: number, leadImport: LeadImport | undefined) {
  const { db, now, audit } = unit;
  const undone_leads_stayed = leadImport ? await leadImport.forget(unit, upload) : 0;
  if (upload.consent_words) {
    const { dealer_id, id: upload_id } = upload;
    await withdrawAttestations(unit, { dealer_id, upload_id, user_id, words: "The import was undone" });
  }
  const { undone_deleted, undone_restored, undone_stayed, undone_leads } = upload;
  const detail = { undone_deleted, undone_restored, undone_stayed, undone_leads, undone_leads_stayed };
  await audit({ action: "undid the import", subject: "customers", subject_id: upload.id, user_id, detail });
  if (upload.finished_at !== null) {
    const change = { undone_leads_stayed, state: "undone", error: "", undone_at: now() };
    await changeUpload(db, upload, upload.id, change);
    return publishProgress(unit, upload, "undone");
  }
  // The import failed, and all of it has been taken back.
  await forgetResults(db, keyOf(upload));
  await changeUpload(db, upload, upload.id, {
    ...nothingDone,
    state: "failed",
    error: importFailureText({ stayed: undone_stayed, optedOut: upload.rows_opted_out }),
  });
  await clearListProcessing(unit, upload);
  publishProgress(unit, upload, "failed", 0);
}

/** An upload's columns as they were before its import. */
const nothingDone = {
  next_import_chunk: 0,
  next_undo_chunk: 0,
  rows_done: 0,
  rows_added: 0,
  rows_updated: 0,
  rows_unchanged: 0,
  rows_kept: 0,
  rows_suppressed: 0,
  rows_attested: 0,
  leads_added: 0,
  leads_joined: 0,
  undone_deleted: 0,
  undone_restored: 0,
  undone_stayed: 0,
  undone_leads: 0,
  undone_leads_stayed: 0,
} as const satisfies UploadChange;

async function unusedAmong(
  db: Db,
  upload: LocationKey,
  uses: readonly CustomersInUse[],
  customers: readonly { readonly id: number }[],
): Promise<number[]> {
  const ids = customers.map(({ id }) => id);
  const used = new Set((await Promise.all(uses.map((inUse) => inUse(db, upload, ids)))).flat());
  return ids.filter((id) => !used.has(id));
}

type ReadRow = Pick<ParsedRow, "fields" | "custom">;

function rowsByPhone({ cells, marks }: Chunk, mapping: UploadMapping, context: RowContext): Map<string, ReadRow> {
  const rows = cells.flatMap((row, at) => (isImportable(marks[at]) ? [readRow(row, mapping, context)] : []));
  return new Map(rows.map((row) => [row.fields.phone, row]));
}

/** True when no field of the customer has been edited since the import, imported or not. */
function isAsImported(customer: ImportedCustomer, rows: ReadonlyMap<string, ReadRow>): boolean {
  const row = rows.get(customer.phone);
  if (row === undefined || !detailFields.every((field) => customer[field] === row.fields[field])) return false;
  const keys = new Set([...Object.keys(customer.custom), ...Object.keys(row.custom)]);
  return [...keys].every((key) => customer.custom[key] === row.custom[key]);
}

/** Restores the previous values field by field; fields edited since the import keep their edits. */
async function restore(db: Db, upload: LocationKey, changed: readonly CustomerChange[]) {
  if (changed.length === 0) return { restored: 0, stayed: 0 };
  const changes = new Map(changed.map((change) => [change.id, change]));
  const customers = await lockKnownCustomers(db, upload, [...changes.keys()]);
  const restored: CustomerUpdate[] = [];
  for (const customer of customers) {
    const { before = {}, after = {} } = changes.get(customer.id) ?? {};
    const valueNow = (field: string) =>
      isOwnField(field) ? (customer.custom[keyOfOwn(field)] ?? "") : customer[field as (typeof detailFields)[number]];
    const revertible = Object.keys(before).filter((field) => valueNow(field) === after[field]);
    if (revertible.length === 0) continue;
    const own = revertible.filter(isOwnField).map((field) => [keyOfOwn(field), before[field] ?? ""] as const);
    const given = revertible.filter((field) => !isOwnField(field)).map((field) => [field, before[field]] as const);
    const custom = withCustom(customer.custom, Object.fromEntries(own));
    restored.push({ ...customer, ...Object.fromEntries(given), custom });
  }
  if (restored.length > 0) await updateCustomers(db, upload, restored);
  return { restored: restored.length, stayed: customers.length - restored.length };
}
