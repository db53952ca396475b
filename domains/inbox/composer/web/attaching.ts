import { CallError } from "#core/client.ts";
import { api } from "#core/web/api.ts";
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
/** One file after the other, so that the other calls find a free connection. */
let line: Promise<unknown> = Promise.resolve();

/** Shows files in the draft at once, and brings them to the server. */
export function attach(chat_id: number, draft: Draft, files: readonly File[]): void {
  const room = mostFiles - draft.current().files.length;
  if (files.length > room) toast.warning(tooManyFiles);
  const taken = files.slice(0, Math.max(0, room)).map((file) => {
    const one = newFile(newId(), file);
    if (!one.failure) uploads.set(one.key, { file, stopper: new AbortController() });
    return one;
  });
  draft.change(({ files: there }) => ({ files: [...there, ...taken] }));
  for (const { key, failure } of taken) if (!failure) enqueue(chat_id, draft, key);
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

function forget(key: string, file: DraftFile | undefined): void {
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
  } catch (failure) {
    if (stopper.signal.aborted) return;
    const isRefused = failure instanceof CallError && failure.status === 422;
    if (isRefused) uploads.delete(key);
    put(draft, key, { failure: wordsOf(failure) });
  }
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof CallError)) return "This could not be attached";
  return failure.fields[attachmentField.field] ?? failure.message;
}
