import { parsePhone } from "#core/phone.ts";
import { unknownVehicle } from "#domains/leads/fields.ts";
import type { Inquiry } from "#domains/leads/inquiries/rules.ts";
import { nameFrom } from "#domains/leads/inquiries/server/inquiryText.ts";
import type { FilledForm } from "#ports/leadForms/leadForms.ts";

/** Meta's keys of the questions about a person (Marketing API, "Lead ads: questions"). */
const aboutPerson = {
  full_name: "name",
  first_name: "first_name",
  last_name: "last_name",
  email: "email",
  work_email: "other_email",
  phone_number: "phone",
  phone: "phone",
  work_phone_number: "other_phone",
  street_address: "street",
  city: "city",
  state: "region",
  province: "region",
  zip_code: "zip",
  zip: "zip",
  post_code: "zip",
  country: "country",
} as const;

const aboutVehicle = {
  year: "year",
  vehicle_year: "year",
  model_year: "year",
  make: "make",
  car_make: "make",
  vehicle_make: "make",
  model: "model",
  car_model: "model",
  vehicle_model: "model",
  trim: "trim",
  vin: "vin",
  stock: "stock",
  stock_number: "stock",
  mileage: "odometer",
  color: "color",
} as const;

type PersonField = (typeof aboutPerson)[keyof typeof aboutPerson];
type VehicleField = (typeof aboutVehicle)[keyof typeof aboutVehicle];

/** What Meta's own tools fill in: `<test lead: dummy data for email>`. */
const isTest = (value: string) => /^<test lead: /i.test(value);

/** What somebody asks by a form that they filled in; `test` for one of the provider's tools; undefined: nobody can be reached. */
export function readFilledForm({ ref, site, filled_at, answers, checked }: FilledForm): Inquiry | "test" | undefined {
  if (answers.some(({ value }) => isTest(value))) return "test";
  const person: Partial<Record<PersonField, string>> = {};
  const vehicle: Partial<Record<VehicleField, string>> = {};
  const further: string[] = [];
  for (const { key, value } of answers) {
    const text = value.trim();
    if (text === "") continue;
    const name = key.trim().toLowerCase();
    if (Object.hasOwn(aboutPerson, name)) person[aboutPerson[name as keyof typeof aboutPerson]] ??= text;
    else if (Object.hasOwn(aboutVehicle, name)) vehicle[aboutVehicle[name as keyof typeof aboutVehicle]] ??= text;
    else further.push(`${questionOf(key)} ${text}`);
  }
  const main = parsePhone(person.phone ?? "");
  const [first = "", ...other] = [main, parsePhone(person.other_phone ?? "")].filter((phone) => phone !== undefined);
  const email = person.email ?? person.other_email ?? "";
  if (first === "" && email === "") return undefined;
  const unread = person.phone !== undefined && main === undefined ? [`Phone: ${person.phone}`] : [];
  return {
    read_by: "json",
    kind: "sales",
    provider: site,
    provider_id: ref,
    requested_at: filled_at.getTime() > 0 ? filled_at : undefined,
    person: {
      ...nameFrom(person.first_name, person.last_name, person.name),
      email,
      phone: first,
      other_phones: other.filter((phone) => phone !== first),
      address: [person.street, person.city, person.region, person.zip, person.country].filter(Boolean).join(", "),
      prefers: "",
    },
    vehicles: Object.keys(vehicle).length > 0 ? [{ interest: "buy", ...unknownVehicle, ...vehicle }] : [],
    comments: [...further, ...unread].join("\n"),
    agreed_words: checked.map((key) => questionOf(key)).join("\n"),
  };
}

/** `when_do_you_plan_to_buy?` as a person reads it. */
function questionOf(key: string): string {
  const words = key.replaceAll("_", " ").replace(/\s+/g, " ").trim();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[?:.!]$/.test(sentence) ? sentence : `${sentence}:`;
}
