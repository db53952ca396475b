import { expect, test } from "vitest";
import { customerField, importedFields } from "../fields.ts";
import type { UploadField, UploadMapping } from "../upload/fields.ts";
import { detectMapping, fieldOfLabel, findTable } from "./rules.ts";

const labels = {
  first_name: [
    "First name",
    "FNAME",
    "first",
    "Given Name",
    "Vorname",
    "Nombre",
    "Customer First Name",
    "Prénom",
    "Cust First Name",
    "CUST FIRST",
    "CustFirst",
  ],
  last_name: [
    "Last name",
    "lname",
    "Surname",
    "family_name",
    "Apellido",
    "Nachname",
    "Contact Last Name",
    "Cust Last Name",
    "CUST LAST",
    "Nom",
  ],
  full_name: ["Name", "Full name", "Customer Name", "Customer", "Display Name", "contact", "CUST NAME", "Cust"],
  phone: [
    "Phone",
    "Cell Phone",
    "Mobile",
    "Phone 1",
    "Phone #",
    "Telephone",
    "Teléfono",
    "Home Phone",
    "Cell",
    "Contact Number",
  ],
  email: ["E-mail", "Email", "Email Address", "E-Mail (primary)", "Correo electrónico", "customer_email"],
  company: ["Company", "Business", "Organization", "Company Name"],
  address: [
    "Address",
    "Street",
    "Address Line 1",
    "Street Address",
    "Dirección",
    "CUST ADDR",
    "Cust Addr 1",
    "Straße",
    "STRASSE",
    "Rue",
  ],
  city: ["City", "Town", "CUST CITY"],
  state: ["State", "Province", "St", "CUST ST"],
  zip: ["Zip", "ZIP Code", "Postal Code", "CUST ZIP"],
  lead_owner: ["Lead Owner", "Sales Rep", "Assigned To", "Contact Owner", "Salesperson"],
  lead_stage: ["Stage", "Lead Stage", "Pipeline Stage", "Etapa"],
  lead_source: ["Source", "Lead Source", "Fuente"],
  vehicle: ["Vehicle", "Vehicle of Interest", "Desired Vehicle"],
  vin: ["VIN", "Vehicle VIN"],
  stock_number: ["Stock #", "Stock No.", "STK#"],
  trade_in: ["Trade-In", "Trade", "Trade-In Vehicle"],
  lead_date: ["Lead Date", "Created Date", "Date Created"],
  lead_notes: ["Notes", "Comments"],
  "": [
    "Fax",
    "Customer ID",
    "Customer #",
    "CUST #",
    "CUST NUMBER",
    "Customer Number",
    "Last visit",
    "Phone verified",
    "",
    "#",
  ],
} satisfies Partial<Record<UploadField, string[]>>;

test.each(Object.entries(labels).flatMap(([field, aliases]) => aliases.map((label) => [label, field] as const)))(
  "%j means %j",
  (label, field) => expect(fieldOfLabel(label)).toBe(field),
);

const cases: [string[], UploadMapping][] = [
  [
    ["Phone", "Cell Phone", "Fax"],
    ["other_phone", "phone", ""],
  ],
  [
    ["Home Phone", "Phone 1", "Phone 2"],
    ["other_phone", "phone", "other_phone"],
  ],
  [
    ["Home Phone", "Email", "Email 2"],
    ["phone", "email", ""],
  ],
  [
    ["Name", "Last name", "Cell"],
    ["first_name", "last_name", "phone"],
  ],
  [
    ["Name", "First name", "Last name", "Cell"],
    ["", "first_name", "last_name", "phone"],
  ],
  [
    ["Address 1", "Address 2", "City", "Phone"],
    ["address", "address", "city", "phone"],
  ],
  [
    ["Vorname", "First name", "Nachname", "Phone"],
    ["", "first_name", "last_name", "phone"],
  ],
  [
    ["Nombre", "Name", "Phone"],
    ["", "full_name", "phone"],
  ],
  [
    ["Telefono", "Home phone", "Correo", "Email"],
    ["other_phone", "phone", "", "email"],
  ],
  [
    ["Calle", "Address", "Ort", "City", "Phone"],
    ["", "address", "", "city", "phone"],
  ],
  [
    ["Nombre", "Apellidos", "Celular", "Calle", "Ciudad"],
    ["first_name", "last_name", "phone", "address", "city"],
  ],
  [
    ["Owner", "Phone"],
    ["full_name", "phone"],
  ],
  [
    ["Name", "Owner", "Phone"],
    ["full_name", "lead_owner", "phone"],
  ],
  [
    ["First name", "Last name", "Owner", "Status", "Phone"],
    ["first_name", "last_name", "lead_owner", "lead_stage", "phone"],
  ],
  [
    ["Name", "Notes", "Tags", "Created", "Phone"],
    ["full_name", "", "", "", "phone"],
  ],
  [
    ["Name", "Source", "Notes", "Comments", "Created"],
    ["full_name", "lead_source", "lead_notes", "lead_notes", "lead_date"],
  ],
  [
    ["Name", "Owner", "Owner (2)", "Year", "Make", "Model"],
    ["full_name", "lead_owner", "", "vehicle_year", "vehicle_make", "vehicle_model"],
  ],
];

