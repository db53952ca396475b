import { randomUUID } from "node:crypto";
import type { BodyOf } from "#core/call.ts";
import { csvOf } from "#core/csv.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { createList, listById, setListProcessing } from "#domains/lists/server/public.ts";
import type { Storage } from "#ports/storage/storage.ts";
import { consentWords, maxBytes, uploadEvents, type uploads } from "../contract.ts";
import type { UploadMapping } from "../fields.ts";
import { duplicateReason, mappingProblems, rowName } from "../rules.ts";
import {
  type Chunk,
  chunkBatches,
  chunksWithReason,
  deleteChunks,
  markChunk,
  RowMark,
  readChunks,
  rowsPerChunk,
} from "./chunkStore.ts";
import { decode } from "./decode.ts";
import { changeFirstRow, readUpload, remapRows } from "./readUpload.ts";
import { receiveUpload } from "./receiveUpload.ts";
import { importJob, removeRejectsJob, undoImportJob } from "./runUploadWork.ts";
import {
  changeUpload,
  findUpload,
  lockOwnUpload,
  recountRows,
  rememberMapping,
  type UploadRow,
  visibleUploads,
} from "./store.ts";
import { parseRecordId, previewView, recordPage, uploadView } from "./uploadView.ts";

const listLimit = 50;
/** File URLs work for at most two hours. */
const rejectsLifetimeSeconds = 2 * 3600;

export const uploadHandlers: Handlers<typeof uploads> = {
  async csvUpload(context, { body: { list_id, list_title }, file: { name, bytes } }) {
    const decoded = decode(bytes);
    if (!/\.csv$/i.test(name)) throw invalidField("csv_file", "Choose a file whose name ends in .csv");
    const file_name = name.replaceAll("\u0000", "").toWellFormed().slice(-255);
    return receiveUpload(context, { file_name, bytes, decoded, list_id, list_title });
  },

  async csvCopy(context, { body: { csv_file, list_id, list_title } }) {
    if (csv_file.trim() === "") throw invalidField("csv_file", "No record found");
    const bytes = Buffer.from(csv_file.toWellFormed());
    if (bytes.length > maxBytes) throw invalidField("csv_file", "This text is larger than 5 MB. Split it up.");
    return receiveUpload(context, { file_name: "", bytes, decoded: decode(bytes), list_id, list_title });
  },

  async removeRecord({ db, scope, who, now }, { body: { record_id } }) {
    const { upload_id, index } = parseRecordId(record_id);
    const upload = requirePreview(await lockOwnUpload(db, scope, who.user_id, upload_id));
    await removeRecord(db, upload, index);
    return previewView({ db, now }, orNotFound(await findUpload(db, scope, who.user_id, upload_id)));
  },

  async copyFromTemp(context, { body }) {
    return startImport(context, body);
  },

  async list({ db, scope, who, now }) {
    const rows = await visibleUploads(db, scope, who.user_id)
      .where("uploads.state", "!=", "discarded")
      .orderBy("uploads.id", "desc")
      .limit(listLimit)
      .execute();
    return { uploads: rows.map((row) => uploadView(row, now())) };
  },

  async one({ db, scope, who, now }, { params }) {
    return uploadView(orNotFound(await findUpload(db, scope, who.user_id, params.id)), now());
  },

  async records({ db, scope, who }, { params, body: { filter, start, length, search } }) {
    const upload = orNotFound(await findUpload(db, scope, who.user_id, params.id));
    return recordPage(db, upload, { filter, start, length, search: search.value });
  },

  async map({ db, scope, who, now, ports }, { params: { id }, body: { mapping: chosen, first_row, encoding } }) {
    let upload = requirePreview(await lockOwnUpload(db, scope, who.user_id, id));
    if (encoding !== undefined && encoding !== upload.encoding) {
      await readUpload(db, upload, decode(await storedBytes(ports.storage, upload.file_key), { encoding }));
      upload = orNotFound(await findUpload(db, scope, who.user_id, id));
      // Reading the file has marked its rows already.
      if (chosen === undefined && first_row === undefined) return previewView({ db, now }, upload);
    }
    const has_labels = first_row === undefined ? upload.has_labels : first_row === "labels";
    const detected =
      has_labels === upload.has_labels
        ? (upload.mapping as UploadMapping)
        : await changeFirstRow(db, upload, has_labels);
    const mapping = chosen ?? detected;
    if (mapping.length !== upload.labels.length) {
      throw invalidField("mapping", `Match each of the ${upload.labels.length} columns to a field`);
    }
    await changeUpload(db, scope, id, { mapping });
    await remapRows(db, upload, mapping, has_labels);
    const changed = orNotFound(await findUpload(db, scope, who.user_id, id));
    // Numbered columns of one file say nothing about those of another.
    if (chosen && has_labels) await rememberMapping(db, scope.dealer_id, changed.labels, mapping);
    return previewView({ db, now }, changed);
  },

  async discard({ db, scope, who, ports, afterCommit, log }, { params: { id } }) {
    const upload = orNotFound(await lockOwnUpload(db, scope, who.user_id, id));
    if (upload.state === "discarded") return;
    requirePreview(upload);
    await deleteChunks(db, { dealer_id: scope.dealer_id, upload_id: id });
    await changeUpload(db, scope, id, { state: "discarded", has_rows: false, samples: "[]" });
    if (upload.consent_words) return;
    afterCommit(() => {
      ports.storage.remove(upload.file_key).catch((error: unknown) => log.warn({ err: error }, "a file stays"));
    });
  },

  async undo({ db, scope, who, now, enqueue, publish, audit }, { params: { id } }) {
    const upload = orNotFound(await findUpload(db, scope, who.user_id, id));
    const view = uploadView(upload, now());
    if (upload.state === "undoing" || upload.state === "undone") return view;
    const refusal = new Failure("conflict", "This import can't be undone, or it's too late to undo it.");
    if (view.undo_until === null) throw refusal;
    // An undo that failed goes on where it stopped.
    const rows_done = Math.min(upload.next_undo_chunk * rowsPerChunk, upload.rows_total);
    const change = { state: "undoing", started_at: now(), rows_done, error: "" };
    if (!(await changeUpload(db, scope, id, change, ["done"]))) throw refusal;
    const { dealer_id, location_id } = scope;
    await enqueue(undoImportJob, { dealer_id, location_id, upload_id: id, user_id: who.user_id });
    await audit({ action: "started undoing the import of", subject: "customers", subject_id: id });
    const progress = { upload_id: id, state: "undoing" as const, done: rows_done, total: upload.rows_total };
    publish(uploadEvents.progress, progress, { user_id: upload.user_id });
    return uploadView(orNotFound(await findUpload(db, scope, who.user_id, id)), now());
  },

  rejects: (context, { params: { id } }) =>
    linkToRows(context, id, { file: rejectsFile, name: "not-imported.csv", what: "rejected rows" }),

  warnings: (context, { params: { id } }) =>
    linkToRows(context, id, { file: warningsFile, name: "warnings.csv", what: "rows with warnings" }),
};

