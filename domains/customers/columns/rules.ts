import { parsePhone } from "#core/phone.ts";
import type { UploadField, UploadMapping } from "../upload/contract.ts";

/** Known column labels, folded: lower case, without accents, spaces and digits. */
const fieldAliases: Record<Exclude<UploadField, "" | "phone">, string> = {
  first_name:
    "firstname fname first given givenname givennames forename vorname nombre nombres primernombre prenom nome",
  last_name: "lastname lname last surname familyname family nachname apellido apellidos sobrenome cognome",
  full_name: "name fullname displayname contactname nombrecompleto wholename firstandlastname firstlastname",
  email: "email emailaddress mail emails correo correoelectronico emailid eaddress",
  company:
    "company companyname business businessname organization organisation employer account accountname empresa firma dealership",
  address:
    "address street streetaddress addressline mailingaddress homeaddress streetname addr direccion calle strasse adresse",
  city: "city town ciudad ort stadt municipality",
  state: "state province region estado stateprovince st bundesland",
  zip: "zip zipcode postal postalcode postcode plz codigopostal zippostalcode zippostal",
};

/** Labels of phone columns, best first: a mobile number can be texted. */
const phoneAliases = [
  "mobile mobilephone mobileno mobilenumber cell cellphone cellular cellno cellnumber cellularphone smsphone textphone celular movil handy smartphone",
  "phone phonenumber phoneno telephone telephonenumber tel telno telefono telefon primaryphone mainphone contactnumber contactno contactphone number ph",
  "homephone dayphone daytimephone workphone businessphone eveningphone officephone homenumber worknumber otherphone altphone alternatephone",
];

/** A prefix that says whose value it is, as in `Customer Email`. */
const ownerPrefix = /^(customer|client|contact|buyer|owner|lead|person|guest|member|primarycontact|subscriber)s?(?=.)/;

const meanings = new Map<string, UploadField>(
  Object.entries(fieldAliases).flatMap(([field, aliases]) =>
    aliases.split(" ").map((name) => [name, field as UploadField]),
  ),
);
const phoneRanks = new Map(phoneAliases.flatMap((aliases, rank) => aliases.split(" ").map((name) => [name, rank])));

/** `E-Mail Address` → `emailaddress`, `Phone 1` → `phone`, `Teléfono` → `telefono` */
function folded(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\([^)]*\)/g, "")
    .replace(/[^a-z]/g, "");
}

interface ColumnMeaning {
  readonly field: UploadField;
  /** Among several columns for one field, the lowest rank wins. */
  readonly rank: number;
}

/** The field that a label names; "" when it is not a customer field. */
export function fieldOfLabel(label: string): UploadField {
  return meaningOf(label).field;
}

function meaningOf(label: string): ColumnMeaning {
  const whole = folded(label);
  for (const name of [whole, whole.replace(ownerPrefix, "")]) {
    const rank = phoneRanks.get(name);
    if (rank !== undefined) return { field: "phone", rank };
    const field = meanings.get(name);
    if (field) return { field, rank: 0 };
  }
  // A column named only after the person, such as `Customer`.
  return /^(customer|client|contact|buyer|owner)$/.test(whole)
    ? { field: "full_name", rank: 1 }
    : { field: "", rank: 0 };
}

/**
 * Maps columns to fields by their labels; several may be `address`. When no label names a phone, the column whose cells
 * are phone numbers is used.
 */
export function detectMapping(labels: readonly string[], rows: readonly (readonly string[])[]): UploadMapping {
  const columns = labels.map(meaningOf);
  const best = new Map<UploadField, number>();
  for (const [index, { field, rank }] of columns.entries()) {
    const column = best.get(field);
    if (column === undefined || rank < (columns[column]?.rank ?? 0)) best.set(field, index);
  }
  const mapping = columns.map(({ field }, index) => (field === "address" || best.get(field) === index ? field : ""));
  return withPhone(withNames(mapping), rows);
}

/** `Name` next to `Last name` means the first name; next to both it is ignored. */
function withNames(mapping: UploadMapping): UploadMapping {
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")];
  if (!hasFirst && !hasLast) return mapping;
  const replacement = hasFirst ? "" : "first_name";
  return mapping.map((field) => (field === "full_name" ? replacement : field));
}

function withPhone(mapping: UploadMapping, rows: readonly (readonly string[])[]): UploadMapping {
  if (mapping.includes("phone") || rows.length === 0) return mapping;
  const counts = mapping.map((field, index) =>
    field === "" ? rows.filter((cells) => parsePhone(cells[index] ?? "") !== undefined).length : 0,
  );
  const mostPhones = Math.max(...counts);
  return mostPhones < rows.length / 2 ? mapping : mapping.with(counts.indexOf(mostPhones), "phone");
}
