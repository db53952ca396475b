import { useSearchParams } from "react-router";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { FigureButton, PeriodFilter, useBoardPeriod } from "#domains/leaderboard/web/public.tsx";
import { type PerformanceRow, reviewPerformance } from "../contract.ts";
import { rankRule } from "../rules.ts";
import classes from "./PerformanceScreen.module.css";
import { ratingText, performanceTexts as texts } from "./texts.ts";
import { useFigureRows } from "./useFigureRows.tsx";

/** The team by the reviews that their invites led to. */
export function PerformanceScreen() {
  const [period, choosePeriod] = useBoardPeriod("month");
  const [query] = useSearchParams();
  const rows = useFigureRows();
  const exportCommand = useExportCommand(reviewPerformance.export, { period, search: query.get("q") ?? "" });
  return (
    <Screen
      title={texts.title}
      commands={{
        others: [exportCommand],
      }}
    >
      <DataTable
        call={reviewPerformance.table}
        body={{ period }}
        label={texts.label}
        searchHint={texts.searchHint}
        filters={<PeriodFilter value={period} onChange={choosePeriod} />}
        nameOf={({ name }) => name}
        columns={[
          { key: "name", label: texts.name, sortable: true, card: "title", render: Person },
          { key: "rank", label: texts.rank, info: rankRule, sortable: true, align: "right", card: "status" },
          {
            key: "invites_sent",
            label: texts.invites,
            info: texts.invitesInfo,
            sortable: true,
            align: "right",
            card: "line",
            render: ({ id, name, invites_sent }) => (
              <FigureButton
                value={invites_sent}
                of={texts.of(texts.invites, name)}
                unit={texts.invitesUnit}
                onOpen={() => rows.open({ figure: "invites", period, member: { id, name } })}
              />
            ),
          },
          {
            key: "reviews",
            label: texts.reviews,
            info: texts.reviewsInfo,
            sortable: true,
            align: "right",
            card: "line",
            render: ({ id, name, reviews }) => (
              <FigureButton
                value={reviews}
                of={texts.of(texts.reviews, name)}
                unit={texts.reviewsUnit}
                onOpen={() => rows.open({ figure: "reviews", period, member: { id, name } })}
              />
            ),
          },
          { key: "rating", label: texts.rating, info: texts.ratingInfo, sortable: true, card: "aside", render: Rating },
        ]}
      />
      {rows.dialog}
    </Screen>
  );
}

function Person({ id, name, name_initials, is_here }: PerformanceRow) {
  return (
    <span className={classes.person}>
      <Initials initials={name_initials} seed={id} size={24} />
      <span className={classes.name}>{name}</span>
      {is_here === 0 && <span className={classes.left}>{texts.left}</span>}
    </span>
  );
}

function Rating({ rating }: PerformanceRow) {
  if (rating === null) return "–";
  return (
    <span className={classes.rating}>
      {ratingText(rating)}
      <Stars rating={rating} />
    </span>
  );
}
