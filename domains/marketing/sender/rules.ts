import { escapeHtml } from "#core/escapeHtml.ts";
import { type Segments, segmentsOf } from "#core/smsCounter.ts";
import { fillVariables, type VariableValues } from "#core/variables.ts";

/** Stands at the end of every marketing text, once. */
export const marketingFooter = "Reply STOP to unsubscribe from marketing messages.";

/** A marketing text as it leaves: the footer after the message, unless the message ends with it already. */
export function withFooter(message: string): string {
  const text = message.trimEnd();
  return text.endsWith(marketingFooter) ? text : `${text} ${marketingFooter}`.trimStart();
}

/** The text that one person gets. */
export function textFor(template: string, values: VariableValues): string {
  return withFooter(fillVariables(template, values));
}

/** The segments of the text as it leaves, with these values; the counter's are the longest ones. */
export function marketingSegments(template: string, values: VariableValues): Segments {
  return segmentsOf(textFor(template, values));
}

/** Typographic signs that word processors insert, and what GSM-7 has instead. */
const plainSigns: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": ",",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u2013": "-",
  "\u2014": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u2022": "*",
};

/** The text with typographic signs replaced, which often halves what it costs. */
export function inPlainSigns(text: string): string {
  return text.replace(
    /[\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u00a0\u2022]/g,
    (sign) => plainSigns[sign] ?? sign,
  );
}

/* How a marketing email looks around what somebody wrote: one column, and a footer that nobody can take away. */

/** What somebody wrote. The HTML is safe: whoever stores it has sanitized it. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Typed words as an email: an empty line begins a paragraph. */
export function typedMail(subject: string, words: string): MailContent {
  const text = words.trim();
  const paragraphs = text.split(/\n{2,}/);
  const html = paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll("\n", "<br>")}</p>`).join("\n");
  return { subject, html, text };
}

/** What stands below it. */
export interface MailFooter {
  readonly business_name: string;
  readonly postal_address: string;
  readonly unsubscribeUrl: string;
  readonly legal?: MailLegalLinks | undefined;
}

/** The sender's own pages, linked below each marketing email. */
export interface MailLegalLinks {
  readonly privacy: string;
  readonly terms: string;
}

const mailFooterTexts = {
  why: (business: string) => `You're receiving this email because you're a customer of ${business}.`,
  unsubscribe: "Unsubscribe",
  privacy: "Privacy",
  terms: "Terms",
} as const;

/** A whole email: the content with the sender's postal address and the link to unsubscribe, in both parts. */
export function marketingMail(content: MailContent, footer: MailFooter): MailContent {
  const { business_name, postal_address, unsubscribeUrl, legal } = footer;
  const why = mailFooterTexts.why(business_name);
  const text = [
    content.text.trimEnd(),
    "-- ",
    business_name,
    postal_address,
    why,
    `${mailFooterTexts.unsubscribe}: ${unsubscribeUrl}`,
    ...(legal ? [`${mailFooterTexts.privacy}: ${legal.privacy}`, `${mailFooterTexts.terms}: ${legal.terms}`] : []),
  ];
  return { subject: content.subject, text: `${text.join("\n")}\n`, html: page(content, footer, why) };
}

function page(
  { subject, html }: MailContent,
  { business_name, postal_address, unsubscribeUrl, legal }: MailFooter,
  why: string,
) {
  const linkTo = (href: string, words: string) =>
    `<a class="soft" href="${escapeHtml(href)}" style="color:#4a565f;text-decoration:underline">${words}</a>`;
  const links = [
    linkTo(unsubscribeUrl, mailFooterTexts.unsubscribe),
    ...(legal ? [linkTo(legal.privacy, mailFooterTexts.privacy), linkTo(legal.terms, mailFooterTexts.terms)] : []),
  ].join(" &nbsp;·&nbsp; ");
  const lines = [business_name, postal_address, why].map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark }
img { max-width: 100%; height: auto }
@media (prefers-color-scheme: dark) {
  .page { background: #10171c !important } .card { background: #182127 !important; border-color: #33404a !important }
  .card, .card p, .card td, .card h1, .card h2, .card li { color: #eef2f4 !important } .soft { color: #b4c0c8 !important }
}
</style></head>
<body class="page" style="margin:0;padding:0;background:#f5f8fa">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f8fa"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #d9dde1;border-radius:12px"><tr><td style="padding:32px 24px;${font};font-size:16px;line-height:1.5;color:#20292f">
${html}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="soft" align="center" style="padding:16px 24px;${font};font-size:13px;line-height:1.5;color:#4a565f">
${lines.join("<br>\n")}<br>
${links}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
