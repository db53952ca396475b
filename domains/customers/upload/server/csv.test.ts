import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRows, detectFormat } from "./parseRows.ts";

test.each([
  ["a,b,c\n1,2,3\n", ","],
  ["a;b;c\n1,5;2;3\n", ";"],
  ["a\tb\n1\t2\n", "\t"],
  ["a|b|c\n1|2|3", "|"],
  ['"Last, first, middle";Phone\n"a, b";1\n', ";"],
  ["Phone\n2125550123\n", ","],
  ["sep=;\na,b,c;d\n", ";"],
  ["Name;Notes;Phone\nAna;a, b, c, d, e;1\nBo;x;2\n", ";"],
  ["Name;Address;Phone\nAna;1 A St, B, C, NY;1\nBo;1 A St, B, C, NY;2\nCy;1 A St, B, C, NY;3\n", ";"],
  ["Customers of January, 2026\n\nName;Phone\nAna;1\nBo;2\n", ";"],
  ["'Last; first','Phone'\n'a; b','1'\n", ","],
  ['"Name"\t"Phone"\n"Ana, B"\t"1"\n', "\t"],
  ['"Name"\t"Phone"\r\n"Ana"\t"1"\r\n', "\t"],
  ['"Name"\t"Phone"', "\t"],
  ["'Name'\t'Phone'\n'Ana'\t'1'\n", "\t"],
  ['"Name";"Phone"\n"Ana\nB, C";"1"\n', ";"],
  ['"Name" "Phone"\n', ","],
  ["", ","],
])("the delimiter of %j is %j", (head, delimiter) => expect(detectFormat(head).delimiter).toBe(delimiter));

test.each([
  ["'Name','Phone'\n'Ana','1'\n", "'"],
  ["sep=,\r\n'Name', 'Phone'\r\n", "'"],
  ["Name,'Phone'\n", '"'],
  ["'tis,Phone\n", '"'],
  ['"Name","Phone"\n', '"'],
])("the quotation mark of %j is %j", (head, quote) => expect(detectFormat(head).quote).toBe(quote));

const read = (text: string, pieceLength = text.length || 1) => {
  const pieces = text.match(new RegExp(`[^]{1,${pieceLength}}`, "g")) ?? [];
  return [...csvRows(pieces, detectFormat(text))];
};
const cellsOf = (text: string) => read(text).map(({ cells }) => cells);

describe("cells", () => {
  test.each([
    ['a, "b, c"\n', [["a", "b, c"]]],
    ['a,\u00a0 "b" ,c\n', [["a", "b", "c"]]],
    [
      '"Name"\t"Notes"\t"Phone"\n"Ana"\t""\t"1"\n',
      [
        ["Name", "Notes", "Phone"],
        ["Ana", "", "1"],
      ],
    ],
    ['5" Ana,1\n', [['5" Ana', "1"]]],
    ['"Bo ""B""",2\n', [['Bo "B"', "2"]]],
    ['"Bo" Berg,2\n', [['"Bo" Berg', "2"]]],
    ['"",2\n', [["", "2"]]],
    [
      "'Name','Phone'\n'O''Neil, Ana','1'\n",
      [
        ["Name", "Phone"],
        ["O'Neil, Ana", "1"],
      ],
    ],
    [
      "Name,Phone\n'tis,1\n",
      [
        ["Name", "Phone"],
        ["'tis", "1"],
      ],
    ],
    ["a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["a\n\nb\n", [["a"], [""], ["b"]]],
  ])("%j are %j", (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
    expect(
      read(text)
        .map(({ problem }) => problem)
        .join(""),
    ).toBe("");
  });
});

const joined = (line: number) =>
  `Several rows are joined by a quotation mark (") on line ${line}. Close or remove it, then upload again.`;
const stray = (line: number) =>
  `A quotation mark (") is in the wrong place on line ${line}. Remove it, then upload again.`;

describe("a row that spans lines", () => {
  test.each([
    ["an address", 'Name,Address,Phone\nAna,"1 Main St\nSpringfield, NY",2125550123\n'],
    ["a note with a phone on a line of its own", 'Name,Note,Phone\nAna,"Call\n2125550199\nfirst",2125550123\n'],
    ["an empty line in it", 'Name,Note,Phone\nAna,"one\n\ntwo",2125550123\n'],
  ])("with %s is read, with its lines", (_, text) => {
    const [, row] = read(text);
    expect(row).toMatchObject({ row: 2, last_row: text.split("\n").length - 1, problem: "" });
    expect(row?.cells.at(-1)).toBe("2125550123");
  });

  test.each([
    ["one that swallows the next rows", 'Name,Phone\nAna,"2125550123\nBo,2125550124\nCy,"2125550125"\n', 2, joined(2)],
    ["one that a quoted cell closes", 'Name,Phone\n"Ana,2125550123\n"Bo",2125550124\n', 2, joined(2)],
    ["one with a delimiter after it", 'A,B\nAna,"note,2125550123\nBo,",2125550124\n', 2, joined(2)],
    ["one with a row's cells but no phone", 'A,B,C,D\nAna,b,"c,d\nBo,b,c,d\nCy,b,"c",d\n', 2, joined(2)],
    ["a column of phones", 'Phone\n"2125550123\n2125550124\n2125550125"\n', 2, joined(2)],
    ["a quotation mark in a quoted cell", 'A,B\n"Berg, "Bo"",2125550124\n', 2, stray(2)],
  ])("because of a mark in the wrong place (%s) can't be trusted", (_, text, row, problem) => {
    expect(read(text).find((one) => one.problem)).toMatchObject({ row, problem });
  });

  test("is numbered by the lines of the file, empty ones and a delimiter's included", () => {
    const text = 'sep=,\nName,Note\n\nAna,"a\nb"\nBo,c\n';
    expect(read(text).map(({ row, last_row }) => [row, last_row])).toEqual([
      [2, 2],
      [3, 3],
      [4, 5],
      [6, 6],
    ]);
  });
});

test.each([
  [
    'Name,Phone\nAna,1\nBo,"2\n',
    'Row 3, column 2: a quotation mark (") is opened and never closed. Close or remove it.',
  ],
  ["'Name','Phone'\n'Ana,1\n", "Row 2, column 1: an apostrophe (') is opened and never closed. Close or remove it."],
  [`a\n${"x".repeat(100_001)}`, "Row 2: this row is longer than 100,000 characters."],
  [`a\n"${"x\n".repeat(60_000)}`, "Row 2, column 1: this row is longer than 100,000 characters."],
])("%.30j can't be read", (text, message) => expect(() => read(text)).toThrow(message));

test("what others write is read as another parser reads it, in whatever pieces it comes", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "Z", "ö", ",", '"', "\n", "'", " ", "5") });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.constantFrom("\n", "\r\n", "\r"), fc.integer({ min: 1, max: 30 }), (input, end, length) => {
      const text = input.map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")).join(end);
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
      const mine = [...csvRows(pieces, { delimiter: ",", quote: '"' })].map(({ cells }) => cells);
      expect(mine).toEqual(parse(text, { record_delimiter: end, relax_column_count: true }));
    }),
  );
});
