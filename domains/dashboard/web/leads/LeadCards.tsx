import { Button, Skeleton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { useCsvExport } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import type { LeadReach } from "#domains/leads/fields.ts";
import { leadsAddress } from "#domains/leads/rules.ts";
import { type LeadSummary, leadFigures, type SourceLeads } from "../../leads/contract.ts";
import { type LeadStep, leadSteps, ratesOf, reachOf, stepDefinitions } from "../../leads/rules.ts";
import { durationText, percentOf } from "../../rules.ts";
import cardClasses from "../ChartCard.module.css";
import { ChartCard } from "../ChartCard.tsx";
import { dayLabel } from "../dayLabel.ts";
import { StripItem } from "../StripItem.tsx";
import tileClasses from "../Tiles.module.css";
import type { DashboardQuery } from "../useDashboard.ts";
import classes from "./LeadCards.module.css";
import { LeadFigure, type LeadRowsWay, StepFigure } from "./LeadFigure.tsx";
import { leadTexts as texts } from "./texts.ts";

const LeadRowsDialog = lazyDialog(() => import("./LeadRowsDialog.tsx"), "LeadRowsDialog");

const pollInterval = 30_000;

/** The leads of a period, kept fresh. */
function useLeads(query: DashboardQuery): LeadSummary | undefined {
  useFreshCalls([leadFigures.summary], leadEvents.changed, { inBursts: true });
  const isCountable = query.period !== "custom" || (query.from !== "" && query.to !== "");
  return useCall(
    leadFigures.summary,
    { body: query },
    { enabled: isCountable, refetchInterval: pollInterval, keepPrevious: true },
  ).data;
}

interface AskedRows {
  readonly reached: LeadReach;
  readonly label: string;
  readonly source?: string;
}

/** Leads to the rows behind a figure: the list of leads, or of all locations a dialog. */
function useLeadRows(query: DashboardQuery, data: LeadSummary | undefined) {
  const [asked, setAsked] = useState<AskedRows>();
  const [isOpen, setOpen] = useState(false);
  const wayTo = (rows: AskedRows): LeadRowsWay => {
    const { reached, source } = rows;
    if (query.location === "acting" && data)
      return leadsAddress({ reached, source, from: data.first_day, to: data.last_day });
    return () => {
      setAsked(rows);
      setOpen(true);
    };
  };
  const dialog = asked && <LeadRowsDialog opened={isOpen} onClose={() => setOpen(false)} query={query} {...asked} />;
  return { wayTo, dialog };
}

interface Props {
  query: DashboardQuery;
}

interface ChartProps extends Props {
  /** What its points are: `This month, by day`. */
  days: string;
}

/** Leads and those of them that somebody contacted, by day or hour. */
export function LeadsVsServiced({ query, days }: ChartProps) {
  const data = useLeads(query);
  const { wayTo, dialog } = useLeadRows(query, data);
  const figure = (reached: LeadReach, value: number, unit: string, isLarge?: boolean) => (
    <span className={cardClasses.figure} data-small={!isLarge || undefined}>
      <LeadFigure
        className={classes.head}
        value={countText(value)}
        label={unit}
        way={wayTo({ reached, label: unit })}
      />{" "}
      {unit}
    </span>
  );
  return (
    <ChartCard columns={4} title={texts.vsServiced} info={texts.vsServicedInfo}>
      {data ? (
        <>
          <div className={cardClasses.figures}>
            {figure("lead", data.leads, texts.leads(data.leads), true)}
            {figure("contacted", data.contacted, texts.serviced)}
            {figure("uncontacted", data.leads - data.contacted, texts.uncontacted)}
          </div>
          <SeriesChart
            label={`${texts.chart}, ${days}`}
            categories={data.charts.at.map(dayLabel)}
            kind={data.charts.at[0]?.includes(" ") ? "bars" : "areas"}
            series={[
              { name: texts.series[0] ?? "", tone: "first", values: data.charts.leads },
              { name: texts.series[1] ?? "", tone: "second", values: data.charts.serviced },
            ]}
          />
        </>
      ) : (
        <Loading />
      )}
      {dialog}
    </ChartCard>
  );
}

/** The leads that nobody has contacted, in the strip of open work. */
export function UncontactedLeads({ query }: Props) {
  const data = useLeads(query);
  const { wayTo, dialog } = useLeadRows(query, data);
  const label = texts.uncontactedTile;
  return (
    <StripItem label={label} info={texts.uncontactedInfo}>
      <LeadFigure
        className={tileClasses.value}
        value={data ? countText(data.leads - data.contacted) : "–"}
        label={label}
        way={wayTo({ reached: "uncontacted", label })}
      />
      {dialog}
    </StripItem>
  );
}

/** How far the leads of the period have come, and how fast they were answered. */
export function LeadSteps({ query }: Props) {
  const data = useLeads(query);
  const { wayTo, dialog } = useLeadRows(query, data);
  return (
    <ChartCard columns={4} title={texts.steps} info={texts.stepsInfo}>
      {data ? (
        <>
          <Speed data={data} way={wayTo({ reached: "answered", label: stepDefinitions.speed_to_lead.label })} />
          <p className={classes.legend} aria-hidden>
            <span>{texts.ofBefore}</span> <span>{texts.ofAll}</span>
          </p>
          <ul className={cardClasses.shares} aria-label={texts.steps}>
            {leadSteps.map((step) => (
              <StepRow
                key={step}
                step={step}
                data={data}
                way={wayTo({ reached: reachOf[step], label: stepDefinitions[step].label })}
              />
            ))}
          </ul>
        </>
      ) : (
        <Loading />
      )}
      {dialog}
    </ChartCard>
  );
}

function Speed({ data, way }: { data: LeadSummary; way: LeadRowsWay }) {
  const { label, sentence } = stepDefinitions.speed_to_lead;
  const before = data.previous?.speed_to_lead ?? null;
  return (
    <div className={cardClasses.figures}>
      <span className={cardClasses.figure}>
        <LeadFigure
          className={classes.head}
          value={speedText(data.speed_to_lead)}
          label={label}
          way={data.speed_to_lead === null ? undefined : way}
        />{" "}
        {texts.speed} {before !== null && texts.from(speedText(before))}
      </span>
      <InfoTooltip about={label}>{sentence}</InfoTooltip>
    </div>
  );
}

const speedText = (seconds: number | null) => (seconds === null ? "–" : durationText(seconds));

function StepRow({ step, data, way }: { step: LeadStep; data: LeadSummary; way: LeadRowsWay }) {
  const { label, sentence } = stepDefinitions[step];
  const rates = ratesOf(data, step);
  return (
    <li>
      <div className={classes.stepRow} title={sentence}>
        <span>{label}</span>
        <LeadFigure className={classes.count} value={countText(data[step])} label={label} way={way} />
        <span aria-hidden={rates === undefined} title={rates && texts.ratesAbout(rates.ofBefore, rates.ofAll)}>
          {rates && `${rates.ofBefore}%`}
        </span>
        <span>{rates && `${rates.ofAll}%`}</span>
      </div>
      <div className={cardClasses.bar} aria-hidden>
        <div style={{ width: `${percentOf(data[step], data.leads)}%` }} />
      </div>
    </li>
  );
}

const firstSources = 6;

/** The period's leads by source, with what each cost. */
export function LeadSources({ query }: Props) {
  const data = useLeads(query);
  const { wayTo, dialog } = useLeadRows(query, data);
  const [showsAll, showAll] = useState(false);
  const rows = data?.sources.slice(0, showsAll ? undefined : firstSources) ?? [];
  const more = (data?.sources.length ?? 0) - rows.length;
  return (
    <ChartCard columns={8} title={texts.sources} info={texts.sourcesInfo} note={<ExportSources query={query} />}>
      {data?.sources.length === 0 && <p className={classes.none}>{texts.noLeads}</p>}
      {!data && <Loading />}
      {rows.length > 0 && (
        <SourceTable>
          {rows.map((row) => (
            <SourceRow
              key={row.source}
              row={row}
              wayTo={(step) =>
                wayTo({ reached: reachOf[step], source: row.source, label: stepDefinitions[step].label })
              }
              toAnswered={wayTo({
                reached: "answered",
                source: row.source,
                label: stepDefinitions.speed_to_lead.label,
              })}
            />
          ))}
        </SourceTable>
      )}
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {texts.showAll(data?.sources.length ?? 0)}
        </Button>
      )}
      {more === 0 && data !== undefined && data.other_leads > 0 && (
        <p className={classes.none}>{texts.others(data.other_leads)}</p>
      )}
      {dialog}
    </ChartCard>
  );
}

