import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { newId } from "#core/web/newId.ts";
import { type DraftFile, uploadedDraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import type { LibraryFile } from "#domains/library/contract.ts";
import { type ChatAttachment, chatAttachments, maxFilesPerMessage, tooManyFilesText } from "../contract.ts";

/** What the server has already, as it is shown until it is attached. */
interface CopiedFile {
  readonly name: string;
  readonly kind: DraftFile["kind"];
  readonly preview: string | undefined;
  readonly size?: number;
  /** What is said when it can't be attached, and the server gives no reason. */
  readonly failed: string;
}

/** Adds a file to the draft immediately; the server copies it as an upload of this chat. */
export async function attachCopy(
  { current, change }: DraftHandle,
  { name, kind, preview, size = 0, failed }: CopiedFile,
  attaching: () => Promise<{ readonly data: ChatAttachment | null }>,
): Promise<void> {
  if (current().files.length >= maxFilesPerMessage) return void toast.warning(tooManyFilesText);
  const key = newId();
  const state = { progress: 0, attachment: undefined, failure: undefined, since: Date.now() };
  const waiting: DraftFile = { key, name, size, kind, preview, ...state };
  const replace = (by: readonly DraftFile[]) =>
    change(({ files }) => ({ files: files.flatMap((file) => (file.key === key ? by : [file])) }));
  change(({ files }) => ({ files: [...files, waiting] }));
  try {
    const { data } = await attaching();
    replace(data ? [uploadedDraftFile(data, Date.now())] : []);
  } catch (failure) {
    replace([{ ...waiting, failure: failure instanceof CallError ? failure.message : failed }]);
  }
}

/** Attaches files of the library, in their order. */
export async function attachFromLibrary(
  chat_id: number,
  handle: DraftHandle,
  chosen: readonly LibraryFile[],
): Promise<void> {
  for (const { id, name, kind, size, url } of chosen) {
    const file = { name, kind, size, preview: kind === "image" ? url : undefined };
    const failed = "This file couldn't be attached. Remove it and try again.";
    await attachCopy(handle, { ...file, failed }, () =>
      api(chatAttachments.addFromLibrary, { params: { id }, body: { chat_id } }),
    );
  }
}
