import { escapeHtml } from "#core/escapeHtml.ts";
import { fillVariables, inOneLine, type VariableValues } from "#core/variables.ts";

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
