import { Alert, Anchor, Paper, Skeleton, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { messageKinds } from "#domains/admin/records/contract.ts";
import { type Figures, overview } from "../contract.ts";
import classes from "./DashboardScreen.module.css";

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
      definition: "Texts from customers, by when they arrived",
      parts: byPeriod(texts_in, messagesOf("in")),
    },
    {
      name: "Texts out",
      definition: "Conversation texts the carrier sent or delivered, by when they were written",
      parts: byPeriod(texts_out, messagesOf("out")),
    },
    {
      name: "Failures",
      definition: "Conversation texts the carrier rejected or couldn't deliver, by when they were written",
      parts: byPeriod(failures, messagesOf("failed")),
    },
    {
      name: "Campaign texts",
      definition: "Campaign texts the carrier accepted. They aren't part of Texts out.",
      parts: byPeriod(campaign_texts, messagesOf("campaign")),
    },
    {
      name: "Campaign emails",
      definition: "Campaign emails the mail server accepted. Each figure opens the campaigns behind it.",
      parts: byPeriod(campaign_emails, emailCampaignsSent),
    },
  ];
}

interface FigurePart {
  label: string;
  value: number;
  /** Link to the counted rows. */
  to?: string;
  /** The operator should act on it. */
  needsAttention?: boolean;
}

interface FigureProps {
  name: string;
  /** What is counted. */
  definition: string;
  parts: FigurePart[];
}

/** A dashboard figure with its parts and definition. */
function Figure({ name, definition, parts }: FigureProps) {
  return (
    <Paper component="section" withBorder p="lg" aria-label={name} className={classes.figure}>
      <Title order={2} fz="lg">
        {name}
      </Title>
      <dl className={classes.parts}>
        {parts.map(({ label, value, to, needsAttention }) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <dd data-asks={needsAttention || undefined}>
              {to ? (
                <Anchor component={Link} to={to} inherit>
                  {countText(value)}
                </Anchor>
              ) : (
                countText(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {definition}
      </Text>
    </Paper>
  );
}
