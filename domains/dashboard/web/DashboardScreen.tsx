import { Alert, Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Suspense, useDeferredValue, useState } from "react";
import { periodLabels } from "#core/periods.ts";
import { PeriodChoice } from "#core/web/filter/PeriodChoice.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { Dashboard, FigureKey } from "../contract.ts";
import { Charts } from "./Charts.tsx";
import classes from "./DashboardScreen.module.css";
import { LoadingFigures } from "./LoadingFigures.tsx";
import { Tiles } from "./Tiles.tsx";
import { periodText, periodTexts } from "./texts.ts";
import { useCampaignTexts, useContactsBefore, useDashboard, useDashboardQuery, useFunnel } from "./useDashboard.ts";

const CustomDays = lazyNamed(() => import("./CustomDays.tsx"), "CustomDays");

const DrillDownDialog = lazyDialog(() => import("./DrillDownDialog.tsx"), "DrillDownDialog");

/** The location's figures, now and over a period; each opens its rows. */
export function DashboardScreen() {
  const time = useTime();
  const { query, today, isCountable, choose, setLocation, canSeeAll } = useDashboardQuery();
  const { data: current, error, refetch, isPlaceholderData } = useDashboard(query, isCountable);
  // Rendered with low priority, in slices: so many tiles and charts would hold up clicks.
  const data = useDeferredValue(current);
  const isShown = data !== undefined && !isPlaceholderData;
  const before = useContactsBefore(query, isShown);
  const campaignTexts = useCampaignTexts(query, isShown);
  const funnel = useFunnel(query, isShown);
  const [figure, setFigure] = useState<FigureKey>();
  const [isOpen, setOpen] = useState(false);
  const show = (key: FigureKey) => {
    setFigure(key);
    setOpen(true);
  };
  return (
    <Screen
      title="Dashboard"
      about={data ? aboutOf(data, time) : query.period !== "custom" && periodLabels[query.period]}
      actions={
        <>
          {canSeeAll && (
            <NativeSelect
              aria-label="Location"
              value={query.location}
              onChange={({ currentTarget }) => setLocation(currentTarget.value === "all" ? "all" : "")}
              data={[
                { value: "acting", label: "This location" },
                { value: "all", label: "All locations" },
              ]}
            />
          )}
          <PeriodChoice
            value={query.period}
            extra={{ custom: periodTexts.custom }}
            extraLast
            onChange={(period) => choose({ period, ...(period === "custom" ? daysOf(data, today) : noDays) })}
          />
          {query.period === "custom" && (
            <Suspense fallback={<Skeleton width={282} height={32} role="status" aria-label="Loading" />}>
              <CustomDays
                days={query}
                today={today}
                onChange={({ from, to }) => choose({ period: "custom", from, to })}
              />
            </Suspense>
          )}
        </>
      }
    >
      {error && (
        <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />} title={error.message}>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {!isCountable && <p>{periodTexts.chooseDays}</p>}
      {!data && !error && isCountable && <LoadingFigures />}
      {data && (
        <div className={classes.dashboard} aria-busy={isPlaceholderData}>
          <Tiles data={data} before={before} location={query.location} onOpen={show} />
          <Charts data={data} funnel={funnel} campaignTexts={campaignTexts} onOpen={show} />
        </div>
      )}
      {figure && <DrillDownDialog opened={isOpen} onClose={() => setOpen(false)} figure={figure} query={query} />}
    </Screen>
  );
}

const noDays = { from: "", to: "" };

/** A custom period begins with the days that were shown. */
const daysOf = (data: Dashboard | undefined, today: string) => ({
  from: data?.first_day ?? today,
  to: data?.last_day ?? today,
});

function aboutOf(data: Dashboard, time: ReturnType<typeof useTime>): string {
  if (data.period === "custom") {
    const days = Math.round((Date.parse(data.last_day) - Date.parse(data.first_day)) / 86_400_000) + 1;
    return `${periodText(data)}. ${periodTexts.comparedWith(days)}`;
  }
  return `${periodText(data)}, from ${time.dateTime(data.from)} to ${time.time(data.as_of)}`;
}
