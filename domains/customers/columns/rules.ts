import { phoneOf } from "#core/phone.ts";
import type { UploadField, UploadMapping } from "../upload/contract.ts";

/** What columns of customers are called, without case, accents, spaces and numbers; the first of a phone is the best. */
const names: Record<Exclude<UploadField, "" | "phone">, string> = {
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

/** The best phone is one that can be texted. */
const phones = [
  "mobile mobilephone mobileno mobilenumber cell cellphone cellular cellno cellnumber cellularphone smsphone textphone celular movil handy smartphone",
  "phone phonenumber phoneno telephone telephonenumber tel telno telefono telefon primaryphone mainphone contactnumber contactno contactphone number ph",
  "homephone dayphone daytimephone workphone businessphone eveningphone officephone homenumber worknumber otherphone altphone alternatephone",
];

/** Whose the column is, said before what it is. */
const owners = /^(customer|client|contact|buyer|owner|lead|person|guest|member|primarycontact|subscriber)s?(?=.)/;

const meanings = new Map<string, UploadField>(
  Object.entries(names).flatMap(([field, known]) => known.split(" ").map((name) => [name, field as UploadField])),
);
const phoneRanks = new Map(phones.flatMap((known, rank) => known.split(" ").map((name) => [name, rank])));

/** `E-Mail Address` → `emailaddress`, `Phone 1` → `phone`, `Teléfono` → `telefono` */
function folded(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\([^)]*\)/g, "")
    .replace(/[^a-z]/g, "");
}

interface Meaning {
  readonly field: UploadField;
  /** Of several columns for one field, the lowest is taken. */
  readonly rank: number;
}

/** What a label says that its column is; "" for what is no field of a customer. */
export function labelOf(label: string): UploadField {
  return meaningOf(label).field;
}

function meaningOf(label: string): Meaning {
  const whole = folded(label);
  for (const name of [whole, whole.replace(owners, "")]) {
    const rank = phoneRanks.get(name);
    if (rank !== undefined) return { field: "phone", rank };
    const field = meanings.get(name);
    if (field) return { field, rank: 0 };
  }
  // A column that is called after the person alone.
  return /^(customer|client|contact|buyer|owner)$/.test(whole)
    ? { field: "full_name", rank: 1 }
    : { field: "", rank: 0 };
}

/**
 * What the columns are, by their labels; `address` may be several. When no label names a phone, the column that holds
 * phones is taken.
 */
export function mappingOf(labels: readonly string[], rows: readonly (readonly string[])[]): UploadMapping {
  const found = labels.map(meaningOf);
  const best = new Map<UploadField, number>();
  for (const [index, { field, rank }] of found.entries()) {
    const column = best.get(field);
    if (column === undefined || rank < (found[column]?.rank ?? 0)) best.set(field, index);
  }
  const mapping = found.map(({ field }, index) => (field === "address" || best.get(field) === index ? field : ""));
  return withPhone(withNames(mapping), rows);
}

/** `Name` beside `Last name` is the first name; beside first and last name it says nothing new. */
function withNames(mapping: UploadMapping): UploadMapping {
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")];
  if (!hasFirst && !hasLast) return mapping;
  const instead = hasFirst ? "" : "first_name";
  return mapping.map((field) => (field === "full_name" ? instead : field));
}

function withPhone(mapping: UploadMapping, rows: readonly (readonly string[])[]): UploadMapping {
  if (mapping.includes("phone") || rows.length === 0) return mapping;
  const counts = mapping.map((field, index) =>
    field === "" ? rows.filter((cells) => phoneOf(cells[index] ?? "") !== undefined).length : 0,
  );
  const most = Math.max(...counts);
  return most < rows.length / 2 ? mapping : mapping.with(counts.indexOf(most), "phone");
}
