/** The declarations of an inline style, by property. */
export function inlineStyle(style: string): ReadonlyMap<string, string> {
  const declarations = style.split(";").map((declaration) => {
    const colon = declaration.indexOf(":");
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
  });
  return new Map(declarations.filter(([property]) => property !== ""));
}