function ExportSources({ query }: Props) {
  const save = useCsvExport(leadFigures.export);
  return (
    <Can use={leadFigures.export}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate({ body: query })}
      >
        {texts.export}
      </Button>
    </Can>
  );
}

/** Wider than a phone: it scrolls in its own frame. */
function SourceTable({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.source}</th>
            {leadSteps.map((step) => (
              <th key={step} scope="col">
                {stepDefinitions[step].label}
              </th>
            ))}
            <th scope="col">{stepDefinitions.speed_to_lead.label}</th>
            <th scope="col">
              {texts.cost} <InfoTooltip about={texts.cost}>{texts.costInfo}</InfoTooltip>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface SourceRowProps {
  row: SourceLeads;
  wayTo: (step: LeadStep) => LeadRowsWay;
  toAnswered: LeadRowsWay;
}

function SourceRow({ row, wayTo, toAnswered }: SourceRowProps) {
  const name = row.source || texts.noSource;
  const { speed_to_lead: speed, cost_per_lead: cost } = row;
  return (
    <tr>
      <th scope="row" title={name}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
      </th>
      {leadSteps.map((step) => (
        <td key={step}>
          <StepFigure counts={row} step={step} of={name} way={wayTo(step)} />
        </td>
      ))}
      <td>
        <LeadFigure
          value={speedText(speed)}
          label={texts.rowsOf(stepDefinitions.speed_to_lead.label, name)}
          way={speed === null ? undefined : toAnswered}
        />
      </td>
      <td>{cost === null ? "–" : dollars.format(cost / 100)}</td>
    </tr>
  );
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const Loading = () => <Skeleton height={214} mt="xs" role="status" aria-label="Loading" />;
