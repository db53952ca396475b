import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { newId } from "#core/web/newId.ts";
import { maxFilesPerMessage, tooManyFilesText } from "#domains/inbox/attachments/contract.ts";
import { type DraftFile, uploadedDraftFile } from "#domains/inbox/drafts/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/drafts/web/useDraft.ts";
import { type TextTemplate, textTemplates } from "#domains/templates/text/contract.ts";
import { composerTexts } from "./texts.ts";

/** Adds a template's picture to the draft at once; the server makes it an upload of this chat. */
export async function attachTemplatePicture(
  chat_id: number,
  { current, change }: DraftHandle,
  { id, title, image }: TextTemplate,
): Promise<void> {
  if (current().files.length >= maxFilesPerMessage) return void toast.warning(tooManyFilesText);
  const key = newId();
  const waiting: DraftFile = {
    key,
    name: title,
    size: 0,
    kind: "image",
    preview: image ?? undefined,
    progress: 0,
    attachment: undefined,
    failure: undefined,
    since: Date.now(),
  };
  const replace = (by: readonly DraftFile[]) =>
    change(({ files }) => ({ files: files.flatMap((file) => (file.key === key ? by : [file])) }));
  change(({ files }) => ({ files: [...files, waiting] }));
  try {
    const { data } = await api(textTemplates.attach, { params: { id }, body: { chat_id } });
    replace(data ? [uploadedDraftFile(data, Date.now())] : []);
  } catch (failure) {
    const reason = failure instanceof CallError ? failure.message : composerTexts.templates.pictureFailed;
    replace([{ ...waiting, failure: reason }]);
  }
}
