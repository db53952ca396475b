import { randomInt } from "node:crypto";
import { formatPhone, toE164 } from "#core/phone.ts";
import { type InventedPerson, inventPerson } from "#simulator/inventedPeople.ts";
import {
  canBeJson,
  isWithoutAdf,
  type SimulatorLeadDraft,
  type SimulatorLeadKind,
  takesForm,
} from "#simulator/leads.ts";
import { addressedTo, mailForms, type VendorLead, type VendorStyle, vendorStyles } from "./leadMails.ts";

/** A lead as its vendor has it, and what is written of it. */
export interface WrittenLead {
  /** The vendor's number of it, which a mail's subject names. */
  readonly id: string;
  readonly lead: VendorLead;
  readonly text: string;
  /** How many inquiries the text holds. */
  readonly inquiries: number;
  /** How often it is delivered, at the same time. */
  readonly deliveries: number;
}

/** The name under which each style's vendor is known, and how its numbers begin. */
const vendors: Readonly<Record<VendorStyle, readonly [name: string, prefix: string]>> = {
  marketplace: ["AutoFinder", "AF"],
  manufacturer: ["Factory Direct", "FD"],
  tradeTool: ["TradeValue", "TV"],
  website: ["Website", "WS"],
  chat: ["ChatDesk", "CD"],
};

/** @param asked when the person asks, by the location's clocks. */
export function writeLead(draft: SimulatorLeadDraft, asked: { readonly at: Date; readonly zone: string }): WrittenLead {
  const { kind, style } = draft;
  const [provider, prefix] = vendors[style];
  const id = `${prefix}-${randomInt(10_000_000, 100_000_000)}`;
  const leadOf = (person: InventedPerson, id: string): VendorLead => ({
    ...onOneLine(person),
    comments: person.comments,
    id,
    provider,
    phone: toE164(person.phone)?.slice(2) ?? "",
    stock: stockOf(person),
    vin: "",
    asked,
  });
  const lead = leadOf(draft, id);
  const people = kind === "ten" ? Array.from({ length: 9 }, (_, at) => leadOf(inventPerson(), `${id}-${at + 2}`)) : [];
  return {
    id,
    lead,
    text: textOf(kind, style, [lead, ...people]),
    inquiries: 1 + people.length,
    deliveries: kind === "three_times" ? 3 : 1,
  };
}

const spaced = (text: string) => text.replace(/\s+/g, " ").trim();

/** What stands in a mail's head has no line breaks. */
const onOneLine = ({ first_name, last_name, email, year, make, model }: InventedPerson) => ({
  first_name: spaced(first_name),
  last_name: spaced(last_name),
  email: spaced(email),
  year: spaced(year),
  make: spaced(make),
  model: spaced(model),
});

/** The same vehicle has the same number in stock. */
function stockOf({ year, make, model }: InventedPerson): string {
  const sum = [...`${year} ${make} ${model}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_000, 7);
  return `P${1_000 + sum}`;
}

const vehicleOf = ({ year, make, model }: VendorLead) => [year, make, model].filter(Boolean).join(" ");

function textOf(kind: SimulatorLeadKind, style: VendorStyle, leads: readonly VendorLead[]): string {
  const [lead] = leads;
  if (!lead) return "";
  if (kind === "labels") return labels(lead);
  if (kind === "words") return `${lead.comments}\n\nThanks,\n${lead.first_name}\n`;
  if (kind === "ten") return allInOne(leads.map((one) => vendorStyles[style](one)));
  const adf = vendorStyles[style](lead);
  if (kind === "entities") return withMoreComments(adf, " I&rsquo;ll be in at 5&nbsp;p.m. &mdash; thanks&hellip;");
  // The apostrophe is one of windows-1252, whose other letters here are those of latin1.
  if (kind === "windows_1252") return withMoreComments(adf, " I\u0092m near Cañon City.");
  if (kind === "bomb") return bomb + withMoreComments(adf, " &lol9;").replace(/^<\?.*\?>\s*$/gim, "");
  return adf;
}

/** What a website's contact form sends. */
const labels = (lead: VendorLead) =>
  [
    `Name: ${lead.first_name} ${lead.last_name}`,
    `Email: ${lead.email}`,
    `Phone: ${formatPhone(toE164(lead.phone) ?? "")}`,
    `Vehicle: ${vehicleOf(lead)}`,
    `Message: ${lead.comments}`,
    "",
  ].join("\n");

const withMoreComments = (adf: string, more: string) =>
  adf.replace(/<\/comments>(?![\s\S]*<\/comments>)/i, (end) => `${more}${end}`);

const allInOne = (documents: readonly string[]) =>
  `<adf>\n${documents.map((adf) => /<prospect\b[\s\S]*<\/prospect>/i.exec(adf)?.[0] ?? "").join("\n")}\n</adf>`;

/** Entities of entities: whoever expands them runs out of memory. */
const bomb = `<?xml version="1.0"?>
<!DOCTYPE adf [
<!ENTITY lol0 "lol">
${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at};`.repeat(10)}">`).join("\n")}
]>
`;

/** Two thirds of it. */
const beginningOf = (bytes: Buffer) => bytes.subarray(0, Math.floor((2 * bytes.length) / 3));

/** The mail that carries it to an address. */
export function mailOf({ kind, form }: SimulatorLeadDraft, { id, lead, text }: WrittenLead, address: string): Buffer {
  const carry = mailForms[takesForm(kind) ? form : kind === "windows_1252" ? "misnamed" : "plain"];
  const name = `${lead.first_name} ${lead.last_name}`.trim();
  const isFromPerson = kind === "words" && lead.email !== "";
  const subject = kind === "words" ? `Question about listing ${id}` : `New lead ${id}: ${vehicleOf(lead)}`;
  const mail = addressedTo(address, carry(id, text), {
    from: isFromPerson
      ? `${/^[\w '-]*$/.test(name) ? name : encodedWord(name)} <${lead.email}>`
      : `${lead.provider} <leads@vendor.example>`,
    subject: /^[ -~]*$/.test(subject) ? subject : encodedWord(subject),
  });
  return kind === "cut_off" ? beginningOf(mail) : mail;
}

/** Words of a head in other letters than ASCII's (RFC 2047). */
const encodedWord = (words: string) => `=?UTF-8?B?${Buffer.from(words).toString("base64")}?=`;

/** The web request's body with its content type. */
export function requestOf(
  { kind, format }: SimulatorLeadDraft,
  { id, lead, text }: WrittenLead,
): { readonly type: string; readonly body: Buffer } {
  const isJson = format === "json" && canBeJson(kind);
  const type = isJson ? "application/json" : isWithoutAdf(kind) ? "text/plain" : "application/x-adf+xml";
  const body = Buffer.from(isJson ? jsonOf(id, lead) : text, kind === "windows_1252" ? "latin1" : "utf8");
  return { type: `${type}; charset=utf-8`, body: kind === "cut_off" ? beginningOf(body) : body };
}

function jsonOf(id: string, lead: VendorLead): string {
  const { provider, first_name, last_name, email, phone, comments, year, make, model, stock } = lead;
  const vehicle = { interest: "buy", year, make, model, stock };
  return JSON.stringify({ id, source: provider, first_name, last_name, email, phone, comments, vehicle });
}