async function storedBytes(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.get(key);
  if (!file) throw new Failure("absent", "This file is no longer kept. Upload it again.");
  return Buffer.concat(await file.stream().toArray());
}

interface RowsFile {
  readonly file: typeof rejectsFile;
  readonly name: string;
  readonly what: string;
}

/** Stores some of an upload's rows as a file, and links to it. */
async function linkToRows(
  { db, scope, who, ports, secret, now, enqueue, audit }: StaffContext,
  id: number,
  { file, name, what }: RowsFile,
) {
  const upload = orNotFound(await findUpload(db, scope, who.user_id, id));
  if (!upload.has_rows) throw new Failure("absent", "The rows of this upload are no longer kept.");
  const text = await file(db, upload);
  // A unique key, so that a browser's cache never serves an older preview's file.
  const key = `rejects/${scope.dealer_id}/${randomUUID()}/${name}`;
  await enqueue(removeRejectsJob, { key }, { delaySeconds: rejectsLifetimeSeconds });
  await ports.storage.put(key, Buffer.from(text), "text/csv; charset=utf-8");
  await audit({ action: `exported the ${what} of`, subject: "import", subject_id: id });
  return { url: signedFileUrl(secret, key, now()) };
}

/** @throws Failure unless the upload is still a preview that can be changed. */
function requirePreview<Row extends { readonly state: string }>(row: Row | undefined): Row {
  const upload = orNotFound(row);
  if (upload.state === "discarded") throw new Failure("absent");
  if (upload.state !== "preview" && upload.state !== "failed") {
    throw new Failure("conflict", "This upload was already imported.");
  }
  return upload;
}

type StartImportBody = BodyOf<(typeof uploads)["copyFromTemp"]>;

/** Starts the import of the member's own preview. Idempotent: a second call returns the same result. */
async function startImport(context: StaffContext, body: StartImportBody) {
  const { db, scope, who, now, publish, enqueue, audit } = context;
  const upload = orNotFound(await lockOwnUpload(db, scope, who.user_id, body.upload_id));
  if (upload.state === "importing" || upload.state === "done") return { upload_id: upload.id, list_id: upload.list_id };
  if (upload.state !== "preview" && upload.state !== "failed") {
    throw new Failure("conflict", "This upload was discarded or undone. Upload the file again.");
  }
  const [problem] = mappingProblems(upload.mapping as UploadMapping, upload.labels);
  if (problem) throw invalidField("mapping", problem);
  const excludedRows = upload.rows_rejected + upload.rows_duplicate + upload.rows_removed;
  if (upload.rows_total === excludedRows) throw invalidField("csv_file", "No record found");
  const list_id = await resolveList(context, upload, body);
  if (list_id !== null) await setListProcessing(context, scope, list_id, true);
  const consent_words = body.consent === 1 ? consentWords : "";
  await changeUpload(db, scope, upload.id, {
    state: "importing",
    list_id,
    list_title: "",
    known: body.known,
    consent_words,
    error: "",
    started_at: now(),
    rows_done: 0,
  });
  const { dealer_id, location_id } = scope;
  await enqueue(importJob, { dealer_id, location_id, upload_id: upload.id });
  const detail = { rows: upload.rows_total - excludedRows, list_id, known: body.known, consent: body.consent };
  await audit({ action: "started the import of", subject: "customers", subject_id: upload.id, detail });
  const progress = { upload_id: upload.id, state: "importing" as const, done: 0, total: upload.rows_total };
  publish(uploadEvents.progress, progress, { user_id: who.user_id });
  return { upload_id: upload.id, list_id };
}

