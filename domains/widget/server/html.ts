/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Trusted text as it is. */
export const markup = (text: string): Html => new Html(text);

type Part = string | number | false | undefined | Html | readonly Html[];

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function partOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escapeHtml(String(part));
}

/** A piece of a page; every value in it that isn't markup itself is shown as text. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((page, text, at) => page + partOf(parts[at - 1]) + text));
}
