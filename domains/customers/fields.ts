import * as z from "zod/mini";
import { email, optionalEmail, optionalText, required, usPhone } from "#core/fields.ts";

/** What people enter about a customer. The name of a field is also the name of its column, which is always text. */
interface CustomerField {
  /** As the form calls it. */
  readonly label: string;
  /** `phone` is only the number that texts go to. */
  readonly kind: "text" | "email" | "phone";
  readonly maxLength: number;
  /** The form's message when it is missing; without one, the field may stay empty. */
  readonly required?: string;
  /** Fields of one part are displayed as one, and a merge chooses them together. */
  readonly partOf?: keyof typeof partLabels;
  /** A column of a file can be imported as this field. */
  readonly imported: boolean;
  /** What an import calls it, where that isn't its label. */
  readonly importLabel?: string;
  /** Further labels of a column that mean it, without case, accents and spaces; those of the first text win. */
  readonly synonyms?: readonly string[];
  /** The same in other languages; they give way to an English label. */
  readonly foreignSynonyms?: string;
  readonly exported: boolean;
  /** A merge picks one of the two customers' values. */
  readonly merged: boolean;
  /** It is in the column `search_text` too, which a migration has to change. */
  readonly searched: boolean;
  /** It is listed on the customer's page and between possible duplicates. */
  readonly shown: boolean;
}

export const partLabels = { name: "Name" } as const;

const everywhere = { imported: true, exported: true, merged: true, searched: false, shown: true } as const;

/** Every field of a customer in the order of an export; forms, imports, merges, undo and SQL follow from it. */
export const customerFields = {
  first_name: {
    ...everywhere,
    label: "First name",
    kind: "text",
    maxLength: 100,
    required: "First name is required",
    partOf: "name",
    searched: true,
    synonyms: ["firstname fname first given givenname givennames forename"],
    foreignSynonyms: "vorname nombre nombres primernombre prenom nome",
  },
  last_name: {
    ...everywhere,
    label: "Last name",
    kind: "text",
    maxLength: 100,
    required: "Last name is required",
    partOf: "name",
    searched: true,
    synonyms: ["lastname lname last surname familyname family"],
    foreignSynonyms: "nachname familienname apellido apellidos sobrenome cognome nom nomdefamille",
  },
  email: {
    ...everywhere,
    label: "Email",
    kind: "email",
    maxLength: 254,
    required: "Email address is required",
    searched: true,
    synonyms: ["email emailaddress mail emails emailid eaddress"],
    foreignSynonyms: "correo correoelectronico",
  },
  /** Stored as E.164. Each customer of a location has their own: rows of a file and texts are matched by it. */
  phone: {
    ...everywhere,
    label: "Phone",
    kind: "phone",
    maxLength: 255,
    required: "Phone no. is required",
    merged: false,
    searched: true,
    importLabel: "Phone number",
    // A mobile number can be texted.
    synonyms: [
      "mobile mobilephone mobileno mobilenumber cell cellphone cellular cellno cellnumber cellularphone smsphone textphone smartphone",
      "phone phonenumber phoneno telephone telephonenumber tel telno primaryphone mainphone contactnumber contactno contactphone number ph",
      "homephone dayphone daytimephone workphone businessphone eveningphone officephone homenumber worknumber otherphone altphone alternatephone",
    ],
    foreignSynonyms: "celular movil handy telefono telefon portable",
  },
  company: {
    ...everywhere,
    label: "Company",
    kind: "text",
    maxLength: 255,
    searched: true,
    synonyms: [
      "company companyname organizationname organisationname business businessname organization organisation employer account accountname dealership",
    ],
    foreignSynonyms: "empresa firma",
  },
  address: {
    ...everywhere,
    label: "Address",
    kind: "text",
    maxLength: 255,
    required: "Address is required",
    synonyms: ["address street streetaddress addressline mailingaddress homeaddress streetname addr"],
    foreignSynonyms: "direccion calle strasse adresse rue domicilio indirizzo endereco",
  },
} as const satisfies Record<string, CustomerField>;

export type CustomerFieldName = keyof typeof customerFields;
export type CustomerValues = Record<CustomerFieldName, string>;

type Flag = "imported" | "exported" | "merged" | "searched" | "shown";
type FieldWith<F extends Flag> = {
  [Name in CustomerFieldName]: (typeof customerFields)[Name] extends Record<F, true> ? Name : never;
}[CustomerFieldName];
export type ImportedField = FieldWith<"imported">;
export type ExportedField = FieldWith<"exported">;
export type MergedField = FieldWith<"merged">;
export type SearchedField = FieldWith<"searched">;
/** Every field but the phone, by which customers are told apart. */
export type DetailField = Exclude<CustomerFieldName, "phone">;

/** A field's declaration, with the optional properties that not all of them have. */
export const customerField = (name: CustomerFieldName): CustomerField => customerFields[name];

export const customerFieldNames = Object.keys(customerFields) as readonly CustomerFieldName[];
export const importedFields = fieldsWith("imported");
export const exportedFields = fieldsWith("exported");
export const mergedFields = fieldsWith("merged");
export const searchedFields = fieldsWith("searched");
export const detailFields = customerFieldNames.filter((name): name is DetailField => name !== "phone");

function fieldsWith<F extends Flag>(flag: F): readonly FieldWith<F>[] {
  return customerFieldNames.filter((name): name is FieldWith<F> => customerField(name)[flag]);
}

const isRequired = (name: CustomerFieldName) => customerField(name).required !== undefined;

/** The order of the form: what it requires comes first. */
export const formFields: readonly CustomerFieldName[] = [
  ...customerFieldNames.filter(isRequired),
  ...customerFieldNames.filter((name) => !isRequired(name)),
];

/** What is listed about a customer below the name and the phone. */
export const listedFields = formFields.filter(
  (name) => name !== "phone" && customerField(name).shown && customerField(name).partOf === undefined,
);

/** A customer of whom nothing is known, in the order of the form. */
export const emptyCustomer = valuesOf(() => "");

/** Makes a value for every field. */
export function valuesOf(value: (name: CustomerFieldName) => string): CustomerValues {
  return Object.fromEntries(formFields.map((name) => [name, value(name)])) as CustomerValues;
}

type RequiredText = ReturnType<typeof required>;
type DraftShape = {
  [Name in CustomerFieldName]: (typeof customerFields)[Name] extends { readonly required: string }
    ? RequiredText
    : z.ZodMiniDefault<RequiredText>;
};

/** The form's schema of each field. */
export const draftShape = Object.fromEntries(
  formFields.map((name) => [name, draftSchemaOf(customerField(name))]),
) as DraftShape;

type ChangeShape = {
  [Name in CustomerFieldName]: DraftShape[Name] extends RequiredText ? RequiredText : z.ZodMiniOptional<RequiredText>;
};

/** The schema of each field in a change: an optional one that is omitted stays as it is. */
export const changeShape = Object.fromEntries(
  formFields.map((name) => {
    const schema = draftShape[name];
    return [name, schema instanceof z.ZodMiniDefault ? z.optional(schema.def.innerType) : schema];
  }),
) as ChangeShape;

function draftSchemaOf({ kind, maxLength, required: message }: CustomerField) {
  if (message === undefined) return z._default(kind === "email" ? optionalEmail() : optionalText(maxLength), "");
  if (kind === "email") return email(message);
  return kind === "phone" ? usPhone(message, { checksReach: false }) : required(message, maxLength);
}

/** The schema of fields as answers contain them. */
export function textShape<Name extends CustomerFieldName>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, ReturnType<typeof z.string>>;
}
