import { type Compilable, CompiledQuery } from "kysely";
import type { Db } from "./unitOfWork.ts";

/** Stands for an argument while a statement is built. */
class Argument {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A hot statement, of which building takes the processor about as long as sending: it is built at its first use, and only
 * its arguments change. Each must become a parameter as it is: `build` never looks at one.
 */
export function builtOnce<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let built: CompiledQuery | undefined;
  return async (db, ...args) => {
    built ??= build(db, ...(args.map((_, index) => new Argument(index)) as unknown as Args)).compile();
    const parameters = built.parameters.map((value) => (value instanceof Argument ? args[value.index] : value));
    const { rows } = await db.executeQuery(CompiledQuery.raw(built.sql, parameters) as CompiledQuery<Row>);
    return rows;
  };
}
