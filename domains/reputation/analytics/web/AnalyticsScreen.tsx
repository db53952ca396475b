import { Alert, Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type ReviewAnalytics, reviewAnalytics } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { Headlines } from "./Headlines.tsx";
import { MessageTotals } from "./MessageTotals.tsx";
import { RecentInvites } from "./RecentInvites.tsx";
import { SitesTable } from "./SitesTable.tsx";
import { analyticsTexts as texts } from "./texts.ts";
import { useFigureRows } from "./useFigureRows.tsx";

/** The location's reviews in figures: the headlines, when and where they came, and what was done for it. */
export function AnalyticsScreen() {
  const time = useTime();
  const { data, error } = useCall(reviewAnalytics.figures);
  const rows = useFigureRows();
  return (
    <Screen
      title={texts.title}
      actions={data && <span className={classes.soft}>{texts.asOf(time.time(data.as_of))}</span>}
    >
      <div className={classes.screen}>
        {error && !data ? (
          <Alert color="red" title={error.message} />
        ) : (
          <Headlines data={data} onOpen={(figure, period) => rows.open({ figure, period })} />
        )}
        <div className={classes.pair}>
          <Section title={texts.byMonth}>{data ? <MonthsChart data={data} /> : <Skeleton h={168} />}</Section>
          <Section title={texts.bySite}>{data ? <SitesChart data={data} /> : <Skeleton h={168} />}</Section>
        </div>
        <Section title={texts.sites}>{data ? <SitesTable sites={data.sites} /> : <Skeleton h={240} />}</Section>
        <div className={classes.pair}>
          <Section
            title={texts.recent}
            actions={
              <Anchor component={Link} to="/invites" fz="sm">
                {texts.allInvites}
              </Anchor>
            }
          >
            <RecentInvites />
          </Section>
          <Section title={texts.messages}>
            <MessageTotals />
          </Section>
        </div>
      </div>
      {rows.dialog}
    </Screen>
  );
}

const names = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });

/** `Nov 26` of `2026-11`. */
const monthName = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`)).replace(" ", " ’");

const MonthsChart = ({ data }: { data: ReviewAnalytics }) => (
  <SeriesChart
    label={texts.byMonth}
    kind="bars"
    categories={data.months.map(({ month }) => monthName(month))}
    series={[{ name: texts.reviews, tone: "first", values: data.months.map(({ reviews }) => reviews) }]}
  />
);

const SitesChart = ({ data }: { data: ReviewAnalytics }) => (
  <SeriesChart
    label={texts.bySite}
    kind="bars"
    categories={data.sites.map(({ site }) => site)}
    series={[{ name: texts.reviews, tone: "first", values: data.sites.map(({ reviews }) => reviews) }]}
  />
);
