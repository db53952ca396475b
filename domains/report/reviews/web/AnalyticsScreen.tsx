import { Alert, Anchor, Modal, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { SeriesChart } from "#core/web/chart/SeriesChart.tsx";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { dashboard } from "#domains/dashboard/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import {
  ContactCell,
  FollowedCell,
  NameCell,
  ReviewCell,
  SentCell,
  useFreshInvites,
} from "#domains/reputation/invites/web/public.tsx";
import { reviewSites } from "#domains/reputation/sites/contract.ts";
import { type ReviewAnalytics, reviewAnalytics } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { Headlines, SiteRows } from "./Headlines.tsx";
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

const names = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });

/** `Nov ’26` of `2026-11`. */
const monthName = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`)).replace(" ", " ’");

/** A year's reviews by month as bars, and their average as a line. */
const MonthsChart = ({ months }: Pick<ReviewAnalytics, "months">) => (
  <SeriesChart
    label={texts.byMonth}
    kind="bars"
    height={272}
    categories={months.map(({ month }) => monthName(month))}
    series={[{ name: texts.reviewsAMonth, tone: "first", values: months.map(({ reviews }) => reviews) }]}
    line={{ name: texts.average, values: months.map(({ average }) => average), most: 5 }}
  />
);

const month = { period: "month" } as const;
const labels = { messages_sent: texts.sent, new_messages: texts.received } as const;
type MessageTotal = keyof typeof labels;

/** The month's texts with customers; each number opens its rows. */
function MessageTotals() {
  const time = useTime();
  const { data } = useCall(dashboard.figures, { body: month });
  const [opened, setOpened] = useState(false);
  const [figure, setFigure] = useState<MessageTotal>("messages_sent");
  const open = (chosen: MessageTotal) => {
    setFigure(chosen);
    setOpened(true);
  };
  const tile = (key: MessageTotal) => ({
    label: labels[key],
    ...(data && { figure: countText(data[key]), onOpen: () => open(key) }),
  });
  return (
    <>
      <TileList label={texts.messages}>
        <Tile {...tile("messages_sent")} />
        <Tile {...tile("new_messages")} />
      </TileList>
      <Modal opened={opened} onClose={() => setOpened(false)} title={labels[figure]} size="xl">
        <DataTable
          key={figure}
          call={dashboard.drillDown}
          body={{ ...month, figure }}
          label={labels[figure]}
          columns={[
            { key: "at", label: texts.when, card: "aside", render: ({ at }) => (at ? time.dateTime(at) : "") },
            { key: "customer_name", label: texts.customer, card: "title" },
            { key: "what", label: texts.message, card: "line" },
            { key: "who", label: texts.sentBy, card: "more" },
          ]}
          localState
        />
      </Modal>
    </>
  );
}

const shownInvites = 5;

/** The month's newest invites. */
function RecentInvites() {
  useFreshInvites();
  const { data: invites } = useCall(reviewInvites.table, { body: { length: shownInvites, period: "month" } });
  if (invites?.length === 0) return <p className={classes.soft}>{texts.noInvites}</p>;
  return (
    <table className={classes.table} aria-busy={invites === undefined}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" data-wide>
            {texts.contact}
          </th>
          <th scope="col" data-wide>
            {texts.sentBy}
          </th>
          <th scope="col">{texts.sentTime}</th>
          <th scope="col">{texts.followedLink}</th>
          <th scope="col">{texts.review}</th>
        </tr>
      </thead>
      <tbody>
        {invites?.map((invite) => (
          <tr key={invite.id}>
            <th scope="row" dir="auto">
              <NameCell {...invite} />
            </th>
            <td data-wide>
              <ContactCell {...invite} />
            </td>
            <td data-wide>{invite.sent_by}</td>
            <td>
              <SentCell {...invite} />
            </td>
            <td>
              <FollowedCell {...invite} />
            </td>
            <td>
              <ReviewCell {...invite} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
