import * as z from "zod/mini";
import { parsePhone } from "#core/phone.ts";
import { type Inquiry, type InquiryVehicle, kindOfWords } from "../rules.ts";
import { agreedWords, nameFrom, vehicleInWords } from "./inquiryText.ts";

/** A field of any type as text; what isn't one is empty. */
const words = z.catch(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean()]),
    z.transform((value: string | number | boolean) => String(value).trim()),
  ),
  "",
);
const interests = z.catch(z.enum(["buy", "lease", "sell", "trade_in", "test_drive"]), "buy");
const statuses = z.catch(z.enum(["new", "used", ""]), "");

const JsonVehicle = z.object({
  interest: interests,
  status: statuses,
  year: words,
  make: words,
  model: words,
  trim: words,
  vin: words,
  stock: words,
  price: words,
  odometer: words,
  color: words,
  comments: words,
});

const JsonInquiry = z.object({
  id: words,
  source: words,
  kind: words,
  name: words,
  first_name: words,
  last_name: words,
  email: words,
  phone: words,
  address: words,
  comments: words,
  message: words,
  vehicle: z.catch(z.optional(JsonVehicle), undefined),
  vehicles: z.catch(z._default(z.array(JsonVehicle), []), []),
});

/** What Google sends for each form below an ad (lead form assets, webhook version 1.0). */
const GoogleForm = z.object({
  lead_id: z.string(),
  is_test: z.catch(z._default(z.boolean(), false), false),
  user_column_data: z.array(
    z.object({ column_id: z.catch(z.string(), ""), column_name: z.catch(z.string(), ""), string_value: words }),
  ),
});

/** Other spellings of the fields, without regard to case, spaces, hyphens and underscores. */
const spellings: Readonly<Record<string, string>> = {
  firstname: "first_name",
  fname: "first_name",
  lastname: "last_name",
  lname: "last_name",
  fullname: "name",
  customername: "name",
  emailaddress: "email",
  phonenumber: "phone",
  mobile: "phone",
  mobilephone: "phone",
  cellphone: "phone",
  comment: "comments",
  notes: "comments",
  leadsource: "source",
  leadid: "id",
  type: "kind",
  leadtype: "kind",
  department: "kind",
};
/** Where some forms keep who asks. */
const nested = ["customer", "contact", "person", "lead"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A body with its fields by their own names; those that have it already win over other spellings, and over nested ones. */
function withOwnNames(body: unknown): unknown {
  if (!isObject(body)) return body;
  const parts = [body, ...nested.flatMap((name) => (isObject(body[name]) ? [body[name]] : []))];
  const known: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) if (Object.hasOwn(JsonInquiry.shape, name)) known[name] ??= value;
    for (const [name, value] of Object.entries(part)) {
      const plain = name.toLowerCase().replace(/[\s_-]/g, "");
      if (Object.hasOwn(spellings, plain)) known[spellings[plain] ?? ""] ??= value;
    }
  }
  const { vehicle } = known;
  if (typeof vehicle !== "string") return known;
  return { ...known, vehicle: vehicleInWords(vehicle) ?? { comments: vehicle.slice(0, 500) } };
}

/** The inquiry in a JSON body; `test` for a form that its sender only tries; undefined for a body that names nobody. */
export function readJsonInquiry(body: unknown): Inquiry | "test" | undefined {
  const google = z.safeParse(GoogleForm, body);
  if (google.success) return google.data.is_test ? "test" : readGoogle(google.data);
  const own = z.safeParse(JsonInquiry, withOwnNames(body));
  if (!own.success) return undefined;
  const { id, source, kind, name, first_name, last_name, address, vehicle, vehicles, comments, message } = own.data;
  const said = [comments, message].filter((one) => one !== "").join("\n");
  return named({
    provider: source,
    provider_id: id,
    kind: kindOfWords(kind) ?? "sales",
    person: { ...nameFrom(first_name, last_name, name), email: own.data.email, phone: own.data.phone, address },
    vehicles: vehicle ? [vehicle, ...vehicles] : vehicles,
    comments: said,
  });
}

function readGoogle({ lead_id, user_column_data }: z.infer<typeof GoogleForm>): Inquiry | undefined {
  const known: Record<string, string> = {};
  const further: string[] = [];
  for (const { column_id, column_name, string_value } of user_column_data) {
    if (string_value === "") continue;
    if (personColumns.has(column_id)) known[column_id] = string_value;
    else further.push(`${column_name || column_id}: ${string_value}`);
  }
  const { FULL_NAME = "", FIRST_NAME = "", LAST_NAME = "", EMAIL = "", PHONE_NUMBER = "" } = known;
  const { STREET_ADDRESS = "", CITY = "", REGION = "", POSTAL_CODE = "" } = known;
  const address = [STREET_ADDRESS, CITY, REGION, POSTAL_CODE].filter((part) => part !== "").join(", ");
  return named({
    provider: "Google Ads",
    provider_id: lead_id,
    kind: "sales",
    person: {
      ...nameFrom(FIRST_NAME, LAST_NAME, FULL_NAME),
      email: EMAIL || (known.WORK_EMAIL ?? ""),
      phone: PHONE_NUMBER || (known.WORK_PHONE ?? ""),
      address,
    },
    vehicles: [],
    comments: further.join("\n"),
  });
}

const personColumns = new Set([
  "FULL_NAME",
  "FIRST_NAME",
  "LAST_NAME",
  "EMAIL",
  "WORK_EMAIL",
  "PHONE_NUMBER",
  "WORK_PHONE",
  "STREET_ADDRESS",
  "CITY",
  "REGION",
  "POSTAL_CODE",
]);

interface JsonPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

function named({
  person,
  comments,
  ...inquiry
}: Pick<Inquiry, "provider" | "provider_id" | "kind" | "comments"> & {
  readonly person: JsonPerson;
  readonly vehicles: readonly InquiryVehicle[];
}): Inquiry | undefined {
  const phone = parsePhone(person.phone);
  if (phone === undefined && person.email === "") return undefined;
  const unread = phone === undefined && person.phone !== "" ? `Phone: ${person.phone}` : "";
  return {
    ...inquiry,
    read_by: "json",
    requested_at: undefined,
    person: { ...person, phone: phone ?? "", other_phones: [], prefers: "" },
    comments: [comments, unread].filter((one) => one !== "").join("\n"),
    agreed_words: agreedWords(comments),
  };
}
