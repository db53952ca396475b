import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DetailField, detailFields, emptyCustomer } from "#domains/customers/fields.ts";
import { isWholeName } from "#domains/customers/fullNames/rules.ts";
import type { UploadMapping } from "./fields.ts";
import {
  changesOf,
  columnLabels,
  createRowReader,
  firstRowNotes,
  joinedNote,
  mappingProblems,
  readRow,
  skippedNote,
} from "./rules.ts";

describe("a row", () => {
  const mapping: UploadMapping = [
    "phone",
    "first_name",
    "last_name",
    "email",
    "company",
    "address",
    "address",
    "city",
    "state",
    "zip",
  ];
  const phone = "2125550123";
  const reasonOf = (...cells: string[]) => readRow(cells, mapping).reason;

  test("is read field by field, trimmed, with its address joined", () => {
    const cells = [
      phone,
      " Ana\u00a0 Maria ",
      "Díaz",
      "n/a",
      "'=Acme",
      "1 Main St\nUnit 2",
      "",
      "Springfield",
      "NY",
      "10001",
    ];
    expect(readRow(cells, mapping)).toEqual({
      custom: {},
      reason: "",
      warning: "",
      optOut: { texts: "", emails: "" },
      isConsentUnclear: false,
      hasPhone: true,
      fields: {
        ...emptyCustomer,
        phone: "+12125550123",
        first_name: "Ana Maria",
        last_name: "Díaz",
        email: "",
        company: "=Acme",
        address: "1 Main St, Unit 2, Springfield, NY 10001",
      },
    });
  });

  test.each([
    [[""], "Phone number is missing"],
    [["n/a"], "Phone number is missing"],
    [["12345"], "Phone number 12345 is not a US number"],
    [["2.12556E+09"], "Excel has shortened this number: 2.12556E+09. Format the column as text"],
    [["212-555-0123 ext. 12"], "Phone number 212-555-0123 ext. 12 has an extension, which can't be texted"],
    [["(212) 555-0123 x12"], "Phone number (212) 555-0123 x12 has an extension, which can't be texted"],
    [["2125550123#12"], "Phone number 2125550123#12 has an extension, which can't be texted"],
    [["x".repeat(500)], `Phone number ${"x".repeat(40)}… is not a US number`],
    [[phone, "x".repeat(101)], "First name is longer than 100 characters"],
    [[phone, "", "x".repeat(101)], "Last name is longer than 100 characters"],
    [[phone, "", "", "", "x".repeat(256)], "Company is longer than 255 characters"],
    [[phone, "", "", "", "", "x".repeat(200), "x".repeat(60)], "Address is longer than 255 characters"],
    [[phone, "A\u0000na"], "First name contains a character that can't be stored"],
    [[phone], ""],
    [[phone, "'t Hooft"], ""],
  ])("%j: %j", (cells, reason) => expect(reasonOf(...cells)).toBe(reason));

  test("with more cells than labels is rejected, unless the extra cells are empty", () => {
    expect(readRow([phone, "", "x"], ["phone", ""]).reason).toBe("This row has 3 cells, but there are 2 labels");
    expect(readRow([phone, "", " "], ["phone", ""]).reason).toBe("");
  });

  test("with arbitrary text has storable fields or a reason", () => {
    const cells = fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 12 });
    fc.assert(
      fc.property(cells, (input) => {
        const { fields, reason } = readRow(input, mapping);
        if (reason) return;
        expect(fields.phone).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
        for (const value of Object.values(fields)) {
          expect(value).not.toMatch(/[\p{Cc}]|^\s|\s$/u);
          expect(value.length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});

test.each([
  ["Jennifer", "Null", "Jennifer", "Null"],
  ["Jennifer", "NULL", "Jennifer", ""],
  ["n/a", "Smith", "", "Smith"],
  ["None", "Smith", "None", "Smith"],
  ["None", "None", "", ""],
  ["Hope", "School", "Hope", "School"],
])("the names %j and %j of a row are %j and %j", (first, last, first_name, last_name) => {
  const { fields } = readRow(["2125550123", first, last], ["phone", "first_name", "last_name"]);
  expect(fields).toMatchObject({ first_name, last_name });
});

test("missing labels are numbered by position, and repeated ones are numbered", () => {
  expect(columnLabels(["Phone", "", "phone", " Name "])).toEqual(["Phone", "Column 2", "phone (2)", "Name"]);
  expect(firstRowNotes(["Phone", "", "phone", "Name"], true)).toEqual([
    "More than one column is called phone.",
    "These columns have no label: 2.",
  ]);
  expect(firstRowNotes(["Phone", "Name"], true)).toEqual([]);
});

test("says what it made of the first rows, and which lines it joined", () => {
  expect(firstRowNotes(["Ana", "2125550123"], false)).toEqual([
    "The first row is imported as a customer, because it doesn't look like column labels.",
  ]);
  expect(skippedNote([])).toEqual([]);
  expect(skippedNote([["Customers", ""], ["of January"]])).toEqual([
    "Skipped above the first rows of the table: “Customers”, “of January”.",
  ]);
  expect(joinedNote([])).toEqual([]);
  const rows = Array.from({ length: 7 }, (_, at) => [10 * at + 2, 10 * at + 4] as const);
  expect(joinedNote(rows)).toEqual([
    "Check these lines; each is read as one customer, because of quotation marks: 2 to 4, 12 to 14, 22 to 24, 32 to 34, 42 to 44 and 2 more.",
  ]);
});

test("reports why a mapping can't be used", () => {
  const labels = ["A", "B", "C"];
  expect(mappingProblems(["phone", "address", "address"], labels)).toEqual([]);
  expect(mappingProblems(["", "", ""], labels)).toHaveLength(1);
  expect(mappingProblems(["phone", "phone", ""], labels)).toEqual([
    "Phone number is selected for more than one column: A, B.",
  ]);
  expect(mappingProblems(["phone", "full_name", "last_name"], labels)).toEqual([
    "Select either Full name, or First name and Last name.",
  ]);
});

test("the first row of a phone wins, and duplicates refer to it", () => {
  const read = createRowReader(["phone"]);
  expect(read(2, ["2125550123"]).reason).toBe("");
  expect(read(3, ["12"]).first).toBeUndefined();
  expect(read(4, ["(212) 555-0123"])).toMatchObject({ reason: "Same phone number as row 2", first: 2 });
  expect(read(6, ["2125550188"], "Joined").reason).toBe("Joined");
  expect(read(7, ["2125550188"]).reason).toBe("");
  expect(read(5, ["1 212 555 0123"])).toMatchObject({ reason: "Same phone number as row 2", first: 2 });
});

test("a row changes the fields it has; empty cells change nothing", () => {
  const details = Object.fromEntries(detailFields.map((name) => [name, fc.string()]));
  const fields = fc.record({
    ...(details as Record<DetailField, fc.Arbitrary<string>>),
    phone: fc.constant("+12125550123"),
  });
  fc.assert(
    fc.property(fields, fields, (customer, row) => {
      const after = { ...customer, ...changesOf(customer, row) };
      for (const [field, value] of Object.entries(row)) {
        if (field === "first_name" && isWholeName(row.last_name)) continue;
        expect(after[field as "email"]).toBe(value || customer[field as "email"]);
      }
      // Applying it twice changes nothing more.
      expect(changesOf(after, row)).toEqual({});
    }),
  );
});

test("a company's name replaces a person's, whose first name would stay before it", () => {
  const of = (first_name: string, last_name: string) => ({ ...emptyCustomer, first_name, last_name });
  expect(changesOf(of("CITY", "OF AMES"), of("", "CITY OF AMES"))).toEqual({
    first_name: "",
    last_name: "CITY OF AMES",
  });
  expect(changesOf(of("", "CITY OF AMES"), of("", "CITY OF AMES"))).toEqual({});
  expect(changesOf(of("Ana", "Diaz"), of("", "Ruiz"))).toEqual({ last_name: "Ruiz" });
});

describe("a row with a value that can't be used", () => {
  const mapping: UploadMapping = ["phone", "email", "first_name"];
  test.each([
    ["ana@", "Email ana@ is not an email address, so it's left out"],
    [`${"x".repeat(250)}@example.com`, `Email ${"x".repeat(60)} is not an email address, so it's left out`],
    ["call her", "Email call her is not an email address, so it's left out"],
  ])("comes in without the email address %s", (email, warning) => {
    const { fields, reason, warning: said } = readRow(["2125550123", email, "Ana"], mapping);
    expect([reason, said, fields.email, fields.phone]).toEqual(["", warning, "", "+12125550123"]);
  });

  test("without a phone stays out, however good its email address is", () => {
    expect(readRow(["909", "ana@example.com", "Ana"], mapping)).toMatchObject({
      reason: "Phone number 909 is not a US number",
      warning: "",
    });
  });

  test("keeps a cell with a character of another encoding, and says so", () => {
    const { fields, warning } = readRow(["2125550123", "", "Sm\uFFFDéth"], mapping);
    expect([fields.first_name, warning]).toEqual(["Sméth", "First name may have a wrong character"]);
  });

  test("uses its other phone, and says why", () => {
    const two: UploadMapping = ["phone", "other_phone"];
    expect(readRow(["0000000000", "9095552030"], two)).toMatchObject({
      fields: { phone: "+19095552030" },
      warning: "Phone number 0000000000 is not a US number. The row's other phone is used",
    });
    expect(readRow(["", "9095552030"], two)).toMatchObject({ fields: { phone: "+19095552030" }, warning: "" });
    expect(readRow(["9095552031", "9095552030"], two).fields.phone).toBe("+19095552031");
  });

  test("whose phones have types uses the mobile one, whichever column it is in", () => {
    const before: UploadMapping = ["phone_type", "phone", "phone_type", "other_phone"];
    expect(readRow(["Home", "9095552030", "Mobile", "9095552031"], before).fields.phone).toBe("+19095552031");
    expect(readRow(["Mobile", "9095552030", "Home", "9095552031"], before).fields.phone).toBe("+19095552030");
    const after: UploadMapping = ["phone", "phone_type", "other_phone", "phone_type"];
    expect(readRow(["9095552030", "Home", "9095552031", "Cell"], after).fields.phone).toBe("+19095552031");
  });

  test("says what its person opted out of, by the column and the cell", () => {
    const columns: UploadMapping = ["phone", "no_text", "may_email", "no_contact"];
    const labels = ["Phone", "Do Not Text", "Accepts Email", "Unsubscribed"];
    const optOut = (...cells: string[]) => readRow(["2125550123", ...cells], columns, { labels }).optOut;
    expect(optOut("X", "yes", "")).toEqual({ texts: "Do Not Text: X", emails: "" });
    expect(optOut("no", "no", "0")).toEqual({ texts: "", emails: "Accepts Email: no" });
    expect(optOut("", "", "2026-01-02")).toEqual({
      texts: "Unsubscribed: 2026-01-02",
      emails: "Unsubscribed: 2026-01-02",
    });
    expect(optOut("", "", "")).toEqual({ texts: "", emails: "" });
  });
});

describe("a row that may forbid texting", () => {
  const columns: UploadMapping = ["phone", "may_text", "", ""];
  const labels = ["Phone", "OK to text", "Notes", "Email status"];
  const read = (...cells: string[]) => readRow(cells, columns, { labels });

  test.each([
    ["maybe", "OK to text “maybe” is neither a yes nor a no, so no consent is recorded"],
    ["email only", "OK to text “email only” is neither a yes nor a no, so no consent is recorded"],
  ])("by %j says that it isn't understood", (cell, warning) => {
    expect(read("2125550123", cell)).toMatchObject({
      warning,
      isConsentUnclear: true,
      optOut: { texts: "", emails: "" },
    });
  });

  test.each(["yes", "no", "", "n/a"])("by %j says nothing more", (cell) => {
    expect(read("2125550123", cell)).toMatchObject({ warning: "", isConsentUnclear: false });
  });

  test("in a column that isn't imported comes in with a warning, and without consent", () => {
    expect(read("2125550123", "yes", "Likes trucks. DO NOT TEXT")).toMatchObject({
      warning: "Notes says “Likes trucks. DO NOT TEXT”, so no consent is recorded. Check whether this person opted out",
      isConsentUnclear: true,
      optOut: { texts: "" },
    });
    expect(read("2125550123", "no", "DO NOT TEXT")).toMatchObject({ warning: "", optOut: { texts: "OK to text: no" } });
    expect(read("2125550123", "yes", "Texts are fine", "unsubscribed").warning).toBe("");
  });

  test("in the phone's cell opts the phone out", () => {
    expect(read("212-555-0123 (do not text)")).toMatchObject({
      fields: { phone: "+12125550123" },
      optOut: { texts: "Phone: 212-555-0123 (do not text)", emails: "" },
    });
  });
});
