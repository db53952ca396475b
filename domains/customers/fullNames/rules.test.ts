import fc from "fast-check";
import { expect, test } from "vitest";
import { isWholeName, splitName, tidyNames } from "./rules.ts";

test.each([
  ["Maria Lopez", "Maria", "Lopez"],
  ["Lopez, Maria", "Maria", "Lopez"],
  ["  Maria   Lopez ", "Maria", "Lopez"],
  ["Juan Carlos de la Cruz", "Juan", "Carlos de la Cruz"],
  ["José Ortega y Gasset", "José", "Ortega y Gasset"],
  ["Nguyễn Văn An", "Nguyễn", "Văn An"],
  ["李 明", "李", "明"],
  ["Ali bin Hassan", "Ali", "bin Hassan"],
  ["Van Morrison", "Van", "Morrison"],
  ["Cher", "Cher", ""],
  ["J.R. Smith", "J.R.", "Smith"],
  ["J. Robert Smith", "J. Robert", "Smith"],
  ["V Patel", "V", "Patel"],
  ["Mary-Jane O’Neil", "Mary-Jane", "O’Neil"],
  // Names that are words of other meanings, too.
  ["Charlotte Church", "Charlotte", "Church"],
  ["Jude Law", "Jude", "Law"],
  ["Tyra Banks", "Tyra", "Banks"],
  ["Dean Martin", "Dean", "Martin"],
  ["Judge Reinhold", "Judge", "Reinhold"],
  ["Pastor Lopez", "Pastor", "Lopez"],
  ["Don Johnson", "Don", "Johnson"],
  ["Jack Ma", "Jack", "Ma"],
  ["Md Rahman", "Md", "Rahman"],
  ["Harrison Ford", "Harrison", "Ford"],
])("%s is a first and a last name", (full, first_name, last_name) =>
  expect(splitName(full)).toEqual({ first_name, last_name }),
);

test.each([
  ["GRANT, OLIVIA M", "OLIVIA", "GRANT"],
  ["DE LA CRUZ, JOSE JR", "JOSE", "DE LA CRUZ JR"],
  ["Cruz, Jose A Jr.", "Jose", "Cruz Jr."],
  ["smith, john a. jr.", "john", "smith jr."],
  ["Lee, Mary Ann", "Mary Ann", "Lee"],
  ["Lee, J", "J", "Lee"],
  ["Lopez-Garcia, Ana Maria T.", "Ana Maria", "Lopez-Garcia"],
  ["SMITH,JOHN", "JOHN", "SMITH"],
  ["Smith , John", "John", "Smith"],
  ["Smith; John", "John", "Smith"],
  ["Smith, John,", "John", "Smith"],
  ["Smith, John, A", "John", "Smith"],
  ["St. John, Ian", "Ian", "St. John"],
  ["Smith,", "", "Smith"],
  ["Smith , ", "", "Smith"],
  [", John", "John", ""],
  ["Ann Lee,", "Ann", "Lee"],
  [",", "", ""],
])("%s has its last name first", (full, first_name, last_name) =>
  expect(splitName(full)).toEqual({ first_name, last_name }),
);

test.each([
  ["Dr. Ann Lee", "Ann", "Lee"],
  ["Dr Ann Lee", "Ann", "Lee"],
  ["DR. ANN LEE", "ANN", "LEE"],
  ["Lee, Dr. Ann", "Ann", "Lee"],
  ["Prof. Lee, Ann", "Ann", "Lee"],
  ["Mrs. Ann Smith-Jones", "Ann", "Smith-Jones"],
  ["Rev. Dr. Martin Luther King Jr.", "Martin", "Luther King Jr."],
  ["Pastor John Smith", "John", "Smith"],
  ["Sra. Maria Lopez", "Maria", "Lopez"],
  ["Sr. Juan Lopez", "Juan", "Lopez"],
  ["Juan Lopez Sr.", "Juan", "Lopez Sr."],
  ["John Smith III", "John", "Smith III"],
  ["Ann Lee 3rd", "Ann", "Lee 3rd"],
  ["John Smith, Jr.", "John", "Smith Jr."],
  ["Smith Jr., John", "John", "Smith Jr."],
  ["Smith, John, Jr.", "John", "Smith Jr."],
  ["Ann Lee MD", "Ann", "Lee"],
  ["Ann Lee, M.D., Ph.D.", "Ann", "Lee"],
  ["Mr. John Smith, Jr., Esq.", "John", "Smith Jr."],
  ["Dr. Smith", "", "Smith"],
  ["Miss Ann", "", "Ann"],
  ["Smith Jr", "", "Smith Jr"],
  ["Dr.", "", "Dr."],
  ['John "Jack" Kennedy', "John", "Kennedy"],
  ["Smith, Robert (Bob)", "Robert", "Smith"],
])("%s: titles, suffixes and nicknames are no first name", (full, first_name, last_name) =>
  expect(splitName(full)).toEqual({ first_name, last_name }),
);

test.each([
  ["c/o John Smith", "John", "Smith"],
  ["Attn: John Smith", "John", "Smith"],
  ["John Smith c/o Ann Lee", "John", "Smith"],
  ["John and Mary Smith", "John and Mary", "Smith"],
  ["John & Mary Smith", "John & Mary", "Smith"],
  ["Smith, John & Mary", "John & Mary", "Smith"],
  ["Juan y Maria Lopez", "Juan y Maria", "Lopez"],
])("%s: people who are addressed, and couples", (full, first_name, last_name) =>
  expect(splitName(full)).toEqual({ first_name, last_name }),
);

