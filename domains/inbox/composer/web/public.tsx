export { Composer, type Written } from "./Composer.tsx";
export { type Attached, attachedFile, type Draft } from "./drafts.ts";
export { MessageAttachments } from "./MessageAttachments.tsx";
export { useDraft } from "./useDraft.ts";
