import { sql } from "kysely";
import type pg from "pg";

const marker = "/* planned once */";
/** Each is kept on every connection, together with its plan. */
const maxPrepared = 100;
const names = new Map<string, string>();

/**
 * Marks a hot statement, at its start or at its end: a connection parses and plans it once. Only for statements whose
 * plan doesn't depend on their parameters; numbers that it does depend on, such as limits, belong in the text.
 */
export const preparedStatement = sql`${sql.raw(marker)}`;

/** Marks nothing: the statement is planned for its parameters each time. */
export const unpreparedStatement = sql``;

/** Runs queries on a connection; marked statements are prepared there under a name. */
export function queryOn(client: pg.ClientBase) {
  return (text: string, values: unknown[]) => run(client, nameIfMarked(text), text, values);
}

/** Prepares every statement: for a caller with few distinct, frequent ones. */
export function queryPrepared(client: pg.ClientBase) {
  return (text: string, values: unknown[] = []) => run(client, statementName(text), text, values);
}

function run(
  client: pg.ClientBase,
  name: string | undefined,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  choosePlanMode(client, name !== undefined, values.length > 0);
  const answer = name === undefined ? client.query(text, values) : client.query({ name, text, values });
  answer.catch((error: unknown) => {
    if (!isOfAbortedTransaction(error)) lastErrors.set(client, error);
  });
  return answer;
}

/**
 * Has a prepared statement planned once for all values, and others for theirs. By itself, Postgres plans a prepared one
 * anew at each use when it thinks that any values would cost more than these, and a list takes longer to plan than to read.
 */
function choosePlanMode(client: pg.ClientBase, isPrepared: boolean, hasValues: boolean): void {
  const mode = isPrepared ? "force_generic_plan" : "auto";
  if (planModes.get(client) === mode || !hasValues) return;
  planModes.set(client, mode);
  // Fails only where the statement behind it does.
  client.query(`set plan_cache_mode = ${mode}`).catch(() => {});
}

const planModes = new WeakMap<pg.ClientBase, "force_generic_plan" | "auto">();

/** After a rollback, which took back the setting, too. */
export function forgetPlanMode(client: pg.ClientBase): void {
  planModes.delete(client);
}

const lastErrors = new WeakMap<pg.ClientBase, unknown>();

/** Statements that were pipelined behind a failed one get this in place of its error. */
const isOfAbortedTransaction = (error: unknown) => (error as { code?: string } | undefined)?.code === "25P02";

/** Why a transaction failed: the error of the statement that ended it, whichever statement's error was seen first. */
export function causeOf(client: pg.ClientBase, error: unknown): unknown {
  return isOfAbortedTransaction(error) ? (lastErrors.get(client) ?? error) : error;
}

function nameIfMarked(text: string): string | undefined {
  return text.slice(0, 40).includes(marker) || text.endsWith(marker) ? statementName(text) : undefined;
}

function statementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= maxPrepared) return existing;
  const name = `rooftop_${names.size + 1}`;
  names.set(text, name);
  return name;
}
