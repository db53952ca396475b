import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { lists } from "#domains/lists/contract.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { maxBytes, uploads } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app?.close());

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};
const goodCsv = "First name,Phone\nZoë,2125550123\nBo,2125550124\n";
const saveAs = "In Excel choose File, Save As";
const emptyFile = Buffer.alloc(0);
const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join("\n");

/** Files that are refused, with the expected message. */
const refusedFiles: Record<string, { bytes: string | Uint8Array; says: RegExp | string; name?: string }> = {
  "nothing at all": { bytes: emptyFile, says: "No record found" },
  "only labels": { bytes: "First name,Phone\n", says: "No record found" },
  "labels and empty rows": { bytes: "First name,Phone\n,\n\n , \n", says: "No record found" },
  "a name that isn't .csv": { bytes: goodCsv, name: "list.txt", says: "Choose a file whose name ends in .csv" },
  "an Excel workbook": { bytes: Buffer.from("504b030414000600", "hex"), says: new RegExp(saveAs) },
  "an old Excel workbook": { bytes: Buffer.from("d0cf11e0a1b11ae1", "hex"), says: new RegExp(saveAs) },
  "an Excel workbook by its name": {
    bytes: Buffer.from("504b0304140006000800", "hex"),
    name: "list.xlsx",
    says: new RegExp(saveAs),
  },
  "a PDF": { bytes: "%PDF-1.7\n", says: /^This is a PDF/ },
  "a picture": {
    bytes: Buffer.from("89504e470d0a1a0a0000000d49484452000001000000010008060000005c72a866", "hex"),
    says: /not a text file/,
  },
  "more than 5 MB": { bytes: Buffer.alloc(maxBytes + 1, "a,b\n"), says: /larger than 5 MB/ },
  "100,001 rows": { bytes: `Phone\n${rows(100_001, (n) => String(n))}`, says: /more than 100,000 rows/ },
  "an unclosed quotation mark": {
    bytes: 'Name,Phone\nAna,2125550123\nBo,"2125550124\nCy,2125550125\n',
    says: 'Row 3, column 2: a quotation mark (") is opened and never closed. Close or remove it.',
  },
  "an unclosed quotation mark before a great many rows": {
    bytes: `Name,Phone\n"Ana,2125550123\n${rows(50_000, (n) => `Bo,${n}`)}`,
    says: /^Row 2, column 1: this row is longer than 100,000 characters/,
  },
  "10,000 columns": { bytes: `${",".repeat(9_999)}\n`, says: /^Row 1 has 10,000 columns; at most 200/ },
  "one line of 5 MB": { bytes: Buffer.alloc(maxBytes, "x"), says: /^Row 1: this row is longer/ },
  "a line of 5 MB below good ones": {
    bytes: Buffer.concat([Buffer.from(goodCsv), Buffer.alloc(maxBytes - 1000, "x")]),
    says: /^Row 4: this row is longer/,
  },
};

describe("an unreadable file is refused with a clear message and leaves nothing", () => {
  test.each(Object.entries(refusedFiles))("%s", async (_, { bytes, says, name }) => {
    token = await app.token(dealer.manager);
    const answer = await sendFile(app.http, token, { bytes, ...(name && { name }) });
    const message = typeof says === "string" ? says : expect.stringMatching(says);
    expect(answer).toMatchObject({ status: 422, message, data: { csv_file: message } });
    const { rows: left } = await app.pool.query("select from uploads union all select from upload_chunks");
    expect(left).toEqual([]);
  });
});

const readableFiles: Record<
  string,
  { bytes: string | Uint8Array; names: string[]; reasons?: string[]; encoding?: string }
