import { expect, test } from "vitest";
import { choosePhone, noteOfCell, readCellPhone } from "./rules.ts";

test.each([
  ["(909)\u00a0555-2040", "+19095552040"],
  ["+1\u202f909\u202f555\u202f2041", "+19095552041"],
  ["909\u2011555\u20112042", "+19095552042"],
  ["909-555-2043 (cell)", "+19095552043"],
  ["909-555-2044 / 909-555-2045", "+19095552044"],
  ["000-000-0000 / 909-555-2045", "+19095552045"],
  ["(909) 555-2010 ::: (909) 555-2011", "+19095552010"],
  ["909-555-2044, 909-555-2045", "+19095552044"],
  ["home: 909-555-2044 / cell: 909-555-2045", "+19095552045"],
  ["H: 909-555-2044; C: 909-555-2045", "+19095552045"],
  ["909-555-2044 (home), 909-555-2045 (mobile)", "+19095552045"],
  ["work 909-555-2044 / 909-555-2045", "+19095552045"],
  ["909-555-2044; 909-555-2045", "+19095552044"],
  ["909-555-2044 or 909-555-2045", "+19095552044"],
  ["909-555-2044\n909-555-2045", "+19095552044"],
  ["9095552046.0", "+19095552046"],
  ["19095552046.00", "+19095552046"],
  ['="9095552047"', "+19095552047"],
  ['=""9095552047""', "+19095552047"],
  ["0019095552049", "+19095552049"],
  ["011 1 909 555 2050", "+19095552050"],
  ["909/555-2051", "+19095552051"],
  ["1 909 555 2052", "+19095552052"],
  ["C: 909-555-2053", "+19095552053"],
  ["Cell: 909-555-2053", "+19095552053"],
  ["Mobile 909-555-2053", "+19095552053"],
  ["M - 909-555-2053", "+19095552053"],
  ["909-555-2053 cell", "+19095552053"],
  ["909-555-2053 (c)", "+19095552053"],
  ["909-555-2053 m", "+19095552053"],
  ["+19095552054", "+19095552054"],
  ["９０９５５５２０５５", "+19095552055"],
  ["\u202a+1 (909) 555\u20112057\u202c", "+19095552057"],
  ["909\uFFFD555-2058", "+19095552058"],
])("%j is %s", (cell, phone) => expect(readCellPhone(cell)).toEqual({ phone, reason: "" }));

test.each([
  ["9.09556E+09", "Excel has shortened this number: 9.09556E+09. Format the column as text"],
  ["9,09556e9", "Excel has shortened this number: 9,09556e9. Format the column as text"],
  ["0909 555 2056", "Phone number 0909 555 2056 starts with 0, which US numbers never do"],
  ["909-555-2043 x12", "Phone number 909-555-2043 x12 has an extension, which can't be texted"],
  ["(900) 555-0123", "Phone number (900) 555-0123: premium-rate numbers can't be texted or called"],
  ["876-555-0123", "Phone number 876-555-0123: numbers in Jamaica can't be texted or called from this account"],
  ["000-000-0000", "Phone number 000-000-0000 is not a US number"],
  ["123-456-7890", "Phone number 123-456-7890: this number doesn't exist. Check the area code"],
  ["909555204", "Phone number 909555204 is not a US number"],
  ["call her", "Phone number call her is not a US number"],
  ["2125550123 2125550124", "Phone number 2125550123 2125550124 is not a US number"],
])("%j is no phone: %s", (cell, reason) => expect(readCellPhone(cell)).toEqual({ reason }));

test("a country that the business may text counts", () => {
  expect(readCellPhone("416-555-0123", ["CA"])).toEqual({ phone: "+14165550123", reason: "" });
});

test("a long cell costs no time", () => {
  const started = performance.now();
  for (const cell of ["1".repeat(100_000), "a ".repeat(50_000), "1 / ".repeat(25_000), "(".repeat(100_000)])
    readCellPhone(cell);
  expect(performance.now() - started).toBeLessThan(500);
});

const chosen = (...cells: string[]) =>
  choosePhone(cells.map((cell, at) => ({ cell, rank: at, label: at === 0 ? "Phone" : "Home" })));
const number = "909-555-2053";

test.each(
  `${number} (do not text)|${number} (DNC)|${number} (opted out)|DNC ${number}|do not text: ${number}|${number} (STOP)|(no text) ${number}|NO SMS ${number}|${number} (no texts)|${number} (unsubscribed)|no text: ${number}|do not call ${number}|${number} - do not text|${number} DO NOT TEXT!|${number} opted out|don't text ${number}|dnc-${number}|${number} stop|${number} do not contact|opt-out ${number}|never text ${number}|C: ${number} (DNC)`.split(
    "|",
  ),
)("%j is opted out, and says so", (cell) => {
  expect(chosen(cell)).toMatchObject({
    phone: "+19095552053",
    forbids: `Phone: ${cell}`,
    note: `Phone: ${cell}: this phone is opted out of texts`,
  });
});

test.each(
  `${number}|${number} (cell)|C: ${number}|Mobile ${number}|${number} m|Home: ${number}|cell #: ${number}|Cell Phone ${number}|Tel. ${number}`.split(
    "|",
  ),
)("%j has no words that are lost", (cell) => {
  expect(chosen(cell)).toMatchObject({ phone: "+19095552053", forbids: "", note: "" });
});

test.each([
  [`${number} (wife)`, "wife"],
  [`Jim ${number}`, "Jim"],
  [`fax: ${number}`, "fax"],
  [`${number} call after five`, "call after five"],
  [`${number} (not opted out)`, "not opted out"],
])("of %j, the words are said to be left out", (cell, words) => {
  const { note, forbids } = chosen(cell);
  expect([note, forbids]).toEqual([`Phone has words next to the number, which are left out: ${words}`, ""]);
  expect(noteOfCell(cell)).toBe(words);
});

test("a fax machine's number gives way to the row's other phone", () => {
  expect(chosen(`fax: ${number}`, "909-555-2060").phone).toBe("+19095552060");
  expect(chosen(`${number} (fax)`, "909-555-2060").phone).toBe("+19095552060");
  expect(chosen(`fax ${number}; cell 909-555-2061`).phone).toBe("+19095552061");
});

test("words in place of a phone hold for the phone that is used", () => {
  expect(chosen("DO NOT TEXT", number)).toMatchObject({ phone: "+19095552053", forbids: "Phone: DO NOT TEXT" });
  expect(chosen(number, "909-555-2060 (do not text)")).toMatchObject({ phone: "+19095552053", forbids: "" });
});
