import { compile } from "html-to-text";
import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables, inOneLine, type VariableValues } from "#core/variables.ts";
import type { MailLegalLinks } from "#domains/marketing/sender/rules.ts";
import { textColors } from "../rules.ts";
import { hiddenStyle, sanitizeTemplate } from "./sanitizeTemplate.ts";
import { shellTexts as texts } from "./texts.ts";

/** A marketing mail as someone wrote it. */
interface MailDraft {
  /** HTML; sanitized here once more. */
  readonly body: string;
  readonly subject: string;
  readonly preheader?: string;
  readonly business: string;
  readonly postalAddress: string;
  readonly legal?: MailLegalLinks | undefined;
  /** False: openings aren't counted, and no page shows it. */
  readonly isTracked?: boolean;
}

/**
 * A mail as it leaves, but for its slots: `%%link:1%%`, `%%unsubscribe%%`, `%%view%%`, `%%open%%`, `%%scanner%%`, and
 * variables such as `%customer_name%` (`fillMail`).
 */
export interface ComposedMail {
  readonly html: string;
  readonly text: string;
  /** Where the links of the body lead, in their order: `%%link:1%%` is the first. They can hold variables. */
  readonly links: readonly string[];
}

/** Puts the shell around what someone wrote, and gives every link to the web a slot of its own. */
export function composeMail({
  body,
  subject,
  preheader = "",
  business,
  postalAddress,
  legal,
  isTracked = true,
}: MailDraft): ComposedMail {
  const links: string[] = [];
  const clean = withoutSlots(sanitizeTemplate(body));
  const slotted = clean.replace(/(<a\b[^>]*?\shref=")(https?:[^"]*)"/gi, (_, start: string, href: string) => {
    links.push(unescapeHtml(href));
    return `${start}${slots.link(links.length)}"`;
  });
  const sender = { business: plainWords(business), postalAddress: plainWords(postalAddress) };
  const html = mailShell({
    ...sender,
    legal,
    isTracked,
    subject: plainWords(subject),
    preheader: plainWords(preheader),
    body: slotted,
  });
  const footer = [
    "-- ",
    sender.business,
    sender.postalAddress,
    texts.why(sender.business),
    `${texts.unsubscribe}: ${slots.unsubscribe}`,
    ...(isTracked ? [`${texts.view}: ${slots.view}`] : []),
    ...(legal ? [`${texts.privacy}: ${legal.privacy}`, `${texts.terms}: ${legal.terms}`] : []),
  ];
  const text = toText(slotted.replaceAll(percent, "% ")).trim();
  return { html, text: `${[text, "", ...footer].join("\n")}\n`, links };
}

/** Author text that looks like a slot stays text. */
function withoutSlots(html: string): string {
  return html.replace(/%(?=%)/g, percent);
}

/** A line of someone's words, without slots. */
function plainWords(text: string): string {
  return inOneLine(text).replace(/%(?=%)/g, "% ");
}

const percent = "&#37;";
const escapes: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#37;": "%",
};

/** As the sanitizer writes an attribute. */
function unescapeHtml(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot|#37);/g, (sign) => escapes[sign] ?? sign);
}

const toText = compile({
  wordwrap: false,
  formatters: {
    alternative: (element, _walk, builder) => {
      const { alt = "" } = element.attribs;
      if (alt) builder.addInline(`[${alt}]`);
    },
  },
  selectors: [
    { selector: `[style="${hiddenStyle}"]`, format: "skip" },
    { selector: "a", options: { linkBrackets: ["(", ")"], hideLinkHrefIfSameAsText: true } },
    { selector: "img", format: "alternative" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "table", format: "block" },
    { selector: "th", format: "block" },
    { selector: "td", format: "block" },
    { selector: "tr", format: "block" },
    { selector: "hr", options: { length: 20 } },
  ],
});

/** What the shell is put around. All but the body is plain text. */
export interface ShellContent {
  readonly subject: string;
  /** Shown after the subject in the list of mails, and nowhere else. */
  readonly preheader: string;
  /** Sanitized HTML. */
  readonly body: string;
  readonly business: string;
  readonly postalAddress: string;
  readonly legal?: MailLegalLinks | undefined;
  readonly isTracked: boolean;
}

/** Placeholder for what differs per mail; the sender fills it. */
const slots = {
  unsubscribe: "%%unsubscribe%%",
  view: "%%view%%",
  /** The address of the picture that counts openings. */
  open: "%%open%%",
  /** The address that only programs follow. */
  scanner: "%%scanner%%",
  link: (n: number) => `%%link:${n}%%`,
} as const;

