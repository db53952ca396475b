import { parseSync, Visitor } from "vite";
import type { Source } from "./sources.ts";

/** The tables that a file's SQL reads and writes. */
export interface TableUse {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

const readingCalls = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|from|using)$/;
const writingCalls = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;

/** Finds the table names in Kysely's calls and in raw SQL. */
export function tablesUsed({ path, text }: Source, isTable: (name: string) => boolean): TableUse {
  const reads = new Set<string>();
  const writes = new Set<string>();
  /** Tables that a `table` property or a parameter's type names, for statements whose table is a variable. */
  const named = new Set<string>();
  let isVariable = false;
  const add = (to: Set<string>, name: string | undefined) => name && isTable(name) && to.add(name);

  new Visitor({
    CallExpression({ callee, arguments: [argument] }) {
      const property = callee.type === "MemberExpression" ? callee.property : callee;
      if (property.type !== "Identifier") return;
      const { name } = property;
      const to = writingCalls.test(name) ? writes : reads;
      if (to === reads && !readingCalls.test(name) && name !== "table") return;
      if (argument?.type === "Identifier") isVariable = true;
      const tables = argument?.type === "ArrayExpression" ? argument.elements : [argument];
      for (const table of tables) {
        if (table?.type === "Literal") add(to, String(table.value).split(" ")[0]);
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      const used = tablesInSql(quasi.quasis.map(({ value }) => value.raw).join(" ? "));
      for (const name of used.reads) add(reads, name);
      for (const name of used.writes) add(writes, name);
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && key.name === "table" && value.type === "Literal")
        add(named, String(value.value));
    },
    TSLiteralType({ literal }) {
      if (literal.type === "Literal") add(named, String(literal.value));
    },
  }).visit(parseSync(path, text).program);

  if (isVariable) for (const name of named) reads.add(name);
  if (/\b(compactChanges\(|delete from \$|update \$|insert into \$)/.test(text))
    for (const name of named) writes.add(name);
  return { reads, writes };
}

const listedTables = /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)+)/gi;

/** The words of a statement that stand where a table's name does; some are functions, aliases or common table expressions. */
function tablesInSql(statement: string): { reads: string[]; writes: string[] } {
  const firstWords = (pattern: RegExp) => [...statement.matchAll(pattern)].map(([, word = ""]) => word);
  return {
    reads: [
      ...firstWords(/\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)(?!\w|\s*\.)/gi),
      ...firstWords(listedTables).flatMap((rest) => rest.split(",").map((item) => item.trim().split(/\s/)[0] ?? "")),
      // A fragment that continues a FROM clause, and functions.
      ...firstWords(/^\s*(\w+)(?=\s|$)/g),
      ...firstWords(/\b(\w+)\s*\(/g),
    ],
    writes: firstWords(
      /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)/gi,
    ),
  };
}
