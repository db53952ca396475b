import { sql } from "kysely";

const mark = "/* planned once */";
/** Each is kept in every connection, together with its plan. */
const mostKept = 100;
const names = new Map<string, string>();

/**
 * Stands at the front of a hot statement, or at its end where a builder has no place before it: a connection parses and plans it once instead of every time. Only for
 * statements whose plan doesn't depend on their values. Numbers that it does depend on, as limits, stand in the text.
 */
export const plannedOnce = sql`${sql.raw(mark)}`;

/** Nothing, for a statement that is planned anew for its values. */
export const plannedEachTime = sql``;

interface Queries {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<unknown>;
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** How a query builder asks a connection: what is planned once has a name there. */
export function askingBy(client: Queries) {
  return (text: string, values: unknown[]) => {
    const name = nameOf(text);
    return name === undefined ? client.query(text, values) : client.query({ name, text, values });
  };
}

function nameOf(text: string): string | undefined {
  if (!text.slice(0, 40).includes(mark) && !text.endsWith(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known;
  const name = `rooftop_${names.size + 1}`;
  names.set(text, name);
  return name;
}
