import { countText, nounFor } from "#core/count.ts";
import { stepDefinitions } from "../../leads/rules.ts";

/** What the figures of leads say. */
export const leadTexts = {
  vsServiced: "Leads vs Serviced",
  vsServicedInfo: `${stepDefinitions.leads.sentence} Leads come by email, from the web and from your team; texts and calls alone make none. Serviced leads are those that someone has contacted since.`,
  leads: (count: number) => nounFor(count, "lead"),
  serviced: "serviced",
  uncontacted: "untouched",
  uncontactedTile: "Untouched Leads",
  uncontactedInfo: "Leads received in the period that no one has contacted yet, closed ones included.",
  series: ["Leads", "Serviced"],
  chart: "Leads and serviced leads",
  steps: "Leads",
  stepsInfo:
    "How far the leads received in the period have come by now. The percentages are of the step before, and of all leads.",
  ofBefore: "of step before",
  ofAll: "of all",
  speed: "speed to lead",
  soldUnit: "sold",
  from: (before: string) => `from ${before}`,
  sources: "Lead sources",
  sourcesInfo:
    "The period's leads by source. The percentages are of the step before, and of all leads of that source. Spend comes from call tracking, each month's spread evenly over its days.",
  source: "Source",
  noSource: "No source",
  cost: "Cost per lead",
  costInfo: "What was entered as spend for the period's days, divided by the leads.",
  export: "Export",
  showAll: (count: number) => `Show all ${countText(count)} sources`,
  others: (count: number) => `${countText(count)} more ${nounFor(count, "lead")} from other sources`,
  noLeads: "No leads in this period.",
  ratesAbout: (ofBefore: number, ofAll: number) => `${ofBefore}% of the step before, ${ofAll}% of all leads`,
  rowsOf: (figure: string, of: string) => (of === "" ? figure : `${figure} of ${of}`),
  byOwner: "They count for the person who owns them now.",
  ratesInfo: "The percentages are of the step before, and of all leads.",
  columns: {
    received: "Received",
    name: "Lead",
    stage: "Stage",
    owner: "Owner",
    source: "Source",
    location: "Location",
    seconds: "First answer after",
  },
  nameless: "No name",
};
