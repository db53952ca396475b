import { formatPhone } from "#core/phone.ts";
import { offsetAt } from "#core/wallTime.ts";
import type { LeadKind, LeadVehicle } from "../fields.ts";
import { kindNames } from "../rules.ts";

/** A person who wants something, and what. */
export interface CrmPerson {
  readonly at: Date;
  readonly kind: LeadKind;
  readonly source: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** E.164; empty without one. */
  readonly phone: string;
  readonly address: string;
  readonly vehicles: readonly LeadVehicle[];
  readonly comments: string;
}

/** What a CRM is told of a person who wants something. */
export interface CrmProspect extends CrmPerson {
  /** What tells it from others: the same for every attempt. */
  readonly id: string;
  /** IANA, of the location. */
  readonly zone: string;
  readonly business: string;
  readonly location: string;
  readonly publicUrl: string;
}

/** What all ids in our ADF begin with. */
export const ownIdPrefix = "rooftop-";

/** The id of a mail's subject in ADF. */
export const adfIdOf = (kind: string, dealer_id: number, subject_id: number) =>
  `${ownIdPrefix}${kind.replace("_", "-")}-${dealer_id}-${subject_id}`;

/** What an inquiry says of where it came from. */
export interface InquiryOrigin {
  readonly sender: string;
  readonly provider_id: string;
}

/** Whether a lead came from the CRM that it would go to, or was sent by an installation of ours: then it would go around. */
export const cameFromCrm = (inquiries: readonly InquiryOrigin[], crm_email: string): boolean =>
  inquiries.some(
    ({ sender, provider_id }) =>
      provider_id.startsWith(ownIdPrefix) || (sender !== "" && sender.toLowerCase() === crm_email.toLowerCase()),
  );

/** Whether an address is one of ours for leads: what goes there comes back. */
export const isOwnAddress = (email: string, inboundDomain: string | undefined): boolean =>
  inboundDomain !== undefined && email.toLowerCase().endsWith(`@${inboundDomain.toLowerCase()}`);

/** Seconds until the next try, after so many; undefined when it is given up. */
export const retryAfter = (tries: number): number | undefined => [60, 300, 1_800, 7_200, 21_600, 43_200][tries - 1];

const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as XML holds it: markup escaped, and without what XML can't hold. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(notInXml, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");

/** An element with its text; nothing for an empty one. */
const element = (name: string, text: string, attributes = "") =>
  text.trim() === "" ? [] : [`<${name}${attributes}>${escaped(text.trim())}</${name}>`];

const nested = (name: string, lines: readonly string[], attributes = "") =>
  lines.length === 0 ? [] : [`<${name}${attributes}>`, ...lines, `</${name}>`];

/** A prospect as ADF 1.0, its fields in the order of that format. */
export function adfOf(prospect: CrmProspect): string {
  const { id, at, zone, kind, source, vehicles, business, location, publicUrl } = prospect;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?adf version="1.0"?>',
    "<adf>",
    '<prospect status="new">',
    ...element("id", id, ' sequence="1" source="Rooftop"'),
    ...element("requestdate", requestDate(at, zone)),
    ...vehicles.flatMap(vehicleLines),
    ...customerLines(prospect),
    "<vendor>",
    ...element("vendorname", business),
    "<contact>",
    ...element("name", location || business, ' part="full"'),
    "</contact>",
    "</vendor>",
    "<provider>",
    ...element("name", source || "Rooftop", ' part="full"'),
    ...element("service", kindNames[kind]),
    ...element("url", publicUrl),
    "</provider>",
    "</prospect>",
    "</adf>",
  ];
  return `${lines.join("\n")}\n`;
}

function customerLines({ first_name, last_name, email, phone, address, comments }: CrmProspect): string[] {
  const name = [...element("name", first_name, ' part="first"'), ...element("name", last_name, ' part="last"')];
  const contact = [
    ...(name.length > 0 ? name : element("name", phone ? formatPhone(phone) : email, ' part="full"')),
    ...element("email", email),
    ...element("phone", phone.replace(/^\+1(?=\d{10}$)/, ""), ' type="voice"'),
    ...nested("address", element("street", address, ' line="1"')),
  ];
  return ["<customer>", ...nested("contact", contact), ...element("comments", comments), "</customer>"];
}

function vehicleLines(vehicle: LeadVehicle): string[] {
  const { interest, status, year, make, model, vin, stock, trim, odometer, color, price, comments } = vehicle;
  const attributes = ` interest="${interest.replace("_", "-")}"${status === "" ? "" : ` status="${status}"`}`;
  return nested(
    "vehicle",
    [
      ...element("year", year),
      ...element("make", make),
      ...element("model", model),
      ...element("vin", vin),
      ...element("stock", stock),
      ...element("trim", trim),
      ...element("odometer", odometer),
      ...nested("colorcombination", element("exteriorcolor", color)),
      ...element("price", price),
      ...element("comments", comments),
    ],
    attributes,
  );
}

/** `2026-11-28T14:05:09-05:00`, in the location's time. */
function requestDate(at: Date, zone: string): string {
  const offset = offsetAt(zone, at);
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
