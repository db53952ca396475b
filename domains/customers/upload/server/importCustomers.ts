import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordAttestations, recordImportedOptOuts } from "#domains/customers/consent/server/public.ts";
import { withCustom } from "#domains/customers/custom/rules.ts";
import type { LeadImport } from "#domains/customers/server/public.ts";
import { addLockedToList } from "#domains/lists/server/public.ts";
import { recordImportedUnsubscribes } from "#domains/marketing/consent/server/public.ts";
import { ownField, type UploadMapping } from "../fields.ts";
import { changesOf, customChangesOf, type ParsedRow, type RowContext, type RowFields, readRow } from "../rules.ts";
import {
  type Chunk,
  type CustomerChange,
  isImportable,
  keyOf,
  lockChunk,
  nextWithOptOuts,
  RowMark,
  saveChunkResult,
} from "./chunkStore.ts";
import {
  insertCustomers,
  type KnownCustomer,
  knownCustomers,
  lockKnownCustomers,
  shareLockLive,
  suppressedPhones,
  updateCustomers,
} from "./customerStore.ts";
import { rowContext } from "./readUpload.ts";
import { clearListProcessing, importJob, publishProgress, runUploadWork } from "./runUploadWork.ts";
import { changeUpload, type UploadRow } from "./store.ts";

/** Imports an upload's rows as customers, each once however often the job runs. */
export async function importCustomers(
  server: Server,
  data: JobData<typeof importJob>,
  leadImport: LeadImport | undefined,
): Promise<void> {
  // What the file says about who opted out holds before its first customer can be texted. Repeated, it changes nothing.
  let optOutsFrom: number | null = 0;
  await runUploadWork(server, importJob, data, "importing", async (unit, upload) => {
    if (optOutsFrom !== null) {
      const chunk = await nextWithOptOuts(unit.db, keyOf(upload), optOutsFrom);
      if (chunk) await recordOptOuts({ unit, upload }, chunk);
      optOutsFrom = chunk ? chunk.chunk + 1 : null;
      return upload.rows_done;
    }
    const chunk = await lockChunk(unit.db, keyOf(upload), upload.next_import_chunk);
    if (chunk) return importChunk({ unit, upload }, chunk, leadImport);
    await finishImport(unit, upload);
    return "over";
  });
}

interface ImportRow extends RowFields, Pick<ParsedRow, "isConsentUnclear" | "custom" | "lead"> {
  readonly line: number;
}

/** Outcomes of the rows, named after the upload's columns. */
interface ImportCounts {
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  rows_kept: number;
  rows_suppressed: number;
  rows_attested: number;
  leads_added: number;
  leads_joined: number;
}

/** What a step works in, and on. */
interface Importing {
  readonly unit: UnitOfWork;
  readonly upload: UploadRow;
}

/** Imports a chunk's rows with their leads, memberships and consent. @returns the rows done so far. */
async function importChunk(importing: Importing, chunk: Chunk, leadImport: LeadImport | undefined): Promise<number> {
  const { unit, upload } = importing;
  const { db } = unit;
  const counts = countsOf(upload);
  const context = await rowContext(db, upload);
  const rows = rowsOf(chunk, upload.mapping as UploadMapping, context);
  // Before the customers, as leads that come in lock them, too.
  if (context.leads) await leadImport?.lock(unit, upload);
  const { added, known, changed, ownerOf } = await importRows(importing, rows, counts);
  if (leadImport) {
    const named = rows.flatMap(({ lead, first_name, last_name, email, phone }) => {
      const owner = ownerOf(phone);
      return lead && owner ? [{ ...lead, ...owner, first_name, last_name, email, phone }] : [];
    });
    const leads = await leadImport.add(unit, upload, named);
    counts.leads_added += leads.added;
    counts.leads_joined += leads.joined;
  }
  await recordRowAttestations(importing, rows, counts);
  const joined = upload.list_id === null ? [] : await joinUploadList(importing, upload.list_id, added, known);
  await saveChunkResult(db, keyOf(upload), chunk.chunk, { added, joined, changed });
  await changeUpload(db, upload, upload.id, { ...counts, next_import_chunk: chunk.chunk + 1 });
  return upload.rows_done + chunk.lines.length;
}

