import { expect, test } from "vitest";
import type { FileEncoding } from "../fields.ts";
import { decode } from "./decode.ts";

const macLetters: Record<string, number> = {
  é: 0x8e,
  è: 0x8f,
  ñ: 0x96,
  ó: 0x97,
  ü: 0x9f,
  ö: 0x9a,
  ä: 0x8a,
  á: 0x87,
  í: 0x92,
  ú: 0x9c,
  ë: 0x91,
  ç: 0x8d,
  ï: 0x95,
  ô: 0x99,
  É: 0x83,
  Ö: 0x85,
  Ñ: 0x84,
  "’": 0xd5,
  Á: 0xe7,
  ß: 0xa7,
  ø: 0xbf,
  ê: 0x90,
  â: 0x89,
  à: 0x88,
  "–": 0xd0,
};
const windowsLetters: Record<string, number> = {
  "’": 0x92,
  "–": 0x96,
  "“": 0x93,
  "”": 0x94,
  š: 0x9a,
  Š: 0x8a,
  ž: 0x9e,
  Ž: 0x8e,
};
const bytesIn = (text: string, letters: Record<string, number>) =>
  Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.codePointAt(0) ?? 0));
const readBack = (bytes: Uint8Array) => {
  const file = decode(bytes);
  return { encoding: file.encoding, text: [...file.pieces()].join(""), damaged: file.damaged };
};

const names =
  "José Muñoz|Zoë Müller|Renée Côté|François Lefèvre|André Göring|Jürgen Bäcker|Iñigo Ibáñez|María García|Seán O’Neill|Åsa|Luís Gómez|Peña|Ángel Núñez|Raúl|Günther|Thérèse|Noël|Chloé|Björn|Beyoncé";

test.each(names.split("|").filter((name) => [...name].every((letter) => letter < "\u0080" || macLetters[letter])))(
  "%s is read from Mac Roman",
  (name) => {
    const text = `First,Phone\r${name},909-555-2001\r`;
    expect(readBack(bytesIn(text, macLetters))).toEqual({ encoding: "Mac Roman", text, damaged: 0 });
  },
);

test.each([
  ...names.split("|"),
  "Joe’s Diner",
  "D’Angelo",
  "O’Brien",
  "Sales – Parts",
  "“The” Shop",
  "Tomáš Šimek",
  "Ana Žižek",
])("%s is read from Windows-1252", (name) => {
  const text = `First,Phone\n${name},909-555-2001\n`;
  expect(readBack(bytesIn(text, windowsLetters))).toEqual({ encoding: "Windows-1252", text, damaged: 0 });
});

test.each(names.split("|"))("%s stays as it is in UTF-8 with one wrong byte elsewhere", (name) => {
  const bytes = Buffer.concat([
    Buffer.from(`First,Phone\n${name},1\nBob Sm`),
    Buffer.from([0xe9]),
    Buffer.from("th,2\n"),
  ]);
  expect(readBack(bytes)).toEqual({
    encoding: "UTF-8",
    text: `First,Phone\n${name},1\nBob Sm\uFFFDéth,2\n`,
    damaged: 1,
  });
});

test("UTF-8 without a wrong byte is left alone", () => {
  expect(readBack(Buffer.from("Zoë,1\n"))).toEqual({ encoding: "UTF-8", text: "Zoë,1\n", damaged: 0 });
});

/** As DOS and the dealers' programs of its time write them. */
const dosLetters: Record<string, number> = {
  é: 0x82,
  è: 0x8a,
  ñ: 0xa4,
  ó: 0xa2,
  ü: 0x81,
  ö: 0x94,
  ä: 0x84,
  á: 0xa0,
  í: 0xa1,
  ú: 0xa3,
  ë: 0x89,
  ç: 0x87,
  ô: 0x93,
  É: 0x90,
  Ö: 0x99,
  Ñ: 0xa5,
  Á: 0xb5,
  ß: 0xe1,
  ê: 0x88,
  â: 0x83,
  à: 0x85,
  å: 0x86,
  Å: 0x8f,
  "’": 0x27,
};

test.each(names.replaceAll("’", "'").split("|"))("%s is read from DOS beside other names", (name) => {
  const text = `First,Phone\r\n${name},909-555-2001\r\nMuñoz,909-555-2002\r\nJosé,909-555-2003\r\n`;
  expect(readBack(bytesIn(text, dosLetters))).toEqual({ encoding: "DOS", text, damaged: 0 });
});

test.each(["Chevy™ Center", "GMC™", "Wait…", "Ana\u00a0Lopez", "“the best”", "‘Ana’", "D’ANGELO", "© Ana", "Ana®"])(
  "%s isn't taken for DOS",
  (name) => {
    const signs = { ...windowsLetters, "™": 0x99, "…": 0x85, "‘": 0x91 };
    const text = `First,Phone\n${name},909-555-2001\n`;
    expect(readBack(bytesIn(text, signs))).toMatchObject({ encoding: "Windows-1252", text });
  },
);

test.each<[FileEncoding, string, number[]]>([
  ["Windows-1250", "Łukasz Žák", [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a, 0x20, 0x8e, 0xe1, 0x6b]],
  ["ISO-8859-2", "Łuk", [0xa3, 0x75, 0x6b]],
  ["CP852", "Łuk", [0x9d, 0x75, 0x6b]],
  ["ISO-8859-15", "Œuvrard", [0xbc, 0x75, 0x76, 0x72, 0x61, 0x72, 0x64]],
  ["CP866", "Иван", [0x88, 0xa2, 0xa0, 0xad]],
  ["Mac Cyrillic", "Иван", [0x88, 0xe2, 0xe0, 0xed]],
  ["EUC-JP", "田中", [0xc5, 0xc4, 0xc3, 0xe6]],
  ["Windows-1251", "Иван", [0xc8, 0xe2, 0xe0, 0xed]],
  ["KOI8-R", "Иван", [0xe9, 0xd7, 0xc1, 0xce]],
  ["Shift_JIS", "田中", [0x93, 0x63, 0x92, 0x86]],
  ["GB18030", "王伟", [0xcd, 0xf5, 0xce, 0xb0]],
  ["Big5", "王", [0xa4, 0xfd]],
  ["EUC-KR", "김", [0xb1, 0xe8]],
  ["DOS", "José", [0x4a, 0x6f, 0x73, 0x82]],
])("in %s, as chosen, a name is %s", (encoding, name, bytes) => {
  const file = decode(Uint8Array.from(bytes), { encoding });
  expect(file.encoding).toBe(encoding);
  expect([...file.pieces()].join("")).toBe(name);
});

test("what can't be read in the chosen encoding is marked, not left out", () => {
  const file = decode(Uint8Array.from([0x41, 0xff, 0x42]), { encoding: "UTF-8" });
  expect([...file.pieces()].join("")).toBe("A\ufffdB");
});
