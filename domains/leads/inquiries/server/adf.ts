import { decodeHTML } from "entities";
import { parsePhone } from "#core/phone.ts";
import type { VehicleInterest } from "#domains/leads/fields.ts";
import { type Inquiry, type InquiryPerson, type InquiryVehicle, kindOfWords } from "../rules.ts";
import { agreedWords, emailPattern, nameOf, plainWords, requestTime } from "./inquiryText.ts";
import { allOf, childrenOf, oneLine, readXml, wordsOf, type XmlElement } from "./xmlTree.ts";

const mostProspects = 20;
const mostVehicles = 10;

/** Where the inquiries of a mail or a request begin and end; undefined without any ADF in it. */
export function findAdf(text: string): string | undefined {
  const plain = /<\s*(adf|prospect)\b/i.test(text)
    ? text
    : /&lt;\s*(adf|prospect)\b/i.test(text)
      ? decodeHTML(text)
      : undefined;
  if (plain === undefined) return undefined;
  const start = plain.search(/<\s*(adf|prospect)\b/i);
  const ends = [...plain.matchAll(/<\s*\/\s*(adf|prospect)\s*>/gi)].at(-1);
  const found = plain.slice(start, ends ? ends.index + ends[0].length : undefined);
  // A forwarded mail quotes each line.
  return /^[ \t]*>/m.test(found) && found.split("\n").filter((line) => /^[ \t]*>+\s?/.test(line)).length > 3
    ? found.replace(/^[ \t]*>+ ?/gm, "")
    : found;
}

/**
 * The inquiries in an ADF document (Auto-lead Data Format 1.0), each vendor's liberties with it included.
 *
 * @param zone the time zone of a request whose time names none.
 * @throws XmlTooLarge
 */
export function readAdf(text: string, zone: string): Inquiry[] {
  const found = findAdf(text);
  if (found === undefined) return [];
  const prospects = allOf(readXml(found), "prospect").slice(0, mostProspects);
  return prospects.map((prospect) => readProspect(prospect, zone));
}

function readProspect(prospect: XmlElement, zone: string): Inquiry {
  const [customer] = childrenOf(prospect, "customer");
  const [provider] = childrenOf(prospect, "provider");
  const vehicles = childrenOf(prospect, "vehicle").slice(0, mostVehicles).map(readVehicle).filter(isNamed);
  const comments = [...childrenOf(customer, "comments"), ...childrenOf(prospect, "comments")].map(({ text }) =>
    plainWords(text),
  );
  const timeframe = plainWords(childrenOf(customer, "timeframe")[0]?.text ?? "");
  const said = [...new Set([...comments, timeframe === "" ? "" : `Time frame: ${oneLine(timeframe)}`])];
  const words = said.filter((one) => one !== "").join("\n");
  const sort = [wordsOf(prospect, "leadtype"), wordsOf(provider, "leadtype"), wordsOf(provider, "service")];
  const [id] = childrenOf(prospect, "id").filter(({ text, attributes }) => text.trim() || attributes.sequence);
  return {
    read_by: "adf",
    kind: sort.map(kindOfWords).find((kind) => kind !== undefined) ?? "sales",
    provider: providerOf(prospect, provider),
    provider_id: id ? oneLine(id.text) || (id.attributes.sequence ?? "") : "",
    requested_at: requestTime(wordsOf(prospect, "requestdate"), zone),
    person: readPerson(customer),
    vehicles,
    comments: words,
    agreed_words: agreedWords(customer?.text ?? ""),
  };
}

function providerOf(prospect: XmlElement, provider: XmlElement | undefined): string {
  const [contact] = childrenOf(provider, "contact");
  const names = [
    wordsOf(provider, "name"),
    wordsOf(contact, "name"),
    wordsOf(provider, "service"),
    ...childrenOf(prospect, "id").map(({ attributes }) => attributes.source ?? ""),
  ];
  return (names.find((name) => name !== "") ?? "").slice(0, 100);
}

