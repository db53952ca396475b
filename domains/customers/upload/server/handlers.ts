import { randomUUID } from "node:crypto";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { Storage } from "#ports/storage/storage.ts";
import { maxBytes, uploadEvents, type uploads } from "../contract.ts";
import type { UploadMapping } from "../fields.ts";
import { deleteChunks } from "./chunkStore.ts";
import { decode } from "./decode.ts";
import { removeRejectsJob, undoImportJob } from "./jobs.ts";
import { previewView } from "./previewView.ts";
import { changeFirstRow, readUpload, remapRows } from "./readUpload.ts";
import { receiveUpload } from "./receiveUpload.ts";
import { parseRecordId, recordPage } from "./records.ts";
import { rejectsFile, warningsFile } from "./rejectsFile.ts";
import { removeRecord } from "./removeRecord.ts";
import { startImport } from "./startImport.ts";
import { changeUpload, findUpload, lockOwnUpload, rememberMapping, visibleUploads } from "./store.ts";
import { uploadView } from "./uploadView.ts";

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
    if (bytes.length > maxBytes) throw invalidField("csv_file", "This text is larger than 5 MB. Please split it.");
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
    const refusal = new Failure("conflict", "This import can't be undone, or no longer.");
    if (view.undo_until === null) throw refusal;
    const change = { state: "undoing", started_at: now(), rows_done: 0, error: "" };
    if (!(await changeUpload(db, scope, id, change, ["done"]))) throw refusal;
    const { dealer_id, location_id } = scope;
    await enqueue(undoImportJob, { dealer_id, location_id, upload_id: id, user_id: who.user_id });
    await audit({ action: "started undoing the import of", subject: "customers", subject_id: id });
    const progress = { upload_id: id, state: "undoing" as const, done: 0, total: upload.rows_total };
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
    throw new Failure("conflict", "This upload has been imported already.");
  }
  return upload;
}
