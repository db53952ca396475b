import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { type Dashboard, type FigureKey, periodLabels } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./Charts.module.css";
import { dayLabel } from "./dayLabel.ts";
import { Shares } from "./Shares.tsx";

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

/** The period by day, or today by hour, and the makeup of its contacts and appointments. */
export function Charts({ data, onOpen }: Props) {
  const { charts, parts, period } = data;
  const categories = charts.at.map(dayLabel);
  const isToday = period === "today";
  const when = `${periodLabels[period]}, ${isToday ? "by hour" : "by day"}`;
  const chart = (label: string, kind: "areas" | "bars" | "stacked") => ({
    label: `${label}, ${when}`,
    categories,
    kind: isToday && kind === "areas" ? ("bars" as const) : kind,
  });
  return (
    <div className={classes.charts}>
      <Section title="Leads vs Serviced">
        <p className={classes.about}>{definitions.leads_serviced.description}</p>
        <SeriesChart
          {...chart("Leads and those serviced", "areas")}
          series={[
            { name: "Leads", tone: "first", values: charts.leads },
            { name: "Serviced", tone: "second", values: charts.serviced },
          ]}
        />
        <Shares
          label="Leads and those serviced"
          of={data.inbound_leads}
          parts={[
            { figure: "inbound_leads", value: data.inbound_leads },
            { figure: "leads_serviced", value: parts.leads_serviced },
          ]}
          onOpen={onOpen}
        />
      </Section>
      <Section title="Activity">
        <p className={classes.about}>Texts and calls from customers, and texts that we wrote.</p>
        <SeriesChart
          {...chart("Messages received and sent", "areas")}
          series={[
            { name: "Received", tone: "first", values: charts.received },
            { name: "Sent", tone: "second", values: charts.sent },
          ]}
        />
      </Section>
      <Section title="Source Type">
        <p className={classes.about}>Where the period's new contacts came from.</p>
        <Shares
          label="New contacts by source"
          of={data.new_contacts}
          parts={[
            { figure: "inbound_leads", value: data.inbound_leads },
            { figure: "contacts_by_staff", value: parts.contacts_by_staff },
            { figure: "contacts_imported", value: parts.contacts_imported },
          ]}
          onOpen={onOpen}
        />
      </Section>
      <Section title="Appointments">
        <p className={classes.about}>{definitions.appointments_in_period.description}</p>
        <SeriesChart
          {...chart("Appointments by status", "stacked")}
          series={[
            { name: "Pending", tone: "first", values: charts.pending },
            { name: "Completed", tone: "second", values: charts.completed },
            { name: "No Show", tone: "third", values: charts.no_show },
          ]}
        />
        <Shares
          label="Appointments by status"
          of={parts.appointments_in_period}
          parts={[
            { figure: "appointments_pending", value: parts.appointments_pending },
            { figure: "apps_shown", value: data.apps_shown },
            { figure: "appointments_no_show", value: parts.appointments_no_show },
          ]}
          onOpen={onOpen}
        />
      </Section>
    </div>
  );
}
