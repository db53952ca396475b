import { compile } from "html-to-text";
import { inOneLine } from "#core/variables.ts";
import { mailShell, slots } from "./mailShell.ts";
import { hiddenStyle } from "./safeStyle.ts";
import { sanitizeTemplate } from "./sanitizeTemplate.ts";
import { shellTexts as texts } from "./texts.ts";

/** A marketing mail as somebody wrote it. */
export interface MailDraft {
  /** HTML; sanitized here once more. */
  readonly body: string;
  readonly subject: string;
  readonly preheader?: string;
  readonly business: string;
  readonly postalAddress: string;
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

/** Puts the shell around what somebody wrote, and gives every link to the web a slot of its own. */
export function composeMail({ body, subject, preheader = "", business, postalAddress }: MailDraft): ComposedMail {
  const links: string[] = [];
  const clean = withoutSlots(sanitizeTemplate(body));
  const slotted = clean.replace(/(<a\b[^>]*?\shref=")(https?:[^"]*)"/gi, (_, start: string, href: string) => {
    links.push(unescapeHtml(href));
    return `${start}${slots.link(links.length)}"`;
  });
  const sender = { business: plainWords(business), postalAddress: plainWords(postalAddress) };
  const html = mailShell({
    ...sender,
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
    `${texts.view}: ${slots.view}`,
  ];
  const text = toText(slotted.replaceAll(percent, "% ")).trim();
  return { html, text: `${[text, "", ...footer].join("\n")}\n`, links };
}

/** What looks like one of our slots in what somebody wrote is text, and stays text. */
function withoutSlots(html: string): string {
  return html.replace(/%(?=%)/g, percent);
}

/** A line of somebody's words, without slots. */
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