/** The whole HTML of a marketing mail. No one edits this frame, so that no mail leaves without its footer. */
function mailShell({ subject, preheader, body, business, postalAddress, legal, isTracked }: ShellContent): string {
  const lines = [business, postalAddress, texts.why(business)].map(escapeHtml);
  const footerLink = (href: string, text: string) =>
    `<a class="soft" href="${href}" style="color:#4a565f;text-decoration:underline">${text}</a>`;
  const legalLinks = legal
    ? `<br>\n${footerLink(escapeHtml(legal.privacy), texts.privacy)} &nbsp;·&nbsp; ${footerLink(escapeHtml(legal.terms), texts.terms)}`
    : "";
  return `<!doctype html>
<html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td, p, h1, h2, h3, a, li { font-family: Arial, sans-serif !important }</style><![endif]-->
<style>
${styles}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f5f8fa">
${preheader && `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${padding}</div>\n`}<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f5f8fa"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table class="card" role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border:1px solid #d9dde1;border-radius:12px"><tr><td class="body" style="padding:32px 24px;${font};font-size:16px;line-height:1.5;color:#20292f">
${body}
</td></tr></table>
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="soft" align="center" style="padding:16px 24px;${font};font-size:13px;line-height:1.5;color:#4a565f">
${lines.join("<br>\n")}<br>
${footerLink(slots.unsubscribe, texts.unsubscribe)}${isTracked ? ` &nbsp;·&nbsp; ${footerLink(slots.view, texts.view)}` : ""}${legalLinks}
${isTracked ? `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true"><a href="${slots.scanner}" tabindex="-1" rel="nofollow">&#8203;</a></div>\n` : ""}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
${isTracked ? `<img src="${slots.open}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">\n` : ""}</body>
</html>
`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Keeps the mail's first words from following the preheader in the list of mails. */
const padding = "&#847;&zwnj;&nbsp;".repeat(40);

const dark = textColors.map(
  ({ light, dark }) =>
    `  .body [style*="color:${light}"]:not([style*="background-color:${light}"]) { color: ${dark} !important }`,
);

const styles = `:root { color-scheme: light dark; supported-color-schemes: light dark }
body { -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100% }
.body { overflow-wrap: anywhere }
.body img { max-width: 100%; height: auto; border: 0 }
.body h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.25 }
.body h2 { margin: 24px 0 12px; font-size: 20px; line-height: 1.3 }
.body p { margin: 0 0 16px }
.body a { color: #016b70 }
.body hr { margin: 24px 0; border: 0; border-top: 1px solid #d9dde1 }
.body .button { margin: 0 0 16px }
.body .button a { color: #ffffff }
@media (max-width: 480px) { .body { padding: 24px 16px !important } }
@media (prefers-color-scheme: dark) {
  .page { background-color: #10171c !important }
  .card { background-color: #182127 !important; border-color: #33404a !important }
  .body, .body p, .body td, .body th, .body li, .body h1, .body h2, .body h3 { color: #eef2f4 !important }
  .soft { color: #b4c0c8 !important }
  .body a { color: #55c3c8 !important }
  .body hr { border-color: #33404a !important }
  .body .button a { color: #ffffff !important }
${dark.join("\n")}
}`;

interface Fillable {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills a customer in where it is safe: escaped in the HTML, encoded inside a link, as it is in subject and text. */
export function fillMail({ subject, html, text }: Fillable, values: VariableValues): Fillable {
  return {
    subject: fillVariables(subject, values),
    html: fillHtml(html, values),
    text: fillVariables(text, values),
  };
}

/** Fills a customer into HTML. Slots and all markup stay as they are. */
export function fillHtml(html: string, values: VariableValues): string {
  return html
    .split(/(\s(?:href|src)="[^"]*")/g)
    .map((piece, index) => (index % 2 === 1 ? fillLink(piece, values) : fillVariables(piece, values, escaped)))
    .join("");
}

/** Fills a customer into the address that a link leads to. */
export function fillLink(link: string, values: VariableValues): string {
  return fillVariables(link, values, (value) => encodeURIComponent(inOneLine(value).toWellFormed()));
}

const escaped = (value: string) => escapeHtml(inOneLine(value));

/** A marketing mail to look at: its own links lead where they will, those of the footer nowhere, and nothing is counted. */
export function previewMail(draft: MailDraft): string {
  const { html, links } = composeMail(draft);
  return html
    .replace(/<img src="%%open%%"[^>]*>\n?/, "")
    .replace(/%%link:(\d+)%%/g, (_, n: string) => escapeHtml(links[Number(n) - 1] ?? "#"))
    .replaceAll(new RegExp([slots.unsubscribe, slots.view, slots.scanner].join("|"), "g"), "#");
}
