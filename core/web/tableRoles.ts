/** On a phone rows and cells are shown as blocks, and some browsers then forget that they are a table's: so it is said. */
export const as = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader", scope: "col" },
  cell: { role: "cell" },
} as const;
