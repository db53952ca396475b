/** The filters by customers' leads, as the address names them. */
export const leadFilterNames = ["lead_owner", "lead_stage", "lead_source", "lead_vehicle"] as const;
export type LeadFilterName = (typeof leadFilterNames)[number];

/** What the customers screen says. */
export const customerTexts = {
  none: "Import your customers, or add them one by one. Everyone who texts you appears here, too.",
  import: "Import customers",
  export: "Export",
  exportWithLeads: "Export with leads",
  filters: {
    add: "Add filter",
    choose: "Choose",
    any: "Any",
    apply: "Apply",
    former: "Former member",
    remove: (name: string) => `Remove the filter ${name}`,
    names: {
      lead_owner: "Lead owner",
      lead_stage: "Lead stage",
      lead_source: "Lead source",
      lead_vehicle: "Vehicle",
    } satisfies Record<LeadFilterName, string>,
  },
} as const;
