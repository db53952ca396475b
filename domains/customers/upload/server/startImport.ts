import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { createList, listById, setListProcessing } from "#domains/lists/server/public.ts";
import { consentWords, uploadEvents, type uploads } from "../contract.ts";
import type { UploadMapping } from "../fields.ts";
import { mappingProblems } from "../rules.ts";
import { importJob } from "./jobs.ts";
import { changeUpload, lockOwnUpload, type UploadRow } from "./store.ts";

type StartImportBody = BodyOf<(typeof uploads)["copyFromTemp"]>;

/** Starts the import of the member's own preview. Idempotent: a second call returns the same result. */
export async function startImport(context: StaffContext, body: StartImportBody) {
  const { db, scope, who, now, publish, enqueue, audit } = context;
  const upload = orNotFound(await lockOwnUpload(db, scope, who.user_id, body.upload_id));
  if (upload.state === "importing" || upload.state === "done") return { upload_id: upload.id, list_id: upload.list_id };
  if (upload.state !== "preview" && upload.state !== "failed") {
    throw new Failure("conflict", "This upload was discarded or undone. Please upload the file again.");
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
  if (newListId === undefined) throw invalidField("list_title", "You have a list with this name already");
  return newListId;
}
