import { type CustomFilterInput, customComparisons } from "../fields.ts";

/** A filter as an address keeps it: `hobby.contains.golf`, `miles_year.between.5..9`, `hobby.empty`. */
export function filterInAddress({ key, comparison, value, to }: Required<CustomFilterInput>): string {
  if (comparison === "filled" || comparison === "empty") return `${key}.${comparison}`;
  return `${key}.${comparison}.${comparison === "between" ? `${value}..${to}` : value}`;
}

/** Reads it again; a field alone is chosen, and narrows nothing yet. */
export function filterOfAddress(address: string): CustomFilterInput | { readonly key: string } | undefined {
  const [, known = "", held] = /^([^.]{1,60})\.(filled|empty)$/u.exec(address) ?? [];
  if (held === "filled" || held === "empty") return { key: known, comparison: held, value: "", to: "" };
  const [, key = "", asked, rest = ""] = /^([^.]{1,60})(?:\.(is|contains|between)\.(.{1,255}))?$/su.exec(address) ?? [];
  if (key === "") return undefined;
  const comparison = customComparisons.find((one) => one === asked);
  if (comparison === undefined) return { key };
  if (comparison !== "between") return { key, comparison, value: rest, to: "" };
  const at = rest.indexOf("..");
  return at < 0 ? { key } : { key, comparison, value: rest.slice(0, at), to: rest.slice(at + 2) };
}
