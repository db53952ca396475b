import { Group } from "@mantine/core";
import { useState } from "react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { type BoardFigure, boardFigures, type LeaderboardRow, leaderboard } from "../contract.ts";
import { boardDefinitions, rankSentence } from "../rules.ts";
import { Definitions } from "./Definitions.tsx";
import { FigureButton } from "./FigureButton.tsx";
import { PeriodFilter, useBoardPeriod } from "./PeriodFilter.tsx";

const FigureDialog = lazyDialog(() => import("./FigureDialog.tsx"), "FigureDialog");

/** Ranks the members of the acting location. */
export function LeaderboardScreen() {
  const [period, choosePeriod] = useBoardPeriod("all");
  const [isOpen, setOpen] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [chosen, choose] = useState<{ member: LeaderboardRow; figure: BoardFigure }>();

  const figures = boardFigures.map((figure): TableColumn<LeaderboardRow> => {
    const { label } = boardDefinitions[figure];
    const open = (member: LeaderboardRow) => {
      choose({ member, figure });
      setOpen(true);
    };
    return {
      key: figure,
      label,
      sortable: true,
      render: (row) => <FigureButton value={row[figure]} of={`${label} of ${row.name}`} onOpen={() => open(row)} />,
    };
  });

  return (
    <Screen title="Leaderboard" about={rankSentence}>
      <DataTable
        call={leaderboard.table}
        body={{ period }}
        label="Leaderboard"
        filters={<PeriodFilter value={period} onChange={choosePeriod} />}
        columns={[
          { key: "no", label: "No.", width: "4rem" },
          { key: "name", label: "Team Member Name", sortable: true, render: InitialsAndName },
          ...figures,
          {
            key: "median_first_response",
            label: boardDefinitions.median_first_response.label,
            sortable: true,
            render: (row) => row.median_first_response_text || "–",
          },
          { key: "rank", label: "Rank", sortable: true },
        ]}
      />
      <Definitions of={boardDefinitions} />
      {chosen && <FigureDialog opened={isOpen} onClose={() => setOpen(false)} period={period} {...chosen} />}
    </Screen>
  );
}

function InitialsAndName({ id, name, name_initials }: LeaderboardRow) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Initials initials={name_initials} seed={id} size={28} />
      {name}
    </Group>
  );
}
