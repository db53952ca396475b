/**
 * Phones display rows and cells as blocks, and some browsers then drop the table semantics: explicit roles restore
 * them.
 */
export const tableRoleProps = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
} as const;
