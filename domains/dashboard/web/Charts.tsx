import { Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { countText, nounFor } from "#core/count.ts";
import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import type { Dashboard, FigureKey, FunnelCounts } from "../contract.ts";
import { definitions, percentOf } from "../rules.ts";
import cardClasses from "./ChartCard.module.css";
import { ChartCard } from "./ChartCard.tsx";
import classes from "./Charts.module.css";
import { dayLabel } from "./dayLabel.ts";
import { LeadSources, LeadSteps, LeadsVsServiced } from "./leads/LeadCards.tsx";
import { campaignsText, funnelTexts, periodText } from "./texts.ts";
import type { DashboardQuery } from "./useDashboard.ts";

interface Props {
  data: Dashboard;
  query: DashboardQuery;
  /** The people of the funnel, once they are counted. */
  funnel: FunnelCounts | undefined;
  /** Texts of campaigns, which the other figures leave out. */
  campaignTexts: number;
  onOpen: (figure: FigureKey) => void;
}

/** The period by day, or a single day by hour, and the makeup of its contacts and appointments. */
export function Charts({ data, query, funnel, campaignTexts, onOpen }: Props) {
  const { charts, parts } = data;
  const isByHour = charts.at[0]?.includes(" ");
  const days = `${periodText(data)}, ${isByHour ? "by hour" : "by day"}`;
  const chart = (label: string) => ({
    label: `${label}, ${days}`,
    categories: charts.at.map(dayLabel),
  });
  return (
    <div className={classes.charts}>
      <LeadsVsServiced query={query} days={days} />
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
      <LeadSteps query={query} />
      <LeadSources query={query} />
    </div>
  );
}

const steps = ["people_texted", "people_replied", "people_scheduled", "people_shown"] as const;

interface MessageFunnelProps {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

interface FunnelProps extends Pick<MessageFunnelProps, "onOpen"> {
  counts: FunnelCounts | undefined;
  /** Texts of campaigns in the period, which the funnel leaves out. */
  campaignTexts: number;
}

function MessageFunnel({ counts, campaignTexts, onOpen }: FunnelProps) {
  const note = campaignTexts > 0 && (
    <Anchor component={Link} to="/text-campaign" fz="xs">
      {campaignsText(campaignTexts)}
    </Anchor>
  );
  return (
    <ChartCard columns={3} title="Message Funnel" info={funnelTexts.info} note={note}>
      {counts ? (
        <>
          <Shares
            label={funnelTexts.steps}
            of={counts.people_texted}
            parts={steps.map((figure) => ({ figure, value: counts[figure] }))}
            onOpen={onOpen}
          />
          <Shares
            label={funnelTexts.optedOut}
            of={counts.people_texted}
            parts={[{ figure: "people_opted_out", value: counts.people_opted_out }]}
            isApart
            onOpen={onOpen}
          />
        </>
      ) : (
        <Skeleton height={214} mt="xs" role="status" aria-label="Loading" />
      )}
    </ChartCard>
  );
}

/** The period's appointments by type. */
function AppointmentTypes({ data: { parts }, onOpen }: MessageFunnelProps) {
  return (
    <ChartCard columns={2} title="Appointments Type" info={definitions.appointments_in_period.description}>
      <Shares
        label="Appointments by type"
        of={parts.appointments_in_period}
        parts={[
          { figure: "appointments_in_person", value: parts.appointments_in_person },
          { figure: "appointments_virtual", value: parts.appointments_virtual },
        ]}
        onOpen={onOpen}
      />
    </ChartCard>
  );
}

interface HeadFigureProps {
  figure: FigureKey;
  value: string;
  /** After the figure: "leads". */
  unit?: string;
  isSmall?: boolean;
  onOpen: (figure: FigureKey) => void;
}

/** A figure in a chart's head; it opens its rows. */
function HeadFigure({ figure, value, unit, isSmall, onOpen }: HeadFigureProps) {
  return (
    <button
      type="button"
      className={cardClasses.figure}
      data-small={isSmall || undefined}
      aria-label={`${definitions[figure].label}: ${value}`}
      onClick={() => onOpen(figure)}
    >
      <b>{value}</b> {unit}
    </button>
  );
}

interface SharesProps {
  /** Names the list for screen readers. */
  label: string;
  /** The value of 100 percent. */
  of: number;
  parts: { figure: FigureKey; value: number }[];
  /** Not a part of the list above it. */
  isApart?: boolean;
  onOpen: (figure: FigureKey) => void;
}

/** Figures as bars with their percentage of the whole. */
function Shares({ label, of, parts, isApart = false, onOpen }: SharesProps) {
  return (
    <ul className={cardClasses.shares} data-apart={isApart || undefined} aria-label={label}>
      {parts.map(({ figure, value }) => (
        <li key={figure}>
          <button
            type="button"
            className={cardClasses.open}
            title={definitions[figure].description}
            onClick={() => onOpen(figure)}
          >
            <span>{definitions[figure].label}</span> <b>{countText(value)}</b> <span>{percentOf(value, of)}%</span>
          </button>
          <div className={cardClasses.bar} aria-hidden>
            <div style={{ width: `${percentOf(value, of)}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
