import { NativeSelect, Skeleton } from "@mantine/core";
import { Suspense, useDeferredValue, useState } from "react";
import { countText } from "#core/count.ts";
import { periodLabels } from "#core/periods.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { changeOf, type FigureChange } from "#core/web/figure/change.ts";
import { Sparkline } from "#core/web/figure/Sparkline.tsx";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { PeriodChoice } from "#core/web/filter/PeriodChip.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { ContactsBefore, Dashboard, FigureKey } from "../contract.ts";
import { MyGoals } from "../goals/web/MyGoals.tsx";
import { definitions } from "../rules.ts";
import { Charts } from "./Charts.tsx";
import classes from "./DashboardScreen.module.css";
import { contactFigures, headlines, LoadingFigures, StripFigure } from "./LoadingFigures.tsx";
import tilesClasses from "./Tiles.module.css";
import { ToDo } from "./ToDo.tsx";
import { periodText, periodTexts, tileTexts } from "./texts.ts";
import {
  type DashboardQuery,
  useCampaignTexts,
  useContactsBefore,
  useDashboard,
  useDashboardQuery,
  useFunnel,
} from "./useDashboard.ts";

const CustomDays = lazyNamed(() => import("./CustomDays.tsx"), "CustomDays");

const DrillDownDialog = lazyDialog(() => import("./DrillDownDialog.tsx"), "DrillDownDialog");

/** The location's figures, now and over a period; each opens its rows. */
export function DashboardScreen() {
  const time = useTime();
  const { query, today, isCountable, choose, setLocation, canSeeAll } = useDashboardQuery();
  const { data: current, error, refetch, isPlaceholderData } = useDashboard(query, isCountable);
  // Rendered at low priority in slices, because the tiles and charts would delay clicks.
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
      {error && <LoadFailure failure={error} retry={refetch} mb="md" />}
      {!isCountable && <p>{periodTexts.chooseDays}</p>}
      {!data && !error && isCountable && <LoadingFigures />}
      {data && (
        <div className={classes.dashboard} aria-busy={isPlaceholderData}>
          <Tiles data={data} before={before} query={query} onOpen={show} />
          <MyGoals />
          <Charts data={data} query={query} funnel={funnel} campaignTexts={campaignTexts} onOpen={show} />
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

interface Props {
  data: Dashboard;
  /** How the contacts stood in the period before, once it is known. */
  before: ContactsBefore | null | undefined;
  query: DashboardQuery;
  onOpen: (figure: FigureKey) => void;
}

/** The headlines and the contact strip: one panel ruled by lines, two on a phone. */
function Tiles({ data, before, query, onOpen }: Props) {
  return (
    <div className={tilesClasses.panel}>
      <TileList label="Headlines">
        {headlines.map((key) => (
          <Tile
            key={key}
            label={definitions[key].label}
            info={definitions[key].description}
            figure={countText(data[key])}
            {...comparedWith(key, data)}
            onOpen={() => onOpen(key)}
          >
            {key === "new_messages" && <Sparkline values={data.charts.received} />}
          </Tile>
        ))}
      </TileList>
      <ul className={tilesClasses.strip} aria-label="Contacts">
        {contactFigures.map((key) => (
          <StripFigure
            key={key}
            figure={key}
            value={data[key]}
            change={stripChange(key, data, before)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <ToDo data={data} query={query} onOpen={onOpen} />
    </div>
  );
}

/** The change since the period before (for appointments, the same weekday a week ago), or what the headline is part of. */
function comparedWith(key: (typeof headlines)[number], data: Dashboard): { change?: FigureChange; comparison: string } {
  const { previous } = data;
  if (key === "unread_messages") return { comparison: tileTexts.unreadIn(data.unread_conversations) };
  if (key === "pending_follow_up") return { comparison: tileTexts.waiting(data.pending_follow_up) };
  if (!previous) {
    const isMessages = key === "new_messages";
    const count = countText(isMessages ? data.replies_received : data.active_appointments);
    return { comparison: `${count} ${isMessages ? "are replies" : "upcoming"}` };
  }
  const change = changeOf(data[key], previous[key], "up");
  const before = `${countText(previous[key])}${key === "todays_appointments" ? " a week ago" : ""}`;
  return change ? { change, comparison: `from ${before}` } : { comparison: `same as ${before}` };
}

/** The change since the period before, in which each of them is counted as it was then. */
function stripChange(
  key: (typeof contactFigures)[number],
  { previous, ...data }: Dashboard,
  before: ContactsBefore | null | undefined,
): FigureChange | undefined {
  const then = { ...previous, ...before }[key];
  if (then === undefined) return undefined;
  return changeOf(data[key], then, key === "cold_contacts" || key === "no_response" ? "down" : "up");
}