function readPerson(customer: XmlElement | undefined): InquiryPerson {
  const contacts = childrenOf(customer, "contact");
  const contact = contacts.find(({ attributes }) => attributes.primarycontact === "1") ?? contacts[0] ?? customer;
  const part = (name: string) =>
    oneLine(childrenOf(contact, "name").find(({ attributes }) => attributes.part?.toLowerCase() === name)?.text ?? "");
  const unnamed = oneLine(childrenOf(contact, "name").find(({ attributes }) => !attributes.part)?.text ?? "");
  const [first, last] = [[part("first"), part("middle")].filter(Boolean).join(" "), part("last")];
  const name =
    first === "" || last === ""
      ? nameOf(part("full") || unnamed || first || last)
      : { first_name: first, last_name: [last, part("suffix")].filter(Boolean).join(" ") };
  const phones = childrenOf(contact, "phone")
    .filter(({ attributes }) => attributes.type?.toLowerCase() !== "fax")
    .map((phone, place) => ({ phone: parsePhone(oneLine(phone.text)), rank: rankOf(phone), place }))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .flatMap(({ phone }) => phone ?? []);
  const [phone = "", ...others] = [...new Set(phones)];
  const prefers = (tag: string) =>
    childrenOf(contact, tag).some(({ attributes }) => attributes.preferredcontact === "1");
  return {
    ...name,
    email: emailIn(childrenOf(contact, "email").map(({ text }) => text)),
    phone,
    other_phones: others,
    address: addressOf(childrenOf(contact, "address")[0]),
    prefers: prefers("phone") ? "phone" : prefers("email") ? "email" : "",
  };
}

/** Of several numbers, one that can be texted comes first. */
function rankOf({ attributes }: XmlElement): number {
  if (/^(cell|mobile)/i.test(attributes.type ?? "")) return 0;
  return attributes.preferredcontact === "1" ? 1 : 2;
}

const emailIn = (texts: readonly string[]): string =>
  texts.flatMap((text) => emailPattern.exec(text)?.[0] ?? [])[0]?.slice(0, 254) ?? "";

function addressOf(address: XmlElement | undefined): string {
  const lines = childrenOf(address, "street").map(({ text }) => oneLine(text));
  const place = [
    wordsOf(address, "city"),
    [wordsOf(address, "regioncode"), wordsOf(address, "postalcode")].filter(Boolean).join(" "),
  ];
  return [...lines, wordsOf(address, "apartment"), ...place]
    .filter((part) => part !== "")
    .join(", ")
    .slice(0, 255);
}

function readVehicle(vehicle: XmlElement): InquiryVehicle {
  const [colors] = childrenOf(vehicle, "colorcombination");
  const odometer = childrenOf(vehicle, "odometer")[0];
  const price = childrenOf(vehicle, "price").find(({ text }) => text.trim() !== "");
  const options = childrenOf(vehicle, "option").flatMap((option) => wordsOf(option, "optionname") || []);
  const comments = childrenOf(vehicle, "comments").map(({ text }) => plainWords(text));
  const status = vehicle.attributes.status?.toLowerCase();
  const { currency = "" } = price?.attributes ?? {};
  const { units = "" } = odometer?.attributes ?? {};
  const amount = oneLine(price?.text ?? "");
  const distance = oneLine(odometer?.text ?? "");
  return {
    interest: interestOf(vehicle.attributes.interest ?? ""),
    status: status === "new" || status === "used" ? status : status === "certified" || status === "cpo" ? "used" : "",
    year: wordsOf(vehicle, "year").slice(0, 20),
    make: wordsOf(vehicle, "make").slice(0, 100),
    model: wordsOf(vehicle, "model").slice(0, 100),
    trim: wordsOf(vehicle, "trim").slice(0, 100),
    vin: wordsOf(vehicle, "vin").toUpperCase().slice(0, 30),
    stock: wordsOf(vehicle, "stock").slice(0, 50),
    price: [amount, currency !== "" && /\d/.test(amount) && !/[a-z$€]/i.test(amount) ? currency : ""]
      .filter(Boolean)
      .join(" ")
      .slice(0, 50),
    odometer: [distance, /[a-z]/i.test(distance) || distance === "" ? "" : units]
      .filter(Boolean)
      .join(" ")
      .slice(0, 50),
    color: (wordsOf(colors, "exteriorcolor") || wordsOf(vehicle, "color")).slice(0, 50),
    comments: [...comments, options.join(", ")].filter((text) => text !== "").join("\n"),
  };
}

function interestOf(word: string): VehicleInterest {
  const known = word.toLowerCase().replace(/[\s-]+/g, "-");
  if (known === "trade-in" || known === "tradein" || known === "trade") return "trade_in";
  if (known === "test-drive" || known === "testdrive") return "test_drive";
  return known === "lease" || known === "sell" ? known : "buy";
}

const isNamed = ({ year, make, model, vin, stock, comments }: InquiryVehicle): boolean =>
  [year, make, model, vin, stock, comments].some((text) => text !== "");
