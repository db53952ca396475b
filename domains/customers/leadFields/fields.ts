import * as z from "zod/mini";
import { Id, optionalId, optionalText } from "#core/fields.ts";

/* What a customer's newest open lead says: the columns of imports, exports and the table. */

interface LeadColumn {
  /** What an import offers. */
  readonly label: string;
  /** False: alone it makes no lead, and labels mean it only beside a column that does. */
  readonly makesLead: boolean;
}

/** A lead's columns in a file. */
export const leadColumns = {
  lead_owner: {
    label: "Lead owner",
    makesLead: true,
  },
  lead_stage: {
    label: "Lead stage",
    makesLead: true,
  },
  lead_source: {
    label: "Lead source",
    makesLead: true,
  },
  vehicle: {
    label: "Vehicle of interest",
    makesLead: true,
  },
  vehicle_year: {
    label: "Vehicle year",
    makesLead: false,
  },
  vehicle_make: { label: "Vehicle make", makesLead: true },
  vehicle_model: {
    label: "Vehicle model",
    makesLead: true,
  },
  vehicle_trim: { label: "Vehicle trim", makesLead: false },
  vin: {
    label: "VIN",
    makesLead: true,
  },
  stock_number: {
    label: "Stock number",
    makesLead: true,
  },
  trade_in: {
    label: "Trade-in",
    makesLead: true,
  },
  lead_date: {
    label: "Lead date",
    makesLead: false,
  },
  lead_notes: {
    label: "Notes, kept with the lead",
    makesLead: false,
  },
  lead_tags: {
    label: "Tags, kept with the lead",
    makesLead: false,
  },
} as const satisfies Record<string, LeadColumn>;

export type LeadColumnName = keyof typeof leadColumns;
export const leadColumnNames = Object.keys(leadColumns) as readonly LeadColumnName[];
export const leadColumn = (name: LeadColumnName): LeadColumn => leadColumns[name];
export const isLeadColumn = (name: string): name is LeadColumnName => Object.hasOwn(leadColumns, name);

/** The newest open lead of a customer, as tables and exports show it. */
export const LeadOfCustomer = z.object({
  id: Id,
  /** Empty without an owner. */
  owner: z.string(),
  stage: z.string(),
  source: z.string(),
  /** What is wanted, what is brought, in one line each: `2021 Honda Accord EX-L`. */
  vehicle: z.string(),
  trade_in: z.string(),
  stock_number: z.string(),
});
export type LeadOfCustomer = z.infer<typeof LeadOfCustomer>;

/** What the table, an export and a view can show of it. */
export const shownLeadFields = ["owner", "stage", "source", "vehicle", "trade_in", "stock_number"] as const;
export type ShownLeadField = (typeof shownLeadFields)[number];

/** The labels of those columns: an import knows each again. */
export const shownLeadLabels: Record<ShownLeadField, string> = {
  owner: "Lead owner",
  stage: "Lead stage",
  source: "Lead source",
  vehicle: "Vehicle of interest",
  trade_in: "Trade-in",
  stock_number: "Stock number",
};

/** Narrows customers by their open leads, or by any in a closed stage; a stage that was removed narrows nothing. */
export const leadFilterShape = {
  lead_owner_id: optionalId,
  lead_stage_id: optionalId,
  lead_source: z._default(optionalText(100), ""),
  lead_vehicle: z._default(optionalText(100), ""),
};
