import { Alert, Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { periodLabels } from "#core/periods.ts";
import { PeriodChoice } from "#core/web/filter/PeriodChoice.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { FigureKey } from "../contract.ts";
import { Charts } from "./Charts.tsx";
import classes from "./DashboardScreen.module.css";
import { Tiles } from "./Tiles.tsx";
import { firstPeriod, useDashboard, useDashboardQuery } from "./useDashboard.ts";

const DrillDownDialog = lazyDialog(() => import("./DrillDownDialog.tsx"), "DrillDownDialog");

/** The location's figures, now and over a period; each opens its rows. */
export function DashboardScreen() {
  const time = useTime();
  const { query, setPeriod, setLocation, canSeeAll } = useDashboardQuery();
  const { data, error, refetch, isPlaceholderData } = useDashboard(query);
  const [figure, setFigure] = useState<FigureKey>();
  const [isOpen, setOpen] = useState(false);
  const show = (key: FigureKey) => {
    setFigure(key);
    setOpen(true);
  };
  return (
    <Screen
      title="Dashboard"
      about={
        data ? `${periodLabels[data.period]}, from ${time.dateTime(data.from)} to ${time.time(data.as_of)}` : undefined
      }
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
          <PeriodChoice value={query.period} onChange={(period) => setPeriod(period === firstPeriod ? "" : period)} />
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
      {!data && !error && <Skeleton height={480} aria-label="Loading" />}
      {data && (
        <div className={classes.dashboard} aria-busy={isPlaceholderData}>
          <Tiles data={data} location={query.location} onOpen={show} />
          <Charts data={data} onOpen={show} />
        </div>
      )}
      {figure && <DrillDownDialog opened={isOpen} onClose={() => setOpen(false)} figure={figure} query={query} />}
    </Screen>
  );
}
