import { Alert, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { messageKinds } from "#domains/admin/messages/contract.ts";
import { type Figures, overview } from "../contract.ts";
import classes from "./DashboardScreen.module.css";
import { Figure, type FigureProps } from "./Figure.tsx";

/** Milliseconds between refetches. */
const pollInterval = 10_000;

/** The platform's live figures. */
export function DashboardScreen() {
  const time = useTime();
  const { data, error } = useCall(overview.figures, {}, { refetchInterval: pollInterval });
  return (
    <Screen
      title="Dashboard"
      about={data ? `As of ${time.time(data.as_of)}, Eastern time. Weeks start on Sunday.` : undefined}
    >
      {error && <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />} title={error.message} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className={classes.figures}>
          {figuresOf(data).map((figure) => (
            <Figure key={figure.name} {...figure} />
          ))}
        </div>
      )}
    </Screen>
  );
}

/** @param rows the screen with the counted rows, by period. */
function byPeriod(
  { today, week, month }: Figures["texts_in"],
  rows: (period: "today" | "week" | "month") => string,
): FigureProps["parts"] {
  return [
    { label: "Today", value: today, to: rows("today") },
    { label: "This week", value: week, to: rows("week") },
    { label: "This month", value: month, to: rows("month") },
  ];
}

const messagesOf = (kind: (typeof messageKinds)[number]) => (period: string) =>
  `/admin/messages?kind=${kind}&since=${period}`;
const emailCampaignsSent = (period: string) => `/admin/campaigns?channel=email&sent=${period}`;

function figuresOf(figures: Figures): FigureProps[] {
  const { clients, texts_in, texts_out, failures, campaign_texts, campaign_emails, numbers } = figures;
  const since = (period: string) => `/admin/clients/${period}`;
  return [
    {
      name: "Clients",
      definition: "Businesses by the day they registered or were added",
      parts: [
        { label: "Today", value: clients.today, to: since("today") },
        { label: "This week", value: clients.week, to: since("week") },
        { label: "This month", value: clients.month, to: since("month") },
        { label: "All time", value: clients.all, to: since("all") },
      ],
    },
    {
      name: "Numbers",
      definition: "Numbers in use, locations waiting for one, and unfinished purchases",
      parts: [
        { label: "In use", value: numbers.assigned },
        {
          label: "Requests waiting",
          value: numbers.requested,
          to: "/admin/clients?sort=-phone_no_request",
          needsAttention: numbers.requested > 0,
        },
        { label: "Purchases open", value: numbers.unsettled, needsAttention: numbers.unsettled > 0 },
      ],
    },
    {
      name: "Texts in",
      definition: "Texts from customers, by the time they arrived",
      parts: byPeriod(texts_in, messagesOf("in")),
    },
    {
      name: "Texts out",
      definition: "Texts of conversations sent or delivered by the carrier, by the time they were written",
      parts: byPeriod(texts_out, messagesOf("out")),
    },
    {
      name: "Failures",
      definition: "Texts of conversations the carrier refused or couldn't deliver, by the time they were written",
      parts: byPeriod(failures, messagesOf("failed")),
    },
    {
      name: "Campaign texts",
      definition: "Campaign texts the carrier accepted. They are not part of Texts out.",
      parts: byPeriod(campaign_texts, messagesOf("campaign")),
    },
    {
      name: "Campaign emails",
      definition: "Campaign emails the mail server accepted. Each figure opens the campaigns behind it.",
      parts: byPeriod(campaign_emails, emailCampaignsSent),
    },
  ];
}
