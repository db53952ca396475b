import { countText, nounFor } from "#core/count.ts";
import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import type { Dashboard, FigureKey, FunnelCounts } from "../contract.ts";
import { definitions } from "../rules.ts";
import cardClasses from "./ChartCard.module.css";
import { ChartCard, HeadFigure } from "./ChartCard.tsx";
import classes from "./Charts.module.css";
import { dayLabel } from "./dayLabel.ts";
import { AppointmentTypes, MessageFunnel } from "./Funnel.tsx";
import { Shares } from "./Shares.tsx";
import { periodText } from "./texts.ts";

interface Props {
  data: Dashboard;
  /** The people of the funnel, once they are counted. */
  funnel: FunnelCounts | undefined;
  /** Texts of campaigns, which the other figures leave out. */
  campaignTexts: number;
  onOpen: (figure: FigureKey) => void;
}

/** The period by day, or a single day by hour, and the makeup of its contacts and appointments. */
export function Charts({ data, funnel, campaignTexts, onOpen }: Props) {
  const { charts, parts } = data;
  const isByHour = charts.at[0]?.includes(" ");
  const chart = (label: string) => ({
    label: `${label}, ${periodText(data)}, ${isByHour ? "by hour" : "by day"}`,
    categories: charts.at.map(dayLabel),
  });
  return (
    <div className={classes.charts}>
      <ChartCard columns={4} title="Leads vs Serviced" info={definitions.leads_serviced.description}>
        <div className={cardClasses.figures}>
          <HeadFigure
            figure="inbound_leads"
            value={countText(data.inbound_leads)}
            unit={nounFor(data.inbound_leads, "lead")}
            onOpen={onOpen}
          />
          <HeadFigure
            isSmall
            figure="leads_serviced"
            value={countText(parts.leads_serviced)}
            unit="serviced"
            onOpen={onOpen}
          />
          <HeadFigure
            isSmall
            figure="leads_untouched"
            value={countText(parts.leads_untouched)}
            unit="untouched"
            onOpen={onOpen}
          />
        </div>
        <SeriesChart
          {...chart("Leads and those serviced")}
          kind={isByHour ? "bars" : "areas"}
          series={[
            { name: "Leads", tone: "first", values: charts.leads },
            { name: "Serviced", tone: "second", values: charts.serviced },
          ]}
        />
      </ChartCard>
      <ChartCard columns={5} title="Activity" info="Texts and calls from customers, and texts your team sent.">
        <div className={cardClasses.figures}>
          <HeadFigure
            figure="total_conversations"
            value={countText(data.total_conversations)}
            unit={nounFor(data.total_conversations, "conversation")}
            onOpen={onOpen}
          />
        </div>
        <SeriesChart
          {...chart("Messages received and sent")}
          kind={charts.at.length > 31 ? "areas" : "bars"}
          series={[
            { name: "Sent", tone: "first", values: charts.sent },
            { name: "Received", tone: "second", values: charts.received },
          ]}
        />
      </ChartCard>
      <MessageFunnel counts={funnel} campaignTexts={campaignTexts} onOpen={onOpen} />
      <ChartCard columns={3} title="Source Type" info="Where the period's new contacts came from.">
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
      </ChartCard>
      <ChartCard columns={4} title="Appointments" info={definitions.appointments_in_period.description}>
        <div className={cardClasses.figures}>
          <HeadFigure figure="appointments_in_period" value={countText(parts.appointments_in_period)} onOpen={onOpen} />
          <HeadFigure
            isSmall
            figure="active_appointments"
            value={countText(data.active_appointments)}
            unit="still active"
            onOpen={onOpen}
          />
        </div>
        <SeriesChart
          {...chart("Appointments by status")}
          kind="stacked"
          series={[
            { name: "Completed", tone: "first", values: charts.completed },
            { name: "No Show", tone: "second", values: charts.no_show },
            { name: "Pending", tone: "rest", values: charts.pending },
          ]}
        />
      </ChartCard>
      <AppointmentTypes data={data} onOpen={onOpen} />
      <ChartCard columns={3} title="Average Response Time" info={definitions.average_response_time.description}>
        <div className={cardClasses.figures}>
          <HeadFigure
            figure="average_response_time"
            value={data.average_response_time}
            unit={data.previous ? `from ${data.previous.average_response_time}` : "median"}
            onOpen={onOpen}
          />
        </div>
        <SeriesChart
          {...chart("Replies by the customer's wait")}
          kind="stacked"
          series={[
            { name: "In 5 min", tone: "first", values: charts.replied_in_5_minutes },
            { name: "In 30 min", tone: "third", values: charts.replied_in_30_minutes },
            { name: "Later", tone: "second", values: charts.replied_later },
          ]}
        />
      </ChartCard>
    </div>
  );
}
