import { CallError } from "#core/client.ts";
import { api } from "#core/web/api.ts";
import { dropFile, dropOldFiles, keepFile, keptFile } from "#core/web/keptFiles.ts";
import { newId } from "#core/web/newId.ts";
import { toast } from "#core/web/toast.tsx";
import { attachmentField, chatAttachments, mostFiles, tooManyFiles } from "#domains/inbox/attachments/contract.ts";
import type { DraftFile } from "./drafts.ts";
import type { DraftAtHand as Draft } from "./useDraft.ts";

interface Upload {
  readonly file: File;
  readonly stopper: AbortController;
}

/** What is being brought to the server, or could be once more. */
const uploads = new Map<string, Upload>();
/** When it is known whether the browser has taken a file; it can be dropped only afterwards. */
const keeping = new Map<string, Promise<unknown>>();
/** One file after the other, so that the other calls find a free connection. */
let line: Promise<unknown> = Promise.resolve();

/** Shows files in the draft at once, and brings them to the server. */
export function attach(chat_id: number, draft: Draft, files: readonly File[]): void {
  const room = mostFiles - draft.current().files.length;
  if (files.length > room) toast.warning(tooManyFiles);
  const taken = files.slice(0, Math.max(0, room)).map((file) => {
    const one = newFile(newId(), file);
    if (!one.failure) take(one.key, file);
    return one;
  });
  draft.change(({ files: there }) => ({ files: [...there, ...taken] }));
  for (const { key, failure } of taken) {
    if (failure) continue;
    const file = uploads.get(key)?.file;
    const kept = file && claimed(key).then(() => keep(draft, key, file));
    if (kept) keeping.set(key, kept);
    enqueue(chat_id, draft, key);
  }
}

/** Takes up what was left here before the page was loaded anew, unless another tab has it in hand. */
export async function resume(chat_id: number, draft: Draft): Promise<void> {
  void dropOldFiles();
  const left = draft.current().files.filter(isLeft);
  for (const { key } of left) {
    const isOurs = await claimed(key);
    const file = isOurs ? await keptFile(key) : undefined;
    if (uploads.has(key)) continue;
    if (!isOurs) {
      put(draft, key, { failure: "Another tab is attaching this file" });
      continue;
    }
    if (!file) {
      put(draft, key, { isKept: false, failure: "The browser has let go of this file. Please choose it again." });
      continue;
    }
    take(key, file);
    if (file.type.startsWith("image/")) put(draft, key, { preview: URL.createObjectURL(file) });
    enqueue(chat_id, draft, key);
  }
}

function isLeft({ key, attachment, failure }: DraftFile): boolean {
  return attachment === undefined && failure === undefined && !uploads.has(key);
}

/** True when no other tab has the file in hand; from then on this one has, until its page goes. */
function claimed(key: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => {});
    };
    // A page that was just left may hold it for a moment still.
    const signal = AbortSignal.timeout(2_000);
    navigator.locks.request(`file ${key}`, { signal }, hold).catch(() => resolve(!signal.aborted));
  });
}

async function keep(draft: Draft, key: string, file: File): Promise<void> {
  const isKept = await keepFile(key, file);
  put(draft, key, { isKept });
}

/** The browser need not keep it any longer. */
function drop(key: string): void {
  const done = keeping.get(key) ?? Promise.resolve();
  keeping.delete(key);
  void done.then(() => dropFile(key));
}

/** Tries a file again that did not get there. */
export function attachAgain(chat_id: number, draft: Draft, key: string): void {
  put(draft, key, { failure: undefined, progress: 0 });
  enqueue(chat_id, draft, key);
}

/** True when trying again may help: the file is still at hand, and it is not the file that is wrong. */
export function mayAttachAgain({ key, failure }: DraftFile): boolean {
  return failure !== undefined && uploads.has(key);
}

/** Takes a file out of the draft, also in the middle of its way. */
export function detach(draft: Draft, key: string): void {
  const file = draft.current().files.find((one) => one.key === key);
  draft.change(({ files }) => ({ files: files.filter((one) => one.key !== key) }));
  forget(key, file);
  const attachment_id = file?.attachment?.id;
  // What stays behind on the server is removed there after a day.
  if (attachment_id) void api(chatAttachments.remove, { params: { attachment_id } }).catch(() => undefined);
}

/** The files have left with a message: their previews are not needed any more. */
export function letGo(files: readonly DraftFile[]): void {
  for (const file of files) forget(file.key, file);
}

function take(key: string, file: File): void {
  uploads.set(key, { file, stopper: new AbortController() });
}

function forget(key: string, file: DraftFile | undefined): void {
  drop(key);
  uploads.get(key)?.stopper.abort();
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
    failure: complaintOf(file) || undefined,
    since: Date.now(),
  };
}

function complaintOf({ size }: File): string {
  if (size > attachmentField.bytes) return attachmentField.tooLarge;
  return size === 0 ? "This file is empty" : "";
}

function put({ change }: Draft, key: string, known: Partial<DraftFile>): void {
  change(({ files }) => ({ files: files.map((file) => (file.key === key ? { ...file, ...known } : file)) }));
}

function enqueue(chat_id: number, draft: Draft, key: string): void {
  line = line.then(() => upload(chat_id, draft, key));
}

async function upload(chat_id: number, draft: Draft, key: string): Promise<void> {
  const known = uploads.get(key);
  if (!known) return;
  const { file, stopper } = known;
  try {
    const { data } = await api(chatAttachments.add, {
      body: { chat_id },
      files: { [attachmentField.field]: file },
      signal: stopper.signal,
      onProgress: (progress) => put(draft, key, { progress }),
    });
    // The server says what it is, whatever it was called.
    put(draft, key, { attachment: data, name: data.name, kind: data.kind, size: data.size, progress: 1 });
    drop(key);
  } catch (failure) {
    if (stopper.signal.aborted) return;
    const isRefused = failure instanceof CallError && failure.status === 422;
    if (isRefused) {
      uploads.delete(key);
      drop(key);
    }
    put(draft, key, { failure: wordsOf(failure), ...(isRefused && { isKept: false }) });
    if (failure instanceof CallError && failure.status === 0) againOnline(chat_id, draft, key);
  }
}

/** What found no way out goes by itself when there is one again. */
function againOnline(chat_id: number, draft: Draft, key: string): void {
  const again = () => {
    const file = draft.current().files.find((one) => one.key === key);
    if (file && mayAttachAgain(file)) attachAgain(chat_id, draft, key);
  };
  window.addEventListener("online", again, { once: true });
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof CallError)) return "This could not be attached";
  return failure.fields[attachmentField.field] ?? failure.message;
}
