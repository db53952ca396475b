import type { JobData } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { withdrawAttestations } from "#domains/customers/consent/server/public.ts";
import { withCustom } from "#domains/customers/custom/rules.ts";
import { detailFields } from "#domains/customers/fields.ts";
import type { CustomersInUse, LeadImport } from "#domains/customers/server/public.ts";
import { removeFromAllLists, removeFromList } from "#domains/lists/server/public.ts";
import { uploadEvents } from "../contract.ts";
import { isOwnField, keyOfOwn, type UploadMapping } from "../fields.ts";
import { type ParsedRow, type RowContext, readRow } from "../rules.ts";
import { type Chunk, type CustomerChange, chunkBatches, isImportable } from "./chunkStore.ts";
import {
  type CustomerUpdate,
  type ImportedCustomer,
  lockImported,
  lockKnownCustomers,
  markCustomersDeleted,
  updateCustomers,
} from "./customerStore.ts";
import { rowContext } from "./readUpload.ts";
import { runUploadWork, type UploadWork, undoImportJob } from "./runUploadWork.ts";
import { changeUpload } from "./store.ts";

/** Undoes an import, except for customers that any domain used or that were edited since. */
export async function undoImport(
  server: Server,
  data: JobData<typeof undoImportJob>,
  above: AboveCustomers,
): Promise<void> {
  await runUploadWork(server, undoImportJob, data, "undoing", (long) => undoRows(long, data.user_id, above));
}

/** What the domains above say about customers. */
interface AboveCustomers {
  readonly uses: readonly CustomersInUse[];
  readonly leadImports: readonly LeadImport[];
}

async function undoRows(
  { unit, upload, report }: UploadWork,
  user_id: number,
  { uses, leadImports }: AboveCustomers,
): Promise<void> {
  const { db, now, audit, publish } = unit;
  const counts = { undone_deleted: 0, undone_restored: 0, undone_stayed: 0, undone_leads: 0, undone_leads_stayed: 0 };
  // Before the customers, of whom those with leads stay.
  for (const leadImport of leadImports) {
    const { removed, stayed } = await leadImport.undo(unit, upload);
    counts.undone_leads += removed;
    counts.undone_leads_stayed += stayed;
  }
  let done = 0;
  for await (const chunks of chunkBatches(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    const joined = chunks.flatMap((chunk) => chunk.joined);
    if (upload.list_id !== null) await removeFromList(db, upload, upload.list_id, joined);
    const added = chunks.flatMap((chunk) => chunk.added);
    if (added.length > 0) {
      const customers = await lockImported(db, upload, added, upload.list_id);
      const rows = rowsByPhone(chunks, upload.mapping as UploadMapping, await rowContext(db, upload));
      const unchanged = customers.filter((customer) => !customer.is_used && isAsImported(customer, rows));
      const ids = await unusedAmong(db, upload, uses, unchanged);
      await removeFromAllLists(db, upload, ids);
      await markCustomersDeleted(db, upload, ids, now());
      counts.undone_deleted += ids.length;
      counts.undone_stayed += customers.length - ids.length;
    }
    const { restored, stayed } = await restore(
      { unit, upload, report },
      chunks.flatMap((chunk) => chunk.changed),
    );
    counts.undone_restored += restored;
    counts.undone_stayed += stayed;
    done += chunks.reduce((sum, { lines }) => sum + lines.length, 0);
    report(done);
  }
  if (upload.consent_words) {
    const { dealer_id, id: upload_id } = upload;
    await withdrawAttestations(unit, { dealer_id, upload_id, user_id, words: "The import was undone" });
  }
  await changeUpload(db, upload, upload.id, {
    ...counts,
    state: "undone",
    error: "",
    undone_at: now(),
    rows_done: done,
  });
  await audit({ action: "undid the import", subject: "customers", subject_id: upload.id, user_id, detail: counts });
  const progress = {
    upload_id: upload.id,
    state: "undone" as const,
    done: upload.rows_total,
    total: upload.rows_total,
  };
  publish(uploadEvents.progress, progress, { user_id: upload.user_id });
}

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

function rowsByPhone(chunks: readonly Chunk[], mapping: UploadMapping, context: RowContext): Map<string, ReadRow> {
  const rows = chunks.flatMap(({ cells, marks }) =>
    cells.flatMap((row, at) => (isImportable(marks[at]) ? [readRow(row, mapping, context)] : [])),
  );
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
async function restore({ unit: { db }, upload }: UploadWork, changed: readonly CustomerChange[]) {
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
