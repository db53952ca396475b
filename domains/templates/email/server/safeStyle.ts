const sides = ["", "-top", "-right", "-bottom", "-left"];
const sided = (name: string, part = "") => sides.map((side) => `${name}${side}${part}`);

/** How a hidden element is written: the line that mailboxes show beside the subject is often one. */
export const hiddenStyle = "display:none;mso-hide:all";

/** True for a style that hides its element in every mail program, however it says so. */
export function isHiding(style: string): boolean {
  const declarations = new Map(
    style
      .slice(0, 2_000)
      .split(";")
      .map((one) =>
        one
          .toLowerCase()
          .replace(/!important/, "")
          .split(":"),
      )
      .map(([name = "", value = ""]) => [name.trim(), value.trim()] as const),
  );
  const is = (name: string, ...values: readonly string[]) => values.includes(declarations.get(name) ?? "");
  return (
    is("display", "none") ||
    is("visibility", "hidden", "collapse") ||
    is("opacity", "0", "0.0", "0%") ||
    (is("max-height", "0", "0px") && is("overflow", "hidden"))
  );
}

/** What mail programs know and what stays where it is: nothing that lifts an element out of the column. */
const properties = new Set([
  ..."color background-color font-family font-size font-style font-weight line-height letter-spacing".split(" "),
  ..."text-align text-decoration text-transform vertical-align white-space direction list-style-type".split(" "),
  ..."width max-width min-width height border-collapse border-spacing border-radius mso-padding-alt".split(" "),
  ...sided("padding"),
  ...sided("margin"),
  ...sided("border"),
  ...sided("border", "-color"),
  ...sided("border", "-style"),
  ...sided("border", "-width"),
]);

const part = String.raw`#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%]{1,40}\)|'[\w .-]{1,60}'|\d{0,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)|\d{1,4}(?:\.\d{1,4})?|[a-z][a-z-]{0,40}`;
const parts = new RegExp(`^(?:${part})$`, "i");
/** Between parts, but not inside the parentheses of a color or the quotes of a font. */
const separators = /[\s,]+(?![^()]*\))(?=(?:[^']*'[^']*')*[^']*$)/;

/** Of an inline style, the declarations that a mail may hold: sizes, colors and words, never an address or an expression. */
export function safeStyle(style: string): string {
  return style.slice(0, 2_000).split(";").flatMap(safeDeclaration).join(";");
}

function safeDeclaration(declaration: string): string[] {
  const colon = declaration.indexOf(":");
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .replace(/!important\s*$/i, "")
    .replaceAll('"', "'")
    .replace(/\s+/g, " ")
    .replace(/\s*,\s*/g, ", ")
    .trim();
  if (property === "display") return /^(?:block|inline|inline-block)$/.test(value) ? [`display:${value}`] : [];
  if (!properties.has(property) || value === "" || value.length > 200) return [];
  return value.split(separators).every((word) => parts.test(word)) ? [`${property}:${value}`] : [];
}
