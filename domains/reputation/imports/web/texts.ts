const count = (rows: number, one: string, many: string) =>
  rows === 1 ? one : many.replace("#", rows.toLocaleString("en-US"));

/** What the dialog that imports reviews says. */
export const reviewImportTexts = {
  title: "Import reviews",
  about:
    "A CSV file whose first row names its columns: Date and Rating, and Site, Author and Review where you have them. Up to 5 MB and 10,000 reviews.",
  file: "CSV file",
  fileHint: "Choose a file",
  site: "Site for rows that don't name one",
  noSite: "Each row names its site",
  read: "Preview",
  willAdd: (rows: number) => count(rows, "1 new review", "# new reviews"),
  known: (rows: number) => count(rows, "1 is already here", "# are already here"),
  rejected: (rows: number) =>
    count(rows, "1 row can't be read and is left out", "# rows can't be read and are left out"),
  nothing: "There's nothing new in this file.",
  row: "Row",
  reason: "What to fix",
  columns: { site: "Site", author: "Author", rating: "Rating", date: "Date" },
  anonymous: "Anonymous",
  stars: (stars: number) => (stars === 1 ? "1 star" : `${stars} stars`),
  recommends: "Recommends you",
  doesNotRecommend: "Doesn't recommend you",
  andMore: (rows: number) => `And ${rows.toLocaleString("en-US")} more.`,
  settled: "Those older than 30 days are marked as needing no reply.",
  start: (rows: number) => count(rows, "Import 1 review", "Import # reviews"),
  back: "Choose another file",
  earlier: "Earlier imports",
  done: (name: string, rows: number, when: string) => `${name}: ${count(rows, "1 review", "# reviews")}, ${when}`,
  by: (person: string) => `By ${person}`,
  undo: "Undo",
  undone: "Undone",
  undoTitle: "Undo this import?",
  undoText: "Its reviews are deleted, except any that were changed, assigned or replied to since.",
} as const;
