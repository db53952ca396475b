import * as z from "zod/mini";
import { Id, optionalId, optionalText } from "#core/fields.ts";

/* What a customer's newest open lead says: the columns of imports, exports and the table. */

interface LeadColumn {
  /** What an import offers. */
  readonly label: string;
  /** Labels of a column that mean it, without case, accents and spaces. */
  readonly synonyms: string;
  /** False: alone it makes no lead, and labels mean it only beside a column that does. */
  readonly makesLead: boolean;
}

/** A lead's columns in a file. */
export const leadColumns = {
  lead_owner: {
    label: "Lead owner",
    makesLead: true,
    synonyms:
      "leadowner contactowner accountowner recordowner dealowner opportunityowner customerowner ownername salesrep salesreps salesrepname salesperson salespersonname salesrepresentative salesagent salesconsultant salesman salesassociate assignedto assignedrep assigneduser assignedagent assignedsalesperson assignedsalesrep leadassignedto primarysalesperson rep bdcagent bdcrep internetmanager vendedor asesor asesordeventas",
  },
  lead_stage: {
    label: "Lead stage",
    makesLead: true,
    synonyms: "stage leadstage pipelinestage salesstage dealstage opportunitystage pipelinestatus etapa",
  },
  lead_source: {
    label: "Lead source",
    makesLead: true,
    synonyms:
      "source leadsource referralsource leadorigin marketingsource adsource originalsource sourcename leadsourcename origen fuente",
  },
  vehicle: {
    label: "Vehicle of interest",
    makesLead: true,
    synonyms:
      "vehicle vehicleofinterest interestedvehicle desiredvehicle requestedvehicle vehicledesired vehiclerequested voi vehicleinterest vehicledescription vehicleinfo vehicleinterestedin interestedin vehiculo",
  },
  vehicle_year: {
    label: "Vehicle year",
    makesLead: false,
    synonyms: "year vehicleyear modelyear yr vehyear desiredyear",
  },
  vehicle_make: { label: "Vehicle make", makesLead: true, synonyms: "make vehiclemake vehmake desiredmake marca" },
  vehicle_model: {
    label: "Vehicle model",
    makesLead: true,
    synonyms: "model vehiclemodel vehmodel desiredmodel modelo",
  },
  vehicle_trim: { label: "Vehicle trim", makesLead: false, synonyms: "trim vehicletrim trimlevel vehtrim desiredtrim" },
  vin: {
    label: "VIN",
    makesLead: true,
    synonyms: "vin vinnumber vinno vehiclevin vehicleidentificationnumber desiredvin",
  },
  stock_number: {
    label: "Stock number",
    makesLead: true,
    synonyms: "stock stocknumber stockno stocknum stocknbr stocknr stk stkno stknumber vehiclestock stockid",
  },
  trade_in: {
    label: "Trade-in",
    makesLead: true,
    synonyms: "tradein trade tradeinvehicle tradevehicle vehicletrade tradeindescription tradeininfo",
  },
  lead_date: {
    label: "Lead date",
    makesLead: false,
    synonyms:
      "leaddate leadcreated leadcreateddate leadcreatedon leadcreatedat leadreceived leadreceiveddate inquirydate datereceived receiveddate datecreated createddate createdate created createdat createdon dateadded entrydate",
  },
  lead_notes: {
    label: "Notes, kept with the lead",
    makesLead: false,
    synonyms: "notes note comments comment remarks leadnotes customercomments salesnotes notas comentarios",
  },
  lead_tags: {
    label: "Tags, kept with the lead",
    makesLead: false,
    synonyms: "tags tag labels leadtags contacttags etiquetas",
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

/** Narrows customers by their open leads, or by any in a closed stage. */
export const leadFilterShape = {
  lead_owner_id: optionalId,
  lead_stage_id: optionalId,
  lead_source: z._default(optionalText(100), ""),
  lead_vehicle: z._default(optionalText(100), ""),
};
