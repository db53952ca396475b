import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { newId } from "#core/web/newId.ts";
import { deleteOldStoredFiles, deleteStoredFile, loadStoredFile, storeFile } from "#core/web/session/storedFiles.ts";
import type { DraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle as Draft } from "#domains/inbox/sync/web/useDraft.ts";
import { attachmentField, chatAttachments, maxFilesPerMessage, tooManyFilesText } from "../contract.ts";

interface FileUpload {
  readonly file: File;
  readonly controller: AbortController;
}

/** Files that are uploading or can be uploaded again, by key. */
const uploads = new Map<string, FileUpload>();
/** Pending writes of files to the browser's storage; a file can be removed only afterwards. */
const storing = new Map<string, Promise<unknown>>();
/** One upload at a time, so that other calls find a free connection. */
let uploadQueue: Promise<unknown> = Promise.resolve();

/** Adds files to the draft immediately and uploads them. */
export function attachFiles(chat_id: number, draft: Draft, files: readonly File[]): void {
  const room = maxFilesPerMessage - draft.current().files.length;
  if (files.length > room) toast.warning(tooManyFilesText);
  const added = files.slice(0, Math.max(0, room)).map((file) => {
    const one = newFile(newId(), file);
    if (!one.failure) register(one.key, file);
    return one;
  });
  draft.change(({ files: attached }) => ({ files: [...attached, ...added] }));
  for (const { key, failure } of added) {
    if (failure) continue;
    const file = uploads.get(key)?.file;
    const stored = file && claim(key).then(() => storeDraftFile(draft, key, file));
    if (stored) storing.set(key, stored);
    enqueue(chat_id, draft, key);
  }
}

/** Resumes uploads that a reload interrupted, unless another tab holds the file. */
export async function resumeUploads(chat_id: number, draft: Draft): Promise<void> {
  void deleteOldStoredFiles();
  const interrupted = draft.current().files.filter(isInterrupted);
  for (const { key } of interrupted) {
    const isOurs = await claim(key);
    const file = isOurs ? await loadStoredFile(key) : undefined;
    if (uploads.has(key)) continue;
    if (!isOurs) {
      patchFile(draft, key, { failure: "Another tab is attaching this file" });
      continue;
    }
    if (!file) {
      patchFile(draft, key, { isKept: false, failure: "The browser no longer has this file. Choose it again." });
      continue;
    }
    register(key, file);
    if (file.type.startsWith("image/")) patchFile(draft, key, { preview: URL.createObjectURL(file) });
    enqueue(chat_id, draft, key);
  }
}

function isInterrupted({ key, attachment, failure }: DraftFile): boolean {
  return attachment === undefined && failure === undefined && !uploads.has(key);
}

/** Claims the file for this tab until its page closes; false when another tab holds it. */
function claim(key: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const keepLocked = () => {
      resolve(true);
      return new Promise<void>(() => {});
    };
    // A page that was just closed may still hold it for a moment.
    const signal = AbortSignal.timeout(2_000);
    navigator.locks.request(`file ${key}`, { signal }, keepLocked).catch(() => resolve(!signal.aborted));
  });
}

async function storeDraftFile(draft: Draft, key: string, file: File): Promise<void> {
  const isKept = await storeFile(key, file);
  patchFile(draft, key, { isKept });
}

/** Removes the file from the browser's storage. */
function removeStored(key: string): void {
  const stored = storing.get(key) ?? Promise.resolve();
  storing.delete(key);
  void stored.then(() => deleteStoredFile(key));
}

/** Retries a failed upload. */
export function retryUpload(chat_id: number, draft: Draft, key: string): void {
  patchFile(draft, key, { failure: undefined, progress: 0 });
  enqueue(chat_id, draft, key);
}

/** True when a retry may help: the file is still available and was not rejected. */
export function canRetryUpload({ key, failure }: DraftFile): boolean {
  return failure !== undefined && uploads.has(key);
}

/** Removes a file from the draft and cancels its upload. */
export function detachFile(draft: Draft, key: string): void {
  const file = draft.current().files.find((one) => one.key === key);
  draft.change(({ files }) => ({ files: files.filter((one) => one.key !== key) }));
  forget(key, file);
  const attachment_id = file?.attachment?.id;
  // If this fails, the server removes the file after a day.
  if (attachment_id) void api(chatAttachments.remove, { params: { attachment_id } }).catch(() => undefined);
}

/** Releases what the browser holds of files that were sent. */
export function releaseFiles(files: readonly DraftFile[]): void {
  for (const file of files) forget(file.key, file);
}

function register(key: string, file: File): void {
  uploads.set(key, { file, controller: new AbortController() });
}

function forget(key: string, file: DraftFile | undefined): void {
  removeStored(key);
  uploads.get(key)?.controller.abort();
  uploads.delete(key);
  if (file?.preview?.startsWith("blob:")) URL.revokeObjectURL(file.preview);
}

function newFile(key: string, file: File): DraftFile {
  const kind = file.type.startsWith("image/") ? "image" : "file";
  return {
    key,
    name: file.name || "Pasted picture",
    size: file.size,
    kind,
    preview: kind === "image" ? URL.createObjectURL(file) : undefined,
    progress: 0,
    attachment: undefined,
    failure: rejectionOf(file) || undefined,
    since: Date.now(),
  };
}

function rejectionOf({ size }: File): string {
  if (size > attachmentField.maxBytes) return attachmentField.tooLarge;
  return size === 0 ? "This file is empty" : "";
}

function patchFile({ change }: Draft, key: string, patch: Partial<DraftFile>): void {
  change(({ files }) => ({ files: files.map((file) => (file.key === key ? { ...file, ...patch } : file)) }));
}

function enqueue(chat_id: number, draft: Draft, key: string): void {
  uploadQueue = uploadQueue.then(() => upload(chat_id, draft, key));
}

async function upload(chat_id: number, draft: Draft, key: string): Promise<void> {
  const started = uploads.get(key);
  if (!started) return;
  const { file, controller } = started;
  try {
    const { data } = await api(chatAttachments.add, {
      body: { chat_id },
      files: { [attachmentField.field]: file },
      signal: controller.signal,
      onProgress: (progress) => patchFile(draft, key, { progress }),
    });
    // The server decides the kind by content, not by name.
    patchFile(draft, key, { attachment: data, name: data.name, kind: data.kind, size: data.size, progress: 1 });
    removeStored(key);
  } catch (failure) {
    if (controller.signal.aborted) return;
    const isRejected = failure instanceof CallError && failure.status === 422;
    if (isRejected) {
      uploads.delete(key);
      removeStored(key);
    }
    patchFile(draft, key, { failure: messageOf(failure), ...(isRejected && { isKept: false }) });
    if (failure instanceof CallError && failure.status === 0) retryWhenOnline(chat_id, draft, key);
  }
}

/** Retries an upload once the browser is online again. */
function retryWhenOnline(chat_id: number, draft: Draft, key: string): void {
  const retry = () => {
    const file = draft.current().files.find((one) => one.key === key);
    if (file && canRetryUpload(file)) retryUpload(chat_id, draft, key);
  };
  window.addEventListener("online", retry, { once: true });
}

function messageOf(failure: unknown): string {
  if (!(failure instanceof CallError)) return "This could not be attached";
  return failure.fields[attachmentField.field] ?? failure.message;
}
