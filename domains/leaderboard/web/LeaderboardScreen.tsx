import { Button, Group, Skeleton } from "@mantine/core";
import { IconTrophy, IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { changeOf } from "#core/web/figure/change.ts";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { durationText } from "#domains/dashboard/rules.ts";
import { leadColumns, TeamGoals } from "#domains/dashboard/web/public.tsx";
import { leadsAddress } from "#domains/leads/rules.ts";
import { type BoardFigure, boardFigures, type LeaderboardRow, leaderboard, type TeamFigures } from "../contract.ts";
import { boardDefinitions, rankSentence } from "../rules.ts";
import classes from "./LeaderboardScreen.module.css";
import { comparedWith, daysOfBoardPeriod, FigureButton, PeriodFilter, useBoardPeriod, useBoardTab } from "./public.tsx";
import { boardTexts } from "./texts.ts";

const FigureDialog = lazyDialog(() => import("./FigureDialog.tsx"), "FigureDialog");

/** After a number in a phone's card. */
const units: Record<BoardFigure, string | readonly [string, string]> = {
  all_appointments: boardTexts.appointments,
  todays_appointments: boardTexts.today,
  messages_answered: boardTexts.answered,
};

/** What the acting location's team did, and the ranks of its members. */
export function LeaderboardScreen() {
  const [period, choosePeriod] = useBoardPeriod("all");
  const { tab, tabs } = useBoardTab();
  const zone = useTimeZone() ?? "UTC";
  const { data: team } = useCall(leaderboard.team, { body: { period } }, { keepPrevious: true });
  const [isOpen, setOpen] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [chosen, choose] = useState<{ member?: LeaderboardRow; figure: BoardFigure }>();
  const open = (figure: BoardFigure, member?: LeaderboardRow) => {
    choose({ figure, ...(member && { member }) });
    setOpen(true);
  };

  const figures = boardFigures.map((figure): TableColumn<LeaderboardRow> => {
    const { label, sentence } = boardDefinitions[figure];
    return {
      key: figure,
      label,
      info: sentence,
      sortable: true,
      align: "right",
      card: "line",
      render: (row) => (
        <FigureButton
          value={row[figure]}
          of={`${label} of ${row.name}`}
          unit={units[figure]}
          onOpen={() => open(figure, row)}
        />
      ),
    };
  });
  const { median_first_response: median } = boardDefinitions;

  const activity: TableColumn<LeaderboardRow>[] = [
    ...figures,
    {
      key: "median_first_response",
      label: median.label,
      info: median.sentence,
      sortable: true,
      align: "right",
      card: "aside",
      render: (row) => row.median_first_response_text || "–",
    },
    {
      key: "rank",
      label: "Rank",
      info: rankSentence,
      sortable: true,
      align: "right",
      card: "status",
      render: Rank,
    },
  ];
  const days = daysOfBoardPeriod(period, zone);
  const leadFigures = leadColumns<LeaderboardRow>({
    nameOf: ({ name }) => name,
    wayTo: ({ id }, reached) => leadsAddress({ reached, owner_id: id, ...days }),
  });

  return (
    <Screen title="Leaderboard" beside={tabs}>
      {tab === "goals" ? (
        <TeamGoals />
      ) : (
        <>
          {tab === "activity" && <TeamTiles team={team} onOpen={(figure) => open(figure)} />}
          <DataTable
            key={tab}
            call={leaderboard.table}
            body={{ period }}
            label={tab === "leads" ? boardTexts.leads : "Leaderboard"}
            filters={<PeriodFilter value={period} onChange={choosePeriod} />}
            nameOf={({ name }) => name}
            columns={[
              { key: "no", label: "No.", width: "4rem", hideOnPhone: true },
              { key: "name", label: "Team Member Name", sortable: true, card: "title", render: InitialsAndName },
              ...(tab === "leads" ? leadFigures : activity),
            ]}
          />
        </>
      )}
      {team?.members === 1 && (
        <EmptyState
          icon={IconUsersGroup}
          action={
            <Button component={Link} to="/team" variant="default">
              {boardTexts.invite}
            </Button>
          }
        >
          {boardTexts.alone}
        </EmptyState>
      )}
      {chosen && <FigureDialog opened={isOpen} onClose={() => setOpen(false)} period={period} {...chosen} />}
    </Screen>
  );
}

function InitialsAndName({ id, name, name_initials }: LeaderboardRow) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Initials initials={name_initials} seed={id} size={24} />
      <span className={classes.name}>{name}</span>
    </Group>
  );
}

/** The rank; the first of those who did something has a trophy. */
function Rank({ rank, all_appointments, messages_answered }: LeaderboardRow) {
  const isFirst = rank === 1 && all_appointments + messages_answered > 0;
  return (
    <span className={classes.rank} data-first={isFirst || undefined}>
      {isFirst && <IconTrophy size={14} aria-hidden />}
      {rank}
    </span>
  );
}

interface Props {
  team: { readonly figures: TeamFigures; readonly previous: TeamFigures | null } | undefined;
  onOpen: (figure: BoardFigure) => void;
}

/** What the team did together, with the change since the period before. */
function TeamTiles({ team, onOpen }: Props) {
  if (!team) return <Skeleton height={100} mb="md" role="status" aria-label="Loading" />;
  const { figures, previous } = team;
  const tile = (figure: BoardFigure) => ({
    label: boardDefinitions[figure].label,
    info: boardDefinitions[figure].sentence,
    figure: countText(figures[figure]),
    ...comparedWith(figures[figure], previous?.[figure] ?? null),
    onOpen: () => onOpen(figure),
  });
  const { label, sentence } = boardDefinitions.median_first_response;
  const before = previous?.todays_appointments;
  return (
    <TileList label={boardTexts.team} isFramed>
      <Tile {...tile("all_appointments")} />
      <Tile
        {...tile("todays_appointments")}
        {...(before !== undefined && {
          change: changeOf(figures.todays_appointments, before, "up"),
          comparison: boardTexts.weekAgo(before),
        })}
      />
      <Tile {...tile("messages_answered")} />
      <Tile
        label={label}
        info={sentence}
        figure={waitText(figures.median_first_response)}
        {...(previous && { comparison: boardTexts.from(waitText(previous.median_first_response)) })}
        onOpen={() => onOpen("messages_answered")}
      />
    </TileList>
  );
}

const waitText = (seconds: number | null) => (seconds === null ? "–" : durationText(seconds));
