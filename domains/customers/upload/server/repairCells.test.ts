import fc from "fast-check";
import { expect, test } from "vitest";
import { repairCells } from "./parseRows.ts";

const repaired = (cell: string) => repairCells([cell]).cells[0];
const misreadAs = (encoding: string, text: string) => new TextDecoder(encoding).decode(new TextEncoder().encode(text));

test.each([
  ["JosÃ©", "José"],
  ["MÃ¼ller", "Müller"],
  ["NÃºÃ±ez, ZoÃ«", "Núñez, Zoë"],
  ["JosÃƒÂ©", "José"],
  ["MÃƒÂ¼ller", "Müller"],
  ["JosÃƒÆ’Ã‚Â©", "José"],
  ["Jos\u00c3\u0083\u00c2\u00a9", "José"],
  [misreadAs("windows-1252", "Łukasz"), "Łukasz"],
  ["Oâ€™Brien", "O’Brien"],
  ["â€œBoâ€\u009d Lee", "“Bo” Lee"],
  ["1 Ca\u00c3\u00b1on St", "1 Cañon St"],
  ["Nguyá»…n", "Nguyễn"],
  ["Ð˜Ð²Ð°Ð½", "Иван"],
  ["ðŸ˜€ Bo", "😀 Bo"],
  [misreadAs("windows-1252", "李明"), "李明"],
  [misreadAs("macintosh", "Núñez – Łukasz"), "Núñez – Łukasz"],
  ["Jos√©", "José"],
  ["M√ºller", "Müller"],
])("%s is read as %s", (cell, text) => expect(repaired(cell)).toBe(text));

test.each([
  "José",
  "Müller",
  "Ångström",
  "SEBASTIÃO",
  "MAÇÃ",
  "Conceição Irmã",
  "CAFÉ™",
  "ROSÉ®",
  "„Zum Café“",
  "São João",
  "50 €",
  "Ñandú",
  "É",
  "ÁîÖ",
  "CAFÉ’S and JOSÉ’S",
  "PEÑA’S",
  "Ana",
  "√9",
  "José MuÃ±oz",
])("%s stays", (cell) => expect(repairCells([cell])).toEqual({ cells: [cell], misread: undefined }));

test.each([
  ["Smith &amp; Sons", "Smith & Sons"],
  ["O&#39;Brien", "O'Brien"],
  ["O&#x27;Brien", "O'Brien"],
  ["Jos&eacute;", "José"],
  ["Smith &amp;amp; Sons", "Smith & Sons"],
  ["&quot;Bo&quot; Lee", '"Bo" Lee'],
  ["AT&T", "AT&T"],
  ["B&O; Lee", "B&O; Lee"],
  ["&copy Lee", "&copy Lee"],
  ["Jos&Atilde;&copy;", "José"],
  ['="0123"', "0123"],
  ['="9095550123"', "9095550123"],
  ['="Bo ""B"" Lee"', 'Bo "B" Lee'],
  ["=1+1", "=1+1"],
  ["'0123", "0123"],
  ["'(909) 555-0123", "(909) 555-0123"],
  ["'t Hooft", "'t Hooft"],
  ["'=Acme", "'=Acme"],
])("%s is %s", (cell, text) => expect(repaired(cell)).toBe(text));

test("apostrophes before all of a row's cells mark text; before one they are a name's", () => {
  expect(repairCells(["'John", "'Smith", "", "'9095550123"]).cells).toEqual(["John", "Smith", "", "9095550123"]);
  expect(repairCells(["'Iolani", "Smith", "'9095550123"]).cells).toEqual(["'Iolani", "Smith", "9095550123"]);
});

test("what is misread is named, and any name that was misread comes back", () => {
  expect(repairCells(["Ana", "JosÃ©", "MÃ¼ller"]).misread).toBe("JosÃ©");
  const letter = fc.constantFrom(..."abeilnorz ABELMNOZ'-áâãäåçéèêëíîïñóôöøúüýßÁÉÍÑÓÖÚÜŁłśźżşğőűčřžđ’–");
  const name = fc.string({ unit: letter, maxLength: 20 });
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 2 }), (text, times) => {
      let garbled = text;
      for (let time = 0; time < times; time += 1) garbled = misreadAs("windows-1252", garbled);
      expect(repaired(garbled)).toBe(text);
      expect(repaired(text)).toBe(text);
    }),
  );
});
