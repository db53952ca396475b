import { Alert, Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { reviewSites } from "../../sites/contract.ts";
import { reviewAnalytics } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { Headlines } from "./Headlines.tsx";
import { MessageTotals } from "./MessageTotals.tsx";
import { MonthsChart } from "./MonthsChart.tsx";
import { RecentInvites } from "./RecentInvites.tsx";
import { SiteRows } from "./SiteRows.tsx";
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
        <div className={classes.columns}>
          <Section title={texts.byMonth}>{data ? <MonthsChart months={data.months} /> : <Skeleton h={256} />}</Section>
          <Section
            title={texts.bySite}
            actions={
              <Can use={reviewSites.add}>
                <Anchor component={Link} to="/review-settings" fz="sm">
                  {texts.manageSites}
                </Anchor>
              </Can>
            }
          >
            {data ? <SiteRows sites={data.sites} /> : <Skeleton h={256} />}
          </Section>
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
