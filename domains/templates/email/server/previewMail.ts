import { escapeHtml } from "#core/escapeHtml.ts";
import { composeMail, type MailDraft } from "./composeMail.ts";
import { slots } from "./mailShell.ts";

/** A marketing mail to look at: its own links lead where they will, those of the footer nowhere, and nothing is counted. */
export function previewMail(draft: MailDraft): string {
  const { html, links } = composeMail(draft);
  return html
    .replace(/<img src="%%open%%"[^>]*>\n?/, "")
    .replace(/%%link:(\d+)%%/g, (_, n: string) => escapeHtml(links[Number(n) - 1] ?? "#"))
    .replaceAll(new RegExp([slots.unsubscribe, slots.view, slots.scanner].join("|"), "g"), "#");
}