> = {
  "UTF-8": { bytes: goodCsv, names: ["Zoë", "Bo"], encoding: "UTF-8" },
  "UTF-8 with a mark": { bytes: `\uFEFF${goodCsv}`, names: ["Zoë", "Bo"], encoding: "UTF-8" },
  "UTF-16 LE": { bytes: utf16(goodCsv), names: ["Zoë", "Bo"], encoding: "UTF-16" },
  "UTF-16 BE": { bytes: utf16(goodCsv, true), names: ["Zoë", "Bo"], encoding: "UTF-16" },
  "UTF-16 without a mark": { bytes: utf16(goodCsv).subarray(2), names: ["Zoë", "Bo"], encoding: "UTF-16" },
  "Windows-1252": { bytes: Buffer.from(goodCsv, "latin1"), names: ["Zoë", "Bo"], encoding: "Windows-1252" },
  "line ends of every kind": {
    bytes: "Name,Phone\r\nAna,2125550123\rBo,2125550124\nCy,2125550125",
    names: ["Ana", "Bo", "Cy"],
  },
  "a line that names the delimiter": { bytes: "sep=;\r\nName;Phone\r\nAna;2125550123\r\n", names: ["Ana"] },
  "quotation marks inside cells": {
    bytes: 'Name,Phone\n5" Ana,2125550123\n"Bo ""B""",2125550124\n',
    names: ['5" Ana', "Bo"],
  },
  "blanks before quotation marks": { bytes: 'Name, Phone\n"Diaz, Ana", "2125550123"\n', names: ["Ana"] },
  "apostrophes as quotation marks": { bytes: "'Name','Phone'\n'Diaz, Ana','2125550123'\n", names: ["Ana"] },
  "titles above the labels": { bytes: "Leads,\n,\nName,Phone\nAna,2125550123\n", names: ["Ana"] },
  "labels that are there twice, or missing": {
    bytes: "Name,Phone,Phone,,Name\nAna,2125550123,x,y,z\n",
    names: ["Ana"],
  },
  "short and long rows": {
    bytes: "Phone,Name,Email\n2125550123\n2125550124,Bo,,,\n2125550125,Cy,,x\n",
    names: ["", "Bo", "Cy"],
    reasons: ["", "", "This row has 4 cells, but there are 3 labels"],
  },
  "NUL bytes in a cell": {
    bytes: `Name,Phone\n${rows(50, (n) => `Person,21255501${String(n).padStart(2, "0")}`)}\nA\u0000na,2125550199\n`,
    names: [...Array(50).fill("Person"), "A"],
    reasons: [...Array(50).fill(""), "Full name contains a character that can't be stored"],
  },
  formulas: {
    bytes: "First name,Phone\n=cmd|' /C calc'!A0,2125550123\n'=1+1,'2125550124\n",
    names: ["=cmd|' /C calc'!A0", "=1+1"],
  },
};

test.each(Object.entries(readableFiles))("%s: is read correctly", async (_, { bytes, names, reasons, encoding }) => {
  token = await app.token(dealer.manager);
  const { status, data, message } = await sendFile(app.http, token, { bytes });
  expect({ status, message }).toEqual({ status: 200, message: "" });
  expect(data.csvCustomers.map(({ first_name, last_name }) => first_name || last_name)).toEqual(names);
  expect(data.csvCustomers.map(({ reason }) => reason)).toEqual(reasons ?? names.map(() => ""));
  if (encoding) expect(data.upload.encoding).toBe(encoding);
});

test("rows that a quotation mark joins are rejected; cells that span lines are read and pointed out", async () => {
  token = await app.token(dealer.manager);
  const bytes = [
    "Name,Address,Phone",
    'Ana,"1 Main St',
    'Springfield",2125550123',
    'Bo,"2 Main St,2125550124',
    "Cy,3 Main St,2125550125",
    'Di,"4 Main St",2125550126',
    "Ed,5 Main St,212-555-0127 ext. 12",
    "Flo,6 Main St,2125550128",
  ].join("\n");
  const { data } = await sendFile(app.http, token, { bytes });
  const joined = 'Several rows are joined by a quotation mark (") on line 4. Close or remove it, then upload again.';
  const rows = data.csvCustomers.map(({ row, last_row, mark, reason }) => [row, last_row, mark, reason]);
  expect(rows).toEqual([
    [2, 3, "fine", ""],
    [4, 6, "rejected", joined],
    [7, 7, "rejected", "Phone number 212-555-0127 ext. 12 has an extension, which can't be texted"],
    [8, 8, "fine", ""],
  ]);
  expect(data.upload.notes).toEqual([
    "Check these lines; each is read as one customer, because of quotation marks: 2 to 3.",
  ]);
  const mapped = await manager(uploads.map, { params: { id: data.upload.id }, body: { mapping: data.upload.mapping } });
  expect(mapped.data.csvCustomers).toEqual(data.csvCustomers);
  const { data: file } = await manager(uploads.rejects, { params: { id: data.upload.id } });
  expect((await app.http.inject({ url: file.url })).body).toContain(`\r\n4 to 6,"${joined.replaceAll('"', '""')}",Bo,`);
});

test("a file without labels is read from its first row, and the preview can change that", async () => {
  token = await app.token(dealer.manager);
  const { data } = await sendFile(app.http, token, { bytes: "Ana,2125550123\nBo,2125550124\n" });
  const { id } = data.upload;
  const first = ["The first row is imported as a customer, because it doesn't look like column labels."];
  const numbered = { labels: ["Column 1", "Column 2"], mapping: ["", "phone"], notes: first };
  expect(data.upload).toMatchObject({ ...numbered, has_labels: false, counts: { total: 2, fine: 2 } });
  expect(data.csvCustomers.map(({ row }) => row)).toEqual([1, 2]);
  const change = async (first_row: "labels" | "data") =>
    (await manager(uploads.map, { params: { id }, body: { first_row } })).data;
  const labeled = await change("labels");
  expect(labeled.upload).toMatchObject({
    labels: ["Ana", "2125550123"],
    has_labels: true,
    notes: [],
    counts: { total: 1 },
  });
  expect(labeled.upload.samples).toEqual([["Bo", "2125550124"]]);
  expect(labeled.csvCustomers.map(({ row }) => row)).toEqual([2]);
  const record_id = (labeled.csvCustomers[0]?.id ?? 0) - 1;
  await expect(manager(uploads.removeRecord, { body: { record_id } })).rejects.toMatchObject({ status: 404 });
  expect(await change("data")).toEqual(data);
  await manager(uploads.copyFromTemp, { body: { upload_id: id } });
  await app.jobs.runAll();
  expect((await manager(uploads.one, { params: { id } })).data).toMatchObject({ state: "done", counts: { added: 2 } });
});