const countsOf = ({
  rows_added,
  rows_updated,
  rows_unchanged,
  rows_kept,
  rows_suppressed,
  rows_attested,
  leads_added,
  leads_joined,
}: UploadRow): ImportCounts => ({
  rows_added,
  rows_updated,
  rows_unchanged,
  rows_kept,
  rows_suppressed,
  rows_attested,
  leads_added,
  leads_joined,
});

async function finishImport(unit: UnitOfWork, upload: UploadRow): Promise<void> {
  const { db, now, audit } = unit;
  await clearListProcessing(unit, upload);
  await changeUpload(db, upload, upload.id, { state: "done", error: "", finished_at: now() });
  await audit({
    action: "imported",
    subject: "customers",
    subject_id: upload.id,
    user_id: upload.user_id,
    detail: {
      added: upload.rows_added,
      updated: upload.rows_updated,
      list_id: upload.list_id,
      attested: upload.rows_attested,
      opted_out: upload.rows_opted_out,
      leads: upload.leads_added,
    },
  });
  publishProgress(unit, upload, "done");
}

function rowsOf({ lines, cells, marks }: Chunk, mapping: UploadMapping, context: RowContext): ImportRow[] {
  return lines.flatMap((line, index) => {
    if (!isImportable(marks[index])) return [];
    const { fields, custom, isConsentUnclear, lead } = readRow(cells[index] ?? [], mapping, context);
    return [{ line, isConsentUnclear, custom, lead, ...fields }];
  });
}

interface RowOptOuts extends Pick<ParsedRow, "optOut"> {
  readonly line: number;
  readonly phone: string;
  readonly email: string;
}

/** The rows that say that their person opted out, duplicates and rows rejected for something else included. */
function optOutsOf(
  { lines, cells, marks, opt_outs }: Chunk,
  mapping: UploadMapping,
  context: RowContext,
): RowOptOuts[] {
  return opt_outs.flatMap((bits, index) => {
    if (bits === 0 || marks[index] === RowMark.removed) return [];
    const { fields, optOut } = readRow(cells[index] ?? [], mapping, context);
    return [{ line: lines[index] ?? 0, phone: fields.phone, email: fields.email, optOut }];
  });
}

/** Records what the file says about who opted out. It outweighs what was agreed to before, and stays when the import is undone. */
async function recordOptOuts({ unit, upload }: Importing, chunk: Chunk): Promise<void> {
  const rows = optOutsOf(chunk, upload.mapping as UploadMapping, await rowContext(unit.db, upload));
  const { dealer_id, id: upload_id, user_id, file_name } = upload;
  const ofTexts = rows.filter(({ optOut }) => optOut.texts !== "");
  const ofEmails = rows.filter(({ optOut, email }) => optOut.emails !== "" && email !== "");
  const known = await suppressedPhones(
    unit.db,
    dealer_id,
    ofTexts.map(({ phone }) => phone),
  );
  const fresh = ofTexts.filter(({ phone }) => !known.has(phone));
  await recordImportedOptOuts(
    unit,
    { dealer_id, upload_id, user_id },
    fresh.map(({ phone, line, optOut }) => ({ phone, line, words: optOut.texts })),
  );
  await recordImportedUnsubscribes(
    unit,
    { dealer_id, user_id },
    ofEmails.map(({ email, line, optOut }) => ({
      email,
      words: `${optOut.emails} (${file_name || "Pasted text"}, row ${line})`,
    })),
  );
}

async function importRows({ unit: { db }, upload }: Importing, rows: readonly ImportRow[], counts: ImportCounts) {
  const known = await knownCustomers(
    db,
    upload,
    rows.map(({ phone }) => phone),
  );
  const fresh = rows.filter(({ phone }) => !known.has(phone));
  const added = fresh.length === 0 ? [] : await insertCustomers(db, upload, upload.id, fresh);
  counts.rows_added += added.length;
  if (added.length < fresh.length) {
    // Someone added a customer with this phone since the lookup.
    const insertedPhones = new Set(added.map(({ phone }) => phone));
    const missed = fresh.filter(({ phone }) => !insertedPhones.has(phone)).map(({ phone }) => phone);
    for (const [phone, customer] of await knownCustomers(db, upload, missed)) known.set(phone, customer);
  }
  const knownRows = rows.filter(({ phone }) => known.has(phone));
  const changed = await updateKnown({ db, upload }, knownRows, known, counts);
  const addedIds = new Map(added.map(({ id, phone }) => [phone, id]));
  return {
    added: added.map(({ id }) => id),
    known: [...known.values()].map(({ id }) => id),
    changed,
    ownerOf: (phone: string) => {
      const id = addedIds.get(phone) ?? known.get(phone)?.id;
      return id === undefined ? undefined : { customer_id: id, is_new: addedIds.has(phone) };
    },
  };
}

