import type { TableColumn } from "#core/web/table/DataTable.tsx";
import type { LeadCounts } from "../../leads/contract.ts";
import { type LeadStep, leadSteps, reachOf, stepDefinitions } from "../../leads/rules.ts";
import { durationText } from "../../rules.ts";
import { CardUnit, LeadFigure, type LeadRowsWay, StepFigure } from "./LeadFigure.tsx";
import { leadTexts as texts } from "./texts.ts";

/** A member's leads, as the leaderboard and the report have them in a row. */
interface MemberLeads {
  readonly leads: number;
  readonly leads_contacted: number;
  readonly leads_set: number;
  readonly leads_shown: number;
  readonly leads_sold: number;
  readonly speed_to_lead: number | null;
}

const keys = {
  leads: "leads",
  contacted: "leads_contacted",
  set: "leads_set",
  shown: "leads_shown",
  sold: "leads_sold",
} as const satisfies Record<LeadStep, keyof MemberLeads>;

const countsOf = (row: MemberLeads): LeadCounts => ({
  leads: row.leads,
  contacted: row.leads_contacted,
  set: row.leads_set,
  shown: row.leads_shown,
  sold: row.leads_sold,
  speed_to_lead: row.speed_to_lead,
});

interface Options<Row> {
  nameOf: (row: Row) => string;
  /** Where the rows of a figure are. */
  wayTo: (row: Row, reached: (typeof reachOf)[LeadStep] | "answered") => LeadRowsWay;
}

/** The columns of members' leads: steps with their rates, and the speed to lead. */
export function leadColumns<Row extends MemberLeads>({ nameOf, wayTo }: Options<Row>): TableColumn<Row>[] {
  const steps = leadSteps.map((step): TableColumn<Row> => {
    const { label, sentence } = stepDefinitions[step];
    return {
      key: keys[step],
      label,
      info: step === "leads" ? `${sentence} ${texts.byOwner}` : `${sentence} ${texts.ratesInfo}`,
      sortable: true,
      align: "right",
      card: step === "leads" ? "status" : step === "sold" ? "line" : "more",
      render: (row) => (
        <StepFigure
          counts={countsOf(row)}
          step={step}
          of={nameOf(row)}
          way={wayTo(row, reachOf[step])}
          unit={step === "leads" ? texts.leads(row.leads) : step === "sold" ? texts.soldUnit : ""}
        />
      ),
    };
  });
  const { label, sentence } = stepDefinitions.speed_to_lead;
  return [
    ...steps,
    {
      key: "speed_to_lead",
      label,
      info: sentence,
      sortable: true,
      align: "right",
      card: "aside",
      render: (row) => (
        <>
          <LeadFigure
            value={row.speed_to_lead === null ? "–" : durationText(row.speed_to_lead)}
            label={texts.rowsOf(label, nameOf(row))}
            way={row.speed_to_lead === null ? undefined : wayTo(row, "answered")}
          />
          <CardUnit>{texts.speed}</CardUnit>
        </>
      ),
    },
  ];
}
