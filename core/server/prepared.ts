import { sql } from "kysely";
import type pg from "pg";

const mark = "/* planned once */";
/** Each is kept in every connection, together with its plan. */
const mostKept = 100;
const names = new Map<string, string>();

/**
 * Stands at the front of a hot statement, or at its end where a builder has no place before it: a connection parses and
 * plans it once instead of every time. Only for statements whose plan doesn't depend on their values. Numbers that it
 * does depend on, as limits, stand in the text.
 */
export const plannedOnce = sql`${sql.raw(mark)}`;

/** Nothing, for a statement that is planned anew for its values. */
export const plannedEachTime = sql``;

/** How a query builder asks a connection: what is planned once has a name there. */
export function askingBy(client: pg.ClientBase) {
  return (text: string, values: unknown[]) => ask(client, nameOf(text), text, values);
}

/** The same for who asks few different things, each of them often, and marks none of it. */
export function askingTheSameBy(client: pg.ClientBase) {
  return (text: string, values: unknown[] = []) => ask(client, keptName(text), text, values);
}

function ask(
  client: pg.ClientBase,
  name: string | undefined,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  return name === undefined ? client.query(text, values) : client.query({ name, text, values });
}

function nameOf(text: string): string | undefined {
  return text.slice(0, 40).includes(mark) || text.endsWith(mark) ? keptName(text) : undefined;
}

function keptName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known;
  const name = `rooftop_${names.size + 1}`;
  names.set(text, name);
  return name;
}
