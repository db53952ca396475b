import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asciiFileName,
  isExecutable,
  isFakeImage,
  safeContentType,
  sanitizeFileName,
  withExtension,
} from "./fileNames.ts";

describe("a file's name", () => {
  test.each([
    ["offer.pdf", "offer.pdf"],
    ["C:\\fakepath\\my offer.pdf", "my offer.pdf"],
    ["../../etc/passwd", "passwd"],
    ["photo\u0000.png.exe", "photo .png.exe"],
    ["invoice\u202Egnp.exe", "invoicegnp.exe"],
    ["a\u200Bb\uFEFF.txt", "ab.txt"],
    ["two\nlines\t.txt", "two lines.txt"],
    ["  ..hidden.. ", "hidden"],
    ["%22quoted%22%0D%0A.txt", `"quoted".txt`],
    ["", "file"],
    ["///", "file"],
    ["...", "file"],
    ["Jürgen 🚗.jpg", "Jürgen 🚗.jpg"],
    ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"],
  ])("%j is stored as %j", (uploaded, cleaned) => expect(sanitizeFileName(uploaded)).toBe(cleaned));

  test("is truncated before its extension", () => {
    const cleaned = sanitizeFileName(`${"x".repeat(500)}.jpeg`);
    expect(cleaned).toHaveLength(100);
    expect(cleaned).toMatch(/x\.jpeg$/);
  });

  test("is safe to show, store and put in a URL, whatever was uploaded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (uploaded) => {
        const name = sanitizeFileName(uploaded);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(100);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/u);
        expect(name.isWellFormed()).toBe(true);
        expect(sanitizeFileName(name)).toBe(name);
        expect(asciiFileName(name)).toMatch(/^[\w-][\w.-]{0,39}$/);
      }),
    );
  });

  test.each([
    ["Ångström für Zoë.PDF", "Angstrom-fur-Zoe.pdf"],
    ["报价.pdf", "file.pdf"],
    ["a b  c.txt", "a-b-c.txt"],
    [`${"long".repeat(30)}.html`, `${"long".repeat(8)}lon.html`],
  ])("in ASCII %j is %j", (name, ascii) => expect(asciiFileName(name)).toBe(ascii));

  test("gets the extension of the converted picture", () => {
    expect(withExtension("holiday.png", "jpg")).toBe("holiday.jpg");
    expect(withExtension("no ending", "jpg")).toBe("no ending.jpg");
  });
});

describe("a file's type", () => {
  test.each([
    ["cat.png", "", true],
    ["cat.JPG", "application/zip", true],
    ["cat.png", "image/jpeg", false],
    ["cat.pdf", "", false],
    ["cat.heic", "image/heic", false],
  ])("%s of %j pretends to be a picture: %s", (name, type, pretends) => expect(isFakeImage(name, type)).toBe(pretends));

  test.each([
    ["setup.exe", "application/x-msdownload", true],
    ["offer.pdf", "application/x-msdownload", true],
    ["offer.pdf.js", "", true],
    ["offer.pdf", "application/pdf", false],
  ])("%s of %j is a program: %s", (name, type, program) => expect(isExecutable(name, type)).toBe(program));

  test("anything that could render as a page is served as octet-stream", () => {
    const inert = "application/octet-stream";
    for (const type of [
      undefined,
      "",
      "text/html",
      "image/svg+xml",
      "application/xml",
      "text/javascript",
      "application/xhtml+xml",
    ]) {
      expect(safeContentType(type)).toBe(inert);
    }
    expect(safeContentType("application/pdf")).toBe("application/pdf");
    expect(safeContentType("audio/mpeg")).toBe("audio/mpeg");
  });
});
