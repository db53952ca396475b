import type { ElementSpec } from "../../starters/rules.ts";

/** The declarations of an inline style, by property. */
export function inlineStyle(style: string): ReadonlyMap<string, string> {
  const declarations = style.split(";").map((declaration) => {
    const colon = declaration.indexOf(":");
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
  });
  return new Map(declarations.filter(([property]) => property !== ""));
}

/**
 * A style as attributes of an element that the editor writes. The browser spells `style` in its own way, and drops what
 * only mail programs know, so that it is kept to the letter beside it.
 */
export const keptStyle = (style: string) => ({ style, "data-style": style });

/** The same for all elements of a spec. */
export function withKeptStyles([name, { style, ...attributes }, ...children]: ElementSpec): ElementSpec {
  const inside = children.map((child) => (typeof child === "string" ? child : withKeptStyles(child)));
  return [name, { ...attributes, ...(style !== undefined && keptStyle(style)) }, ...inside];
}

/** The declarations of an element, to the letter where the editor wrote it. */
export const styleOf = (element: HTMLElement): ReadonlyMap<string, string> =>
  inlineStyle(element.dataset.style ?? element.getAttribute("style") ?? "");

/** Spells all styles below as they were kept. */
export function restoreStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-style]")) {
    const { style = "" } = element.dataset;
    element.removeAttribute("data-style");
    element.setAttribute("style", style);
  }
}