/** Updates known customers from the file; empty cells clear nothing. */
async function updateKnown(
  { db, upload }: { db: Db; upload: UploadRow },
  rows: readonly ImportRow[],
  known: ReadonlyMap<string, KnownCustomer>,
  counts: ImportCounts,
): Promise<CustomerChange[]> {
  if (upload.known === "keep") {
    counts.rows_kept += rows.length;
    return [];
  }
  const untouched = rows.filter(({ phone }) => known.get(phone)?.is_merged);
  counts.rows_kept += untouched.length;
  const changedRows = rows.filter((row) => {
    const customer = known.get(row.phone);
    return customer && !customer.is_merged && hasChanges(customer, row);
  });
  const ids = changedRows.flatMap(({ phone }) => known.get(phone)?.id ?? []);
  // Read again under lock, so that no one changes them until this step commits.
  const locked = ids.length === 0 ? [] : await lockKnownCustomers(db, upload, ids);
  const byPhone = new Map(changedRows.map((row) => [row.phone, row]));
  const changed = locked.flatMap((customer) => {
    const row = byPhone.get(customer.phone);
    if (!row || !hasChanges(customer, row)) return [];
    const fields = changesOf(customer, row);
    const own = customChangesOf(customer.custom, row.custom);
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const keys = Object.keys(own);
    const before = {
      ...Object.fromEntries(names.map((name) => [name, customer[name]])),
      ...Object.fromEntries(keys.map((key) => [ownField(key), customer.custom[key] ?? ""])),
    };
    const after = { ...fields, ...Object.fromEntries(keys.map((key) => [ownField(key), own[key]])) };
    const updated = { ...customer, ...fields, custom: withCustom(customer.custom, own) };
    return [{ updated, change: { id: customer.id, before, after } as CustomerChange }];
  });
  if (changed.length > 0) {
    await updateCustomers(
      db,
      upload,
      changed.map(({ updated }) => updated),
    );
  }
  counts.rows_updated += changed.length;
  counts.rows_unchanged += rows.length - untouched.length - changed.length;
  return changed.map(({ change }) => change);
}

const hasChanges = (customer: Pick<KnownCustomer, keyof RowFields | "custom">, row: ImportRow) =>
  Object.keys(changesOf(customer, row)).length > 0 ||
  Object.keys(customChangesOf(customer.custom, row.custom)).length > 0;

/** Records the importer's consent attestation for these rows, except for suppressed phones and where the file leaves it open. */
async function recordRowAttestations(
  { unit, upload }: Importing,
  rows: readonly ImportRow[],
  counts: ImportCounts,
): Promise<void> {
  const suppressed = await suppressedPhones(
    unit.db,
    upload.dealer_id,
    rows.map(({ phone }) => phone),
  );
  counts.rows_suppressed += rows.filter(({ phone }) => suppressed.has(phone)).length;
  if (!upload.consent_words) return;
  const attested = rows.filter(({ phone, isConsentUnclear }) => !suppressed.has(phone) && !isConsentUnclear);
  const { dealer_id, id: upload_id, user_id, consent_words: words } = upload;
  await recordAttestations(unit, { dealer_id, upload_id, user_id, words }, attested);
  counts.rows_attested += attested.length;
}

async function joinUploadList(
  { unit: { db }, upload }: Importing,
  list_id: number,
  added: readonly number[],
  known: readonly number[],
) {
  const live = known.length === 0 ? [] : await shareLockLive(db, upload, known);
  const joined = await addLockedToList(db, upload, list_id, added, { areNew: true });
  return [...joined, ...(await addLockedToList(db, upload, list_id, live, { areNew: false }))];
}
