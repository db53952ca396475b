import { expect, test } from "vitest";
import { maxBytes } from "../contract.ts";
import type { Upload } from "../fields.ts";
import {
  fileError,
  importSentences,
  pluralize,
  readSummary,
  resultParts,
  sizeText,
  textError,
  undoneText,
  uploadOutcome,
} from "./uploadTexts.ts";

const noCounts: Upload["counts"] = {
  total: 0,
  fine: 0,
  known: 0,
  rejected: 0,
  duplicate: 0,
  removed: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  kept: 0,
  suppressed: 0,
  attested: 0,
  warned: 0,
  opted_out: 0,
  leads: 0,
  leads_added: 0,
  leads_joined: 0,
};
const resultCounts = { added: 90, updated: 1, unchanged: 0, kept: 0, rejected: 3, duplicate: 5, removed: 1 };
const done = { ...noCounts, ...resultCounts, total: 100 };

test("formats sizes and counts for people", () => {
  expect([0, 1, 1023, 1024, 1025, maxBytes, maxBytes + 1].map(sizeText)).toEqual([
    "0 bytes",
    "1 byte",
    "1,023 bytes",
    "1 kB",
    "2 kB",
    "5.0 MB",
    "5.1 MB",
  ]);
  expect([0, 1, 100_000].map((value) => pluralize(value, "row"))).toEqual(["0 rows", "1 row", "100,000 rows"]);
});

test("a file must exist, be CSV, not be empty, and fit the limit", () => {
  expect(fileError(undefined)).toBe("Customer CSV file is required");
  expect(fileError({ name: "contacts.xlsx", size: 10 })).toContain(".csv file");
  expect(fileError({ name: "contacts.csv", size: 0 })).toBe("This file is empty");
  expect(fileError({ name: "contacts.csv", size: maxBytes + 1 })).toContain("larger than 5 MB");
  expect(fileError({ name: "CONTACTS.CSV", size: maxBytes })).toBeUndefined();
});

test("pasted text must not be empty and must fit the limit in bytes", () => {
  expect(textError(" \n\t")).toBe("No record found");
  expect(textError("é".repeat(maxBytes / 2 + 1))).toBe("This text has 5.1 MB; up to 5 MB can be uploaded");
  expect(textError("Phone\n9095550123")).toBeUndefined();
});

test("the outcomes add up to the file's rows, and zeros are left out", () => {
  const parts = resultParts(done);
  expect(parts.map(({ value }) => value)).toEqual([90, 1, 3, 5, 1]);
  expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(done.total);
  const every = { ...done, unchanged: 2, kept: 4, total: 106 };
  expect(resultParts(every).reduce((sum, { value }) => sum + value, 0)).toBe(every.total);
});

test("describes what Continue will do", () => {
  const counts = { ...noCounts, total: 12, fine: 1, known: 2, rejected: 3, duplicate: 5, removed: 1, suppressed: 1 };
  expect(importSentences(counts, "update", "Leads")).toEqual([
    "1 new customer will be added.",
    "2 known customers will be updated where the file differs.",
    "All of them will be in the list Leads.",
    "9 rows will be left out: 3 rejected, 5 duplicate rows, 1 removed.",
    "1 phone among them opted out and still can't be texted.",
  ]);
  expect(importSentences(counts, "keep", undefined)).toContain("2 known customers will stay as they are.");
  expect(importSentences(counts, "keep", undefined)).toContain("They won't be added to a list.");
  expect(importSentences({ ...noCounts, total: 1, rejected: 1 }, "update", "Leads")).toEqual([
    "0 new customers will be added.",
    "1 row will be left out: 1 rejected.",
  ]);
});

test("describes an upload's outcome", () => {
  const upload = { state: "done", counts: done, error: "", undone: null } as Upload;
  expect(uploadOutcome(upload)).toBe("90 added, 1 updated, 9 left out of 100 rows");
  expect(uploadOutcome({ ...upload, state: "preview" })).toBe("100 rows, not imported yet");
  expect(uploadOutcome({ ...upload, state: "failed", error: "The list was deleted." })).toBe("The list was deleted.");
  const undone = { deleted: 88, restored: 1, stayed: 2, leads: 0, leads_stayed: 0 };
  expect(uploadOutcome({ ...upload, state: "undone", undone })).toBe(undoneText({ undone }));
  expect(undoneText({ undone })).toBe(
    "Undone: 88 customers deleted, 1 customer as before, 2 customers kept, because they have been used since.",
  );
  expect(undoneText({ undone: { ...undone, leads: 88, leads_stayed: 1 } })).toMatch(
    /, 88 leads deleted, 1 lead kept, because someone has worked on them since\.$/,
  );
});

test("describes how a file was read", () => {
  const upload = { file_name: "a.csv", size: 2048, encoding: "Windows-1252", delimiter: ";" } as Upload;
  expect(readSummary(upload)).toBe("a.csv, 2 kB, Windows-1252, semicolon-separated");
  expect(readSummary({ ...upload, file_name: "", encoding: "UTF-8", delimiter: "\t" })).toBe(
    "Pasted text, 2 kB, UTF-8, tab-separated",
  );
});
