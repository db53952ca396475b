import { Alert, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useTime } from "#core/web/time/useTime.ts";
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

function byPeriod({ today, week, month }: Figures["texts_in"]): FigureProps["parts"] {
  return [
    { label: "Today", value: today },
    { label: "This week", value: week },
    { label: "This month", value: month },
  ];
}

function figuresOf({ clients, texts_in, texts_out, failures, numbers }: Figures): FigureProps[] {
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
      parts: byPeriod(texts_in),
    },
    {
      name: "Texts out",
      definition: "Texts sent or delivered by the carrier, by the time they were written",
      parts: byPeriod(texts_out),
    },
    {
      name: "Failures",
      definition: "Texts the carrier refused or couldn't deliver, by the time they were written",
      parts: byPeriod(failures),
    },
  ];
}
