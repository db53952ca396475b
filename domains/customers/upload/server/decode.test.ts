import { expect, test } from "vitest";
import { decode } from "./decode.ts";

const codePoints = (text: string) => [...text].map((char) => char.codePointAt(0) ?? 0);
const utf32 = (text: string) => Buffer.from(new Uint32Array(codePoints(text)).buffer);
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const table = "Name,Phone\nAna,2125550123\n";

test.each<[string, string | Buffer, RegExp]>([
  ["UTF-32", utf32(table), /^This file is saved as UTF-32/],
  ["UTF-32 with a byte order mark", utf32(`\ufeff${table}`), /^This file is saved as UTF-32/],
  ["big-endian UTF-32", utf32(table).swap32(), /^This file is saved as UTF-32/],
  ["a vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nTEL:2125550123\r\nEND:VCARD\r\n", /^This is a vCard file/],
  ["a vCard after a byte order mark", "\ufeffBEGIN:VCARD\nFN:Ana\n", /^This is a vCard file/],
  ["a vCard in UTF-16", utf16("\ufeffBEGIN:VCARD\nFN:Ana\n"), /^This is a vCard file/],
  ["a calendar", "BEGIN:VCALENDAR\nVERSION:2.0\n", /^This is a calendar/],
  ["JSON objects", '[{"name": "Ana", "phone": "2125550123"}]', /^This is a JSON file/],
  ["JSON rows", '\n[ ["Ana", "2125550123"] ]', /^This is a JSON file/],
  ["a JSON object", '{\n  "customers": []\n}', /^This is a JSON file/],
  ["JSON lines", '{"name":"Ana"}\n{"name":"Bo"}\n', /^This is a JSON file/],
  ["a web page", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", /^This is a web page/],
  ["a table of a web page", "\r\n<table><tr><td>Ana</td></tr></table>", /^This is a web page/],
  ["an XML workbook", '<?xml version="1.0"?>\n<Workbook/>', /^This is an XML file/],
  ["a PDF", "%PDF-1.7\n", /^This is a PDF/],
  ["a PDF after a line break", "\n%PDF-1.4\n", /^This is a PDF/],
])("%s is refused with its name", (_, file, message) => {
  expect(() => decode(Buffer.from(file))).toThrow(message);
});

test.each<[string, string | Buffer]>([
  ["labels", table],
  ["UTF-16", utf16(`\ufeff${table}`)],
  ["UTF-16 without a byte order mark", utf16(table)],
  ["brackets in a label", "[Name],{Phone}\nAna,2125550123\n"],
  ["a less-than sign in a label", "<Name>,<Phone>\nAna,2125550123\n"],
  ["nothing", ""],
])("a file with %s is a table", (_, file) => {
  expect(decode(Buffer.from(file)).head.startsWith("This")).toBe(false);
});
