import * as z from "zod/mini";
import { inOrder, optionalText } from "#core/fields.ts";
import { daysLater } from "#core/wallTime.ts";

export const leadKinds = ["sales", "service", "parts", "finance", "other"] as const;
export type LeadKind = (typeof leadKinds)[number];

/** `open` stages are worked on; `won` and `lost` close the lead. */
export const stageKinds = ["open", "won", "lost"] as const;
export type StageKind = (typeof stageKinds)[number];

/** What moves an open lead to a stage by itself: the first answer, an appointment, a completed one. */
export const stageTriggers = ["reply", "appointment", "visit"] as const;
export type StageTrigger = (typeof stageTriggers)[number];

/** Which step of the figures an open stage counts as, whatever it is called. */
export const countedSteps = ["contacted", "set", "shown"] as const;
export type CountedStep = (typeof countedSteps)[number];

/**
 * What leads of the figures have done: `lead`: all that count, without duplicates and spam; `uncontacted`: those that nobody
 * has contacted; `answered`: those that a person answered; the others reached that step.
 */
export const leadReaches = ["lead", "uncontacted", "contacted", "answered", "set", "shown", "sold"] as const;
export type LeadReach = (typeof leadReaches)[number];

export const leadOutcomes = ["sold", "lost", "duplicate", "spam"] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

export const vehicleInterests = ["buy", "lease", "sell", "trade_in", "test_drive"] as const;
export type VehicleInterest = (typeof vehicleInterests)[number];

/** Empty: unknown, or any. */
export const vehicleStatuses = ["", "new", "used"] as const;
export type VehicleStatus = (typeof vehicleStatuses)[number];

/** Whom a rule gives leads to: everyone at the location or some of them, in turn, or nobody. */
export const ruleTargets = ["everyone", "members", "nobody"] as const;
export type RuleTarget = (typeof ruleTargets)[number];

const mostSalePrice = 100_000_000;

/** A price as people type it, in dollars: `$24,900.5` is 24900.5. Undefined for anything else, and for more than 100 million. */
export function readSalePrice(typed: string): number | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?$/.exec(typed);
  const price = match ? Number(typed.replace(/[$,\s]/g, "")) : Number.NaN;
  return price <= mostSalePrice ? price : undefined;
}

const priceText = "Enter a price such as 24,900 or 24,900.50, up to 100 million";

/** What a lead was sold for, in dollars: null for an empty field, undefined when omitted. */
export const salePrice = z.optional(
  z.pipe(
    z.transform((value: number | string | null | undefined, { issues }) => {
      if (value === undefined) return undefined;
      const typed = typeof value === "string" || typeof value === "number" ? String(value).trim() : value;
      if (typed === "" || typed === null) return null;
      const price = typeof typed === "string" ? readSalePrice(typed) : undefined;
      if (price === undefined) issues.push({ code: "custom", message: priceText, input: value });
      return price;
    }),
    z.optional(z.nullable(z.number())),
  ),
);

/** A day as the calendar has it: `2026-11-28`, not February 30. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysLater(text, 0) === text;

/** At most this many vehicles of one lead. */
export const mostVehicles = 10;

/** A vehicle that somebody wants, or has; texts are empty where nothing is known. Price and odometer stay as written. */
export const LeadVehicle = z.object(
  {
    interest: z.enum(vehicleInterests, { error: "Select what they want to do" }),
    status: z._default(z.enum(vehicleStatuses, { error: "Select new or used" }), ""),
    year: z._default(
      optionalText(4).check(
        inOrder([(text) => /^((19|20)\d\d)?$/.test(text), "Enter a year with four digits, such as 2021"]),
      ),
      "",
    ),
    make: z._default(optionalText(60), ""),
    model: z._default(optionalText(80), ""),
    trim: z._default(optionalText(80), ""),
    vin: z._default(optionalText(17), ""),
    stock: z._default(optionalText(40), ""),
    price: z._default(optionalText(40), ""),
    odometer: z._default(optionalText(40), ""),
    color: z._default(optionalText(60), ""),
    comments: z._default(optionalText(1000), ""),
  },
  { error: "Send each vehicle with its details" },
);
export type LeadVehicle = z.infer<typeof LeadVehicle>;

/** Of a vehicle of which nothing is known yet. */
export const unknownVehicle = {
  status: "",
  year: "",
  make: "",
  model: "",
  trim: "",
  vin: "",
  stock: "",
  price: "",
  odometer: "",
  color: "",
  comments: "",
} as const;