test("reports repeated and missing labels", async () => {
  token = await app.token(dealer.manager);
  const { data } = await sendFile(app.http, token, { bytes: "Phone,phone,,Name\n2125550123,x,y,Ana\n" });
  expect(data.upload.labels).toEqual(["Phone", "phone (2)", "Column 3", "Name"]);
  expect(data.upload.notes).toEqual(["More than one column is called phone.", "These columns have no label: 3."]);
});

test("requires a file, and accepts one only where declared", async () => {
  token = await app.token(dealer.manager);
  const missing = { status: 422, message: "Customer CSV file is required" };
  for (const encoding of everyEncoding) {
    expect(await postEncoded(app.http, token, "/customers/csv_upload", {}, encoding)).toMatchObject({
      message: missing.message,
      data: { csv_file: missing.message },
    });
  }
  const form = new FormData();
  form.set("csv_file", new File([goodCsv], "customers.csv"));
  const body = new Response(form);
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/customers/csv_copy",
    headers: { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(415);
});

test("refuses unauthorized uploads before reading the body", async () => {
  const agent = await app.token(dealer.agent);
  expect((await sendFile(app.http, agent, { bytes: goodCsv })).status).toBe(403);
  expect((await sendFile(app.http, "x", { bytes: Buffer.alloc(maxBytes * 2) })).status).toBe(401);
  const long = {
    method: "POST",
    url: "/api/customers/csv_copy",
    payload: { csv_file: "x".repeat(maxBytes) },
  } as const;
  expect((await app.http.inject(long)).statusCode).toBe(401);
});

test("pasted text: empty, too large, and at the limit in every encoding", async () => {
  const submitText = (csv_file: string) => manager(uploads.csvCopy, { body: { csv_file } });
  for (const text of ["", "  \n "]) {
    await expect(submitText(text)).rejects.toMatchObject({ status: 422, fields: { csv_file: "No record found" } });
  }
  const large = "This text is larger than 5 MB. Split it up.";
  await expect(submitText("x".repeat(maxBytes + 1))).rejects.toMatchObject({
    status: 422,
    fields: { csv_file: large },
  });
  token = await app.token(dealer.manager);
  const text = `Phone,Notes\n${rows(60, (n) => `21255501${n + 10},"${"é, ".repeat(10_000)}"`)}`;
  for (const encoding of everyEncoding) {
    const answer = await postEncoded(app.http, token, "/customers/csv_copy", { csv_file: text }, encoding);
    expect(answer.data.upload.counts).toMatchObject({ total: 60 });
  }
});

test("a new list needs an unused name; an existing one has to exist", async () => {
  const csv_file = "Phone\n2125550123\n";
  const unnamed = manager(uploads.csvCopy, { body: { csv_file, list_id: "new", list_title: " " } });
  const needed = { status: 422, fields: { list_title: "List Name is required" } };
  await expect(unnamed).rejects.toMatchObject(needed);
  await expect(manager(uploads.csvCopy, { body: { csv_file, list_id: 999_999 } })).rejects.toMatchObject({
    status: 404,
  });
  await manager(uploads.csvCopy, { body: { csv_file } });
  const start = (body: object) => manager(uploads.copyFromTemp, { body });
  await expect(start({ list_id: "new" })).rejects.toMatchObject(needed);
  await expect(start({ list_id: 999_999 })).rejects.toMatchObject({ status: 404 });
  await expect(start({ list_id: "abc" })).rejects.toMatchObject({ status: 404 });
  await manager(lists.add, { body: { title: "Taken" } });
  await expect(start({ list_id: "new", list_title: "taken" })).rejects.toMatchObject({
    status: 422,
    fields: { list_title: "You already have a list with this name" },
  });
});

test("can't start without a phone column or without a valid row", async () => {
  const { data } = await manager(uploads.csvCopy, { body: { csv_file: "Who,What\nAna,x\n" } });
  expect(data.upload.problems).toEqual(["Select the column with phone numbers. Every contact needs one."]);
  const start = () => manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id } });
  await expect(start()).rejects.toMatchObject({ status: 422, fields: { mapping: data.upload.problems[0] } });
  const map = (mapping: ("phone" | "full_name" | "")[]) =>
    manager(uploads.map, { params: { id: data.upload.id }, body: { mapping } });
  await expect(map(["phone"])).rejects.toMatchObject({
    status: 422,
    fields: { mapping: "Match each of the 2 columns to a field" },
  });
  await map(["full_name", "phone"]);
  await expect(start()).rejects.toMatchObject({ status: 422, fields: { csv_file: "No record found" } });
  await map(["phone", "phone"]);
  await expect(start()).rejects.toMatchObject({
    fields: { mapping: "Phone number is selected for more than one column: Who, What." },
  });
});
