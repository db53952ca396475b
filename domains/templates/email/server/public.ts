export { type ComposedMail, composeMail, type MailDraft } from "./composeMail.ts";
export { fillHtml, fillLink, fillMail } from "./fillMail.ts";
export { sanitizeTemplate } from "./sanitizeTemplate.ts";
