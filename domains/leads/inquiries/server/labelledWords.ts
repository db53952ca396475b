import { parsePhone } from "#core/phone.ts";
import { fieldOfLabel } from "#domains/customers/columns/rules.ts";
import { type Inquiry, kindOfWords } from "../rules.ts";
import { agreedWords, emailPattern, nameOf, plainWords, vehicleInWords } from "./inquiryText.ts";

/** What a line's label names besides a customer's fields. */
const otherLabels = {
  comments:
    /^(comments?|message|questions?|notes?|inquiry|enquiry|additional (info(rmation)?|comments)|how can we help( you)?|details|customer comments?)$/,
  vehicle: /^(vehicle|car|auto|vehicle of interest|interested in|inventory|listing|unit|model of interest)$/,
  year: /^(vehicle )?(model )?year$/,
  make: /^(vehicle )?make$/,
  model: /^(vehicle )?model( name)?$/,
  trim: /^(vehicle )?trim( level)?$/,
  vin: /^vin( number| #)?$/,
  stock: /^stock( ?#| no| num(ber)?| id)?$/,
  price: /^((asking|sale|internet|list|vehicle) )?price$/,
  provider: /^((lead )?source|provider|referr?er|referred by|website|form( name)?)$/,
  provider_id: /^(lead|reference|request|submission|inquiry) (id|no|number|#)$/,
  kind: /^((lead|request|inquiry) type|department|type of request|interest|reason|subject)$/,
} as const;

type OtherLabel = keyof typeof otherLabels;
type Label =
  | OtherLabel
  | "first_name"
  | "last_name"
  | "full_name"
  | "email"
  | "phone"
  | "address"
  | "city"
  | "state"
  | "zip";

const labelled = /^[\s>*•-]*([\p{L}][\p{L}\d #/_.()'’-]{0,40}?)\s*(?::|=|\t| {2,}|\s[-–]\s)\s*(.*)$/u;
const signature = /^(--\s?$|sent from my |this (e-?mail|message) (was|is) (sent|intended)|unsubscribe|confidential|©)/i;

function meaningOf(label: string): Label | undefined {
  const words = label.replace(/[_.]+/g, " ").replace(/\s+/g, " ").trim().toLowerCase();
  const own = (Object.keys(otherLabels) as OtherLabel[]).find((name) => otherLabels[name].test(words));
  if (own) return own;
  const field = fieldOfLabel(label);
  return field === "first_name" ||
    field === "last_name" ||
    field === "full_name" ||
    field === "email" ||
    field === "phone" ||
    field === "address"
    ? field
    : undefined;
}

/**
 * An inquiry from a mail that is made of lines such as `Phone: (909) 555-0142`, as contact forms send them. Undefined when
 * no line names a person who can be reached.
 */
export function readLabelled(text: string, subject: string): Inquiry | undefined {
  const values = new Map<Label, string>();
  const phones: string[] = [];
  let last: Label | undefined;
  let isAfterLabel = false;
  for (const raw of text.slice(0, 100_000).split(/\r?\n/)) {
    const line = raw.trim();
    if (signature.test(line)) break;
    const [, label = "", value = ""] = labelled.exec(raw) ?? [];
    const meaning = label === "" ? undefined : meaningOf(label);
    if (meaning) {
      if (meaning === "phone") phones.push(...numberIn(value));
      if (value !== "" && !values.has(meaning)) values.set(meaning, value.trim());
      last = meaning;
      isAfterLabel = value === "";
      continue;
    }
    if (line === "") {
      if (!isAfterLabel && last !== "comments") last = undefined;
      continue;
    }
    if (isAfterLabel && last && !values.has(last)) {
      if (last === "phone") phones.push(...numberIn(line));
      values.set(last, line);
      isAfterLabel = false;
      if (last !== "comments") last = undefined;
    } else if (last === "comments" && label === "") {
      values.set("comments", `${values.get("comments") ?? ""}\n${line}`.trim());
    }
  }
  const email = emailPattern.exec(values.get("email") ?? "")?.[0] ?? "";
  const [phone = "", ...other_phones] = [...new Set(phones)];
  if (phone === "" && email === "") return undefined;
  const value = (label: Label) => values.get(label) ?? "";
  const named =
    value("first_name") !== "" && value("last_name") !== ""
      ? { first_name: value("first_name").slice(0, 100), last_name: value("last_name").slice(0, 100) }
      : nameOf(value("full_name") || value("first_name") || value("last_name"));
  const comments = plainWords(value("comments"));
  const inWords = vehicleInWords(value("vehicle"));
  const vehicle = {
    interest: "buy",
    status: /\bused\b|pre-?owned/i.test(value("vehicle")) ? "used" : /\bnew\b/i.test(value("vehicle")) ? "new" : "",
    year: (value("year") || (inWords?.year ?? "")).slice(0, 20),
    make: (value("make") || (inWords?.make ?? "")).slice(0, 100),
    model: (value("model") || (inWords?.model ?? "")).slice(0, 100),
    trim: value("trim").slice(0, 100),
    vin: value("vin").toUpperCase().slice(0, 30),
    stock: value("stock").slice(0, 50),
    price: value("price").slice(0, 50),
    odometer: "",
    color: "",
    comments: inWords ? "" : value("vehicle").slice(0, 500),
  } as const;
  const hasVehicle = [vehicle.year, vehicle.make, vehicle.model, vehicle.vin, vehicle.stock, vehicle.comments].some(
    Boolean,
  );
  return {
    read_by: "labels",
    kind: kindOfWords(value("kind")) ?? kindOfWords(subject) ?? "sales",
    provider: value("provider").slice(0, 100),
    provider_id: value("provider_id").slice(0, 200),
    requested_at: undefined,
    person: {
      ...named,
      email: email.slice(0, 254),
      phone,
      other_phones,
      address: value("address").slice(0, 255),
      prefers: "",
    },
    vehicles: hasVehicle ? [vehicle] : [],
    comments,
    agreed_words: agreedWords(text),
  };
}

function numberIn(text: string): string[] {
  const [written] = /\+?\d[\d\s().-]{6,20}\d/.exec(text) ?? [];
  const phone = written === undefined ? undefined : parsePhone(written);
  return phone === undefined ? [] : [phone];
}
