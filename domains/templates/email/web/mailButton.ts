import { escapeHtml } from "#core/escapeHtml.ts";

/** A button of a mail. */
export interface MailButton {
  readonly label: string;
  readonly href: string;
  readonly align: "left" | "center" | "right";
}

/** Of the cell that has the color, and of the link in it. */
export const buttonCellStyle = "border-radius:8px;background-color:#016b70;mso-padding-alt:12px 24px";
export const buttonLinkStyle =
  "display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;line-height:1.25;color:#ffffff;text-decoration:none";

/** The HTML of a button that every mail program shows as one: a table of one cell, because many ignore a link's padding. */
export function buttonHtml({ label, href, align }: MailButton): string {
  return [
    '<table class="button" role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0"><tbody><tr>',
    // The outer cell aligns: a table that is aligned itself would float, and the next words beside it.
    `<td align="${align}"><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tbody><tr>`,
    `<td align="center" bgcolor="#016b70" style="${buttonCellStyle}">`,
    `<a href="${escapeHtml(href)}" style="${buttonLinkStyle}">${escapeHtml(label)}</a>`,
    "</td></tr></tbody></table></td></tr></tbody></table>",
  ].join("");
}
