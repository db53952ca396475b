import { expect, test } from "vitest";
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
