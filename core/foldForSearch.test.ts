import { expect, test } from "vitest";
import { foldForSearch } from "./foldForSearch.ts";

test.each([
  ["O’Brien", "obrien"],
  ["O'Brien", "obrien"],
  ["OʼBrien", "obrien"],
  ["O`Brien", "obrien"],
  ["O´Brien", "obrien"],
  ["o‘brien", "obrien"],
  ["Łukasz Żółć", "lukasz zolc"],
  ["Søren", "soren"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["Yılmaz", "yilmaz"],
  ["İsmail", "ismail"],
  ["Ægir Þór", "aegir thor"],
  ["Đorđe", "dorde"],
  ["Ðora", "dora"],
  ["Œuvre", "oeuvre"],
  ["Ħal", "hal"],
  ["Zoë Núñez", "zoe nunez"],
  ["Ångström Ő Ş Č Ą Ț Ğ", "angstrom o s c a t g"],
  ["Nguyễn", "nguyen"],
  ["ＪＯＨＮ　Ｄｏｅ－９０９", "john doe-909"],
])("%s is compared as %s", (text, folded) => expect(foldForSearch(text)).toBe(folded));
