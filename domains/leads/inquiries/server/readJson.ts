import * as z from "zod/mini";
import { parsePhone } from "#core/phone.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { type Inquiry, type InquiryVehicle, kindOfWords } from "../rules.ts";
import { agreedWords } from "./inquiryText.ts";

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

/** The inquiry in a JSON body; `test` for a form that its sender only tries; undefined for a body that names nobody. */
export function readJsonInquiry(body: unknown): Inquiry | "test" | undefined {
  const google = z.safeParse(GoogleForm, body);
  if (google.success) return google.data.is_test ? "test" : readGoogle(google.data);
  const own = z.safeParse(JsonInquiry, body);
  if (!own.success) return undefined;
  const { id, source, kind, name, address, vehicle, vehicles, comments, message } = own.data;
  const typed = own.data.first_name || own.data.last_name ? own.data : splitName(name);
  const said = [comments, message].filter((one) => one !== "").join("\n");
  return named({
    provider: source,
    provider_id: id,
    kind: kindOfWords(kind) ?? "sales",
    person: { ...typed, email: own.data.email, phone: own.data.phone, address },
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
  const name = FIRST_NAME || LAST_NAME ? { first_name: FIRST_NAME, last_name: LAST_NAME } : splitName(FULL_NAME);
  const address = [STREET_ADDRESS, CITY, REGION, POSTAL_CODE].filter((part) => part !== "").join(", ");
  return named({
    provider: "Google Ads",
    provider_id: lead_id,
    kind: "sales",
    person: {
      ...name,
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
