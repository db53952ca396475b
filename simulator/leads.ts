import * as z from "zod/mini";
import { optionalEmail, optionalText, optionalUsPhone } from "#core/fields.ts";

/* The wire format of the simulator's leads. */

/** Where vendors send a location's leads. */
export interface SimulatorLeadAddress {
  /** What tells the location in both of its addresses. */
  readonly token: string;
  readonly business_name: string;
  readonly location: string;
  /** The location's main number; empty without one. */
  readonly number: string;
}

export interface SimulatorLeadAddresses {
  /** False with a mail server, whose mailboxes are real. */
  readonly takes_email: boolean;
  readonly addresses: readonly SimulatorLeadAddress[];
}

export const leadWays = ["email", "web", "facebook"] as const;

/** What is sent: a lead, or what goes wrong with one. */
export const sentKinds = [
  "lead",
  "cut_off",
  "entities",
  "windows_1252",
  "labels",
  "words",
  "three_times",
  "bomb",
  "ten",
] as const;
export type SimulatorLeadKind = (typeof sentKinds)[number];

/** Who writes it, each kind of vendor in its own ADF. */
export const leadStyles = ["marketplace", "manufacturer", "tradeTool", "website", "chat"] as const;

/** How a mail carries it. */
export const leadForms = [
  "plain",
  "signed",
  "forwarded",
  "escapedHtml",
  "pre",
  "alternative",
  "attachment",
  "quoted",
  "base64",
  "bom",
] as const;

/** What a web request's body is. */
export const leadFormats = ["adf", "json"] as const;

/** Whether it has no ADF, so that no vendor's style shows. */
export const isWithoutAdf = (kind: SimulatorLeadKind): boolean => kind === "labels" || kind === "words";

/** Whether a mail's form can be selected: some kinds are of one form. */
export const takesForm = (kind: SimulatorLeadKind): boolean => !isWithoutAdf(kind) && kind !== "windows_1252";

/** Whether a web request can carry it as JSON. */
export const canBeJson = (kind: SimulatorLeadKind): boolean =>
  kind === "lead" || kind === "cut_off" || kind === "three_times";

/** Whether somebody can say it in a form on Facebook. */
export const canBeFilledIn = (kind: SimulatorLeadKind): boolean => kind === "lead" || kind === "three_times";

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `Use one of ${values.join(", ")}.` });
}

/** What a vendor sends to a location. */
export const SimulatorLeadDraft = z.object({
  to: z.string("Select a location.").check(z.regex(/^[0-9a-f]{20}$/, "Select a location.")),
  way: z._default(oneOf(leadWays), "email"),
  kind: z._default(oneOf(sentKinds), "lead"),
  style: z._default(oneOf(leadStyles), "marketplace"),
  form: z._default(oneOf(leadForms), "plain"),
  format: z._default(oneOf(leadFormats), "adf"),
  first_name: optionalText(100),
  last_name: optionalText(100),
  phone: optionalUsPhone(),
  email: optionalEmail(),
  year: optionalText(20),
  make: optionalText(60),
  model: optionalText(80),
  comments: optionalText(4_000),
});
export type SimulatorLeadDraft = z.output<typeof SimulatorLeadDraft>;

/** A delivery that the dealership's side didn't take. */
export interface SimulatorLeadRefusal {
  readonly status: number;
  readonly words: string;
}

/** What came of it. */
export interface SimulatorLeadResult {
  /** Inquiries that became leads. */
  readonly created: number;
  /** Inquiries that joined an open lead of the same person. */
  readonly joined: number;
  /** Inquiries that had been received before. */
  readonly known: number;
  /** One of each delivery that was refused. */
  readonly refusals: readonly SimulatorLeadRefusal[];
}