test.each(cases)("columns %j are %j", (headers, mapping) => expect(detectMapping(headers, [])).toEqual(mapping));

test("without a phone label, uses the column that contains phone numbers", () => {
  const rows = [
    ["Ana", "17", "(212) 555-0123"],
    ["Bo", "18", "212-555-0124"],
    ["Cy", "19", ""],
  ];
  expect(detectMapping(["Name", "Stock", "Reach at"], rows)).toEqual(["full_name", "stock_number", "phone"]);
  expect(detectMapping(["Name", "Stock", "Reach at"], [["Ana", "17", "no"]])).toEqual([
    "full_name",
    "stock_number",
    "",
  ]);
});

const ana = ["Ana", "2125550123"];
const bo = ["Bo", "2125550124"];

test.each([
  ["labels first", [["Name", "Phone"], ana, bo], { labels: 0, data: 1 }],
  ["unknown labels", [["Who", "What"], ana], { labels: 0, data: 1 }],
  ["a title above", [["Customers", ""], ["Name", "Phone"], ana], { labels: 1, data: 2 }],
  ["titles and a phone above", [["Export"], ["Printed by 2125550100"], ["Name", "Phone"], ana], { labels: 2, data: 3 }],
  ["a title with a phone above", [["2125550100", ""], ["Name", "Phone"], ana], { labels: 1, data: 2 }],
  ["groups of columns above", [["Person", "Reach"], ["Name", "Phone"], ana], { labels: 1, data: 2 }],
  ["a title above one column", [["Leads"], ["Phone"], ["2125550123"]], { labels: 1, data: 2 }],
  ["a title above unknown labels", [["Leads", ""], ["Who", "What"], ana], { labels: 1, data: 2 }],
  ["no labels", [ana, bo], { labels: undefined, data: 0 }],
  ["no labels, and a short first row", [["", "2125550122"], ana, bo], { labels: undefined, data: 0 }],
  ["no labels, and a title", [["Leads", ""], ana, bo], { labels: undefined, data: 1 }],
  ["customers above the labels", [ana, ["Name", "Phone"], bo], { labels: undefined, data: 0 }],
  ["an email address alone", [["ana@example.com"]], { labels: undefined, data: 0 }],
])("a table with %s", (_, rows, start) => expect(findTable(rows)).toEqual(start));

test.each([
  ["Status", ["Subscribed", "Unsubscribed", ""], "may_contact"],
  ["Status", ["Active", "Unsubscribed", ""], "may_contact"],
  ["Status", ["Active", "Inactive", "Active"], ""],
  ["Status", ["Sold", "Unsubscribed", ""], ""],
  ["Deal Status", ["Unsubscribed", "", ""], "lead_stage"],
  ["Lead Status", ["New", "Sold", ""], "lead_stage"],
  ["Email Status", ["Unsubscribed", "Subscribed", ""], "may_email"],
  ["SMS", ["No", "Yes", ""], "may_text"],
  ["Text", ["Y", "N", "n/a"], "may_text"],
  ["Text", ["Hello there", "Yes", ""], ""],
])("a column %s of %j is %j", (label, cells, field) => {
  const rows = cells.map((cell, at) => [`212555012${at}`, cell]);
  expect(detectMapping(["Phone", label], rows)).toEqual(["phone", field]);
});

test.each([
  ["SMS", ["9095552031", "(909) 555-2041", ""], ["other_phone", "phone"]],
  ["Text #", ["9095552031", "9095552041", "9095552051"], ["other_phone", "phone"]],
  ["Text", ["9095552031", "call first", "ask"], ["phone", ""]],
  ["Text Message", ["9095552031", "9095552041", "9095552051"], ["phone", ""]],
])("beside a home phone, a column %s of %j makes %j", (label, cells, mapping) => {
  const rows = cells.map((cell, at) => [`212555012${at}`, cell]);
  expect(detectMapping(["Home Phone", label], rows)).toEqual(mapping);
});

test("a fax machine's number isn't taken for the phone", () => {
  const rows = [["Ana", "2125550123"]];
  expect(detectMapping(["Name", "Fax"], rows)).toEqual(["full_name", ""]);
  expect(detectMapping(["Name", "Fax Number"], rows)).toEqual(["full_name", ""]);
  expect(detectMapping(["Name", "Reach at"], rows)).toEqual(["full_name", "phone"]);
});

test("without labels, phones and email addresses are recognized by their cells", () => {
  const rows = [["Ana", "ana@example.com", "2125550123"]];
  expect(detectMapping(["Column 1", "Column 2", "Column 3"], rows)).toEqual(["", "email", "phone"]);
});

test("every field is recognized by its own label", () => {
  expect(importedFields.map((name) => fieldOfLabel(customerField(name).label))).toEqual(importedFields);
});