/** The list chosen now, or else the one chosen with the file. */
async function resolveList(
  { db, scope, who, now }: StaffContext,
  upload: UploadRow,
  body: StartImportBody,
): Promise<number | null> {
  const previousChoice = upload.list_id ?? (upload.list_title ? "new" : "none");
  const choice = body.list_id ?? previousChoice;
  if (choice === "none") return null;
  if (choice !== "new") return orNotFound(await listById(db, scope, choice)).id;
  const title = body.list_title || upload.list_title;
  if (title === "") throw invalidField("list_title", "List Name is required");
  const { dealer_id, location_id } = scope;
  const newListId = await createList(db, { dealer_id, location_id, title, created_by: who.user_id, created_on: now() });
  if (newListId === undefined) throw invalidField("list_title", "You already have a list with this name");
  return newListId;
}

/** Removes a row from a preview; the next row with the same phone replaces it. Idempotent. */
async function removeRecord(db: Db, upload: UploadRow, position: number): Promise<void> {
  const key = { dealer_id: upload.dealer_id, upload_id: upload.id };
  const index = position % rowsPerChunk;
  const [chunk] = await readChunks(db, key, Math.floor(position / rowsPerChunk), 1);
  const mark = orNotFound(chunk?.marks[index]);
  if (mark === RowMark.labels) throw new Failure("absent");
  if (!chunk || mark === RowMark.removed) return;
  await markChunk(db, key, withRow(chunk, index, RowMark.removed, ""));
  if (mark === RowMark.fine || mark === RowMark.known) await promote(db, key, chunk.lines[index] ?? 0, mark);
  await recountRows(db, upload, upload.id);
}

function withRow({ chunk, marks, reasons }: Chunk, index: number, mark: number, reason: string) {
  const all = marks.map((_, at) => reasons[at] ?? "");
  return { chunk, marks: marks.with(index, mark), reasons: all.with(index, reason) };
}

/** The first duplicate of a removed row takes over its mark; the other duplicates then refer to that one. */
async function promote(db: Db, key: { dealer_id: number; upload_id: number }, removedLine: number, mark: number) {
  let next: number | undefined;
  for (const chunk of await chunksWithReason(db, key, duplicateReason(removedLine))) {
    let { marks, reasons } = chunk;
    for (const [at, reason] of reasons.entries()) {
      if (reason !== duplicateReason(removedLine)) continue;
      marks = next === undefined ? marks.with(at, mark) : marks;
      reasons = reasons.with(at, next === undefined ? "" : duplicateReason(next));
      next ??= chunk.lines[at];
    }
    await markChunk(db, key, { chunk: chunk.chunk, marks, reasons });
  }
}

/** Why a row is in a file of rows to be looked at; empty: it isn't. */
type WhyRow = (chunk: Chunk, index: number) => string;

/** The rejected rows of an upload as CSV with their original cells, to be corrected and uploaded again. */
const rejectsFile = (db: Db, upload: UploadRow) =>
  rowsFile(db, upload, "Reason", ({ marks, reasons }, index) => {
    const isLeftOut = marks[index] === RowMark.rejected || marks[index] === RowMark.duplicate;
    return isLeftOut ? (reasons[index] ?? "") : "";
  });

/** The rows of an upload that come in without one of their values, as CSV with their original cells. */
const warningsFile = (db: Db, upload: UploadRow) =>
  rowsFile(db, upload, "Warning", ({ marks, warnings }, index) =>
    marks[index] === RowMark.removed ? "" : (warnings[index] ?? ""),
  );

async function rowsFile(db: Db, upload: UploadRow, label: string, whyOf: WhyRow): Promise<string> {
  const rows: (string | number)[][] = [["Row", label, ...upload.labels]];
  for await (const batch of chunkBatches(db, { dealer_id: upload.dealer_id, upload_id: upload.id })) {
    for (const chunk of batch) {
      for (const [index, line] of chunk.lines.entries()) {
        const why = whyOf(chunk, index);
        if (why) rows.push([rowName(line, chunk.last_lines[index] ?? line), why, ...(chunk.cells[index] ?? [])]);
      }
    }
  }
  return csvOf(rows);
}
