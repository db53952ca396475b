/** The sources that every location starts with. */
export const standardSources = ["Facebook", "Google", "Website"] as const;

/** Days that a released number still takes calls, because ads outlive the decision. */
export const parkedDays = 30;

/** The most requests that a location may have open at once. */
export const maxOpenRequests = 10;

/** The standard sources and the location's own ones, each once. */
export function sourcesWith(own: readonly string[]): string[] {
  const standard: readonly string[] = standardSources;
  const others = new Set(own.filter((source) => !standard.includes(source)));
  return [...standard, ...[...others].sort((a, b) => a.localeCompare(b))];
}

/** A source as typed, spelled as the location spells it already: one name in two spellings would be two tabs. */
export function spelledAs(typed: string, known: readonly string[]): string {
  const wanted = typed.toLocaleLowerCase("en-US");
  return known.find((source) => source.toLocaleLowerCase("en-US") === wanted) ?? typed;
}
