export { MessageAttachments } from "../../attachments/web/MessageAttachments.tsx";
export { type Draft, type UploadedFile, uploadedDraftFile } from "../../drafts/web/drafts.ts";
export { useDraft } from "../../drafts/web/useDraft.ts";
export { type ComposedMessage, Composer } from "./Composer.tsx";
