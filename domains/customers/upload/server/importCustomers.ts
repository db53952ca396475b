import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import { recordAttestations } from "#domains/customers/consent/server/public.ts";
import { joinList } from "#domains/lists/server/public.ts";
import { type UploadMapping, uploadEvents } from "../contract.ts";
import { changesOf, type RowFields, readRow } from "../rules.ts";
import { type Changed, type Chunk, eachBundleAs, keepDone } from "./chunkStore.ts";
import {
  holdLive,
  insertCustomers,
  type KnownCustomer,
  knownCustomers,
  lockKnown,
  suppressedPhones,
  updateCustomers,
} from "./customerStore.ts";
import { freeList } from "./freeList.ts";
import { importJob } from "./jobs.ts";
import { type LongWork, longWork } from "./longWork.ts";
import { isTaken } from "./marks.ts";
import { changeUpload } from "./store.ts";

/** Makes customers of an upload's rows: all of them or none, and once, however often it is asked for. */
export async function importCustomers(server: Server, data: JobData<typeof importJob>): Promise<void> {
  await longWork(server, importJob, data, "importing", importRows);
}

interface Row extends RowFields {
  readonly line: number;
}

/** What became of the rows, as the upload's columns count it. */
interface Counts {
  rows_added: number;
  rows_updated: number;
  rows_unchanged: number;
  rows_kept: number;
  rows_suppressed: number;
  rows_attested: number;
}

/** A bundle's customers: they come into the list at the end, so that those who are known are held for a moment only. */
interface Bundle {
  readonly chunk: number;
  readonly added: number[];
  readonly known: number[];
  readonly changed: Changed[];
}

async function importRows({ unit, upload, report }: LongWork): Promise<void> {
  const { db, now, audit, tell } = unit;
  const of = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const counts: Counts = {
    ...{ rows_added: 0, rows_updated: 0, rows_unchanged: 0, rows_kept: 0, rows_suppressed: 0, rows_attested: 0 },
  };
  const bundles: Bundle[] = [];
  let done = 0;
  const rowsIn = (chunks: readonly Chunk[]) => ({
    chunk: chunks[0]?.chunk ?? 0,
    rows: chunks.flatMap((chunk) => rowsOf(chunk, upload.mapping as UploadMapping)),
    count: chunks.reduce((sum, { lines }) => sum + lines.length, 0),
  });
  for await (const { chunk, rows, count } of eachBundleAs(db, of, rowsIn)) {
    const { added, known, changed } = await importBundle({ unit, upload, report }, rows, counts);
    bundles.push({ chunk, added, known, changed });
    await attest({ unit, upload, report }, rows, counts);
    done += count;
    report(done);
  }
  for (const { chunk, added, known, changed } of bundles) {
    const joined = upload.list_id === null ? [] : await join({ unit, upload, report }, upload.list_id, added, known);
    await keepDone(db, of, chunk, { added, joined, changed });
  }
  await freeList(unit, upload);
  await changeUpload(db, upload, upload.id, {
    ...counts,
    state: "done",
    error: "",
    finished_at: now(),
    rows_done: done,
  });
  const { rows_added, rows_updated } = counts;
  await audit({
    ...{ action: "imported", subject: "customers", subject_id: upload.id, user_id: upload.user_id },
    detail: { added: rows_added, updated: rows_updated, list_id: upload.list_id, attested: counts.rows_attested },
  });
  const told = { upload_id: upload.id, state: "done" as const, done: upload.rows_total, total: upload.rows_total };
  tell(uploadEvents.progress, told, { user_id: upload.user_id });
}

function rowsOf({ lines, cells, marks }: Chunk, mapping: UploadMapping): Row[] {
  return lines.flatMap((line, at) =>
    isTaken(marks[at]) ? [{ line, ...readRow(cells[at] ?? [], mapping).fields }] : [],
  );
}

async function importBundle({ unit: { db }, upload }: LongWork, rows: readonly Row[], counts: Counts) {
  const known = await knownCustomers(
    db,
    upload,
    rows.map(({ phone }) => phone),
  );
  const fresh = rows.filter(({ phone }) => !known.has(phone));
  const added = fresh.length === 0 ? [] : await insertCustomers(db, upload, upload.id, fresh);
  counts.rows_added += added.length;
  if (added.length < fresh.length) {
    // Somebody has added a customer with this phone since it was looked up.
    const mine = new Set(added.map(({ phone }) => phone));
    const missed = fresh.filter(({ phone }) => !mine.has(phone)).map(({ phone }) => phone);
    for (const [phone, customer] of await knownCustomers(db, upload, missed)) known.set(phone, customer);
  }
  const met = rows.filter(({ phone }) => known.has(phone));
  const changed = await changeKnown({ db, upload }, met, known, counts);
  return { added: added.map(({ id }) => id), known: [...known.values()].map(({ id }) => id), changed };
}

/** Gives known customers what the file says of them; an empty cell wipes nothing. */
async function changeKnown(
  { db, upload }: { db: LongWork["unit"]["db"]; upload: LongWork["upload"] },
  rows: readonly Row[],
  known: ReadonlyMap<string, KnownCustomer>,
  counts: Counts,
): Promise<Changed[]> {
  if (upload.known === "keep") {
    counts.rows_kept += rows.length;
    return [];
  }
  const kept = rows.filter(({ phone }) => known.get(phone)?.is_merged);
  counts.rows_kept += kept.length;
  const differing = rows.filter((row) => {
    const customer = known.get(row.phone);
    return customer && !customer.is_merged && Object.keys(changesOf(customer, row)).length > 0;
  });
  const ids = differing.flatMap(({ phone }) => known.get(phone)?.id ?? []);
  // As they are now, and nobody changes them until the import is through.
  const held = ids.length === 0 ? [] : await lockKnown(db, upload, ids);
  const byPhone = new Map(differing.map((row) => [row.phone, row]));
  const changed = held.flatMap((customer) => {
    const row = byPhone.get(customer.phone);
    const after = row ? changesOf(customer, row) : {};
    const names = Object.keys(after) as (keyof typeof after)[];
    const before = Object.fromEntries(names.map((name) => [name, customer[name]]));
    return names.length === 0 ? [] : [{ customer, change: { id: customer.id, before, after } as Changed }];
  });
  if (changed.length > 0) {
    await updateCustomers(
      db,
      upload,
      changed.map(({ customer, change }) => ({ ...customer, ...change.after })),
    );
  }
  counts.rows_updated += changed.length;
  counts.rows_unchanged += rows.length - kept.length - changed.length;
  return changed.map(({ change }) => change);
}

/** Keeps what the importer attested about these rows, but for phones that must not be texted. */
async function attest({ unit, upload }: LongWork, rows: readonly Row[], counts: Counts): Promise<void> {
  const suppressed = await suppressedPhones(
    unit.db,
    upload.dealer_id,
    rows.map(({ phone }) => phone),
  );
  counts.rows_suppressed += rows.filter(({ phone }) => suppressed.has(phone)).length;
  if (!upload.consent_words) return;
  const attested = rows.filter(({ phone }) => !suppressed.has(phone));
  const { dealer_id, id: upload_id, user_id, consent_words: words } = upload;
  await recordAttestations(unit, { dealer_id, upload_id, user_id, words }, attested);
  counts.rows_attested += attested.length;
}

async function join({ unit: { db }, upload }: LongWork, list_id: number, added: number[], known: number[]) {
  const live = known.length === 0 ? [] : await holdLive(db, upload, known);
  const came = await joinList(db, upload, list_id, added, { areNew: true });
  return [...came, ...(await joinList(db, upload, list_id, live, { areNew: false }))];
}