const wholeNames = [
  "CITY OF X",
  "City of Ames Dept. of Public Works",
  "Bank of America",
  "Toyota of Orlando",
  "Acme, Inc.",
  "ACME PLUMBING INC",
  "Harbor View L.L.C.",
  "HARBOR VIEW L L C",
  "Transportes Ruiz S.A. de C.V.",
  "Springfield Motors",
  "PAY-LESS AUTO SALES",
  "Ford Motor Credit",
  "Smith Family Trust",
  "First Baptist Church",
  "Grace Church",
  "Lincoln Elementary School",
  "Panadería La Rosa",
  "Joe's Garage",
  "Denny’s",
  "The Smiths",
  "H&R Block",
  "AT&T",
  "Barnes & Noble",
  "A & W Root Beer",
  "Johnson & Sons",
  "4 Wheel Parts",
  "A-1 Towing",
  "cars.com",
  "Acme LLC c/o Jane Roe",
  "Attn: Accounts Payable",
  "Wireless Caller",
  "UNKNOWN",
  "Estate of John Smith",
  "John Smith (deceased)",
  "Mr. & Mrs. John Smith",
  "Mr. and Mrs. Smith",
  "John/Jane Smith",
  "Lopez, Maria / Juan",
  "Smith, John, Mary",
  "Kim & Lee & Park",
  "ann@example.com",
  "John Smith Apt 4",
];

test.each(wholeNames)("%s stays whole, so that no greeting uses a part of it", (full) => {
  expect(splitName(full)).toEqual({ first_name: "", last_name: full });
});

test.each([
  ["DE LA CRUZ", "DE LA CRUZ"],
  ["De Leon", "De Leon"],
])("%s is a last name alone", (full, last_name) => expect(splitName(full)).toEqual({ first_name: "", last_name }));

test.each([
  ["Ana Maria", "Díaz", "Ana Maria", "Díaz"],
  ["Dr. Ann", "Lee", "Ann", "Lee"],
  ["Dr. Ann", "", "Ann", ""],
  ["Dr.", "Lee", "", "Lee"],
  ["John Jr.", "Smith", "John", "Smith Jr."],
  ["John", "Smith,", "John", "Smith"],
  ["John", "Smith III", "John", "Smith III"],
  ["Smith,", "John", "John", "Smith"],
  ["Smith, John", "", "John", "Smith"],
  ["", "Smith, John", "John", "Smith"],
  ["", "De La Cruz", "", "De La Cruz"],
  ["Mary Ann", "Church", "Mary Ann", "Church"],
  ["A", "'t Hooft", "A", "'t Hooft"],
  ["CITY OF X", "", "", "CITY OF X"],
  ["", "CITY OF X", "", "CITY OF X"],
  ["Acme", "Motors LLC", "", "Acme Motors LLC"],
  ["CITY", "OF X", "", "CITY OF X"],
  ["Mr. & Mrs.", "Smith", "", "Mr. & Mrs. Smith"],
  ["Hope", "School", "Hope", "School"],
  ["Ann", "Police", "Ann", "Police"],
  ["MARIA", "MOTOR", "MARIA", "MOTOR"],
  ["Joe", "Stores", "Joe", "Stores"],
  ["Dee", "Travel", "Dee", "Travel"],
  ["", "Police", "", "Police"],
  ["City", "Police", "", "City Police"],
  ["Auto", "Shop", "", "Auto Shop"],
  ["Bob's", "Diner", "", "Bob's Diner"],
  ["Springfield", "Motors", "", "Springfield Motors"],
  ["Lincoln High", "School", "", "Lincoln High School"],
  ["H&R", "Travel", "", "H&R Travel"],
  ["Jennifer", "Null", "Jennifer", "Null"],
  ["Na", "Lee", "Na", "Lee"],
  ["None", "Smith", "None", "Smith"],
  ["Null", "Na", "", ""],
  ["None", "", "", ""],
  ["", "None", "", ""],
  ["", "", "", ""],
])("the columns %j and %j are %j and %j", (first, last, first_name, last_name) =>
  expect(tidyNames(first, last)).toEqual({ first_name, last_name }),
);

test("of any text, nothing is made up, and a first name holds no title and no comma", () => {
  const part = fc.constantFrom(
    "Dr.",
    "Ann",
    "Lee",
    ",",
    "Jr.",
    "&",
    "LLC",
    "of",
    "c/o",
    "de",
    "(x)",
    "J.",
    "ü",
    "4",
    " ",
  );
  const typed = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(part, { maxLength: 7 }).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(typed, (full) => {
      const { first_name, last_name } = splitName(full);
      expect(first_name).not.toMatch(/^dr\.( |$)|[,;]/i);
      for (const word of `${first_name} ${last_name}`.split(" ")) expect(full).toContain(word);
      for (const name of [first_name, last_name]) expect(name).toBe(name.trim());
    }),
  );
});

test("a company's or a household's last name is all of the name, a person's is not", () => {
  for (const name of ["CITY OF X", "Acme LLC", "Mr. & Mrs. Smith"]) expect(isWholeName(name), name).toBe(true);
  for (const name of ["Lopez", "De La Cruz", "Church", "Smith Jr.", "Police"])
    expect(isWholeName(name), name).toBe(false);
});
