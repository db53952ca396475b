import { Modal } from "@mantine/core";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type BoardFigure, type BoardPeriod, type LeaderboardRow, leaderboard } from "../contract.ts";
import { boardDefinitions, boardPeriodLabels } from "../rules.ts";
import { type CountedKind, countedColumns } from "./countedColumns.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  member: LeaderboardRow;
  figure: BoardFigure;
  period: BoardPeriod;
}

const kinds: Record<BoardFigure, CountedKind> = {
  all_appointments: "appointments",
  todays_appointments: "appointments",
  messages_answered: "answers",
};

/** The rows that one of a member's numbers counts. */
export function FigureDialog({ opened, onClose, member, figure, period }: Props) {
  const zone = useTimeZone();
  const label = `${boardDefinitions[figure].label} of ${member.name}`;
  const when = figure === "todays_appointments" ? "" : ` — ${boardPeriodLabels[period]}`;
  return (
    <Modal opened={opened} onClose={onClose} title={`${label}${when}`} size="xl">
      <DataTable
        call={leaderboard.drillDown}
        params={{ member_id: member.id }}
        body={{ figure, period }}
        label={label}
        firstSort={{ key: "at", dir: "desc" }}
        columns={countedColumns(kinds[figure], { zone, canOpen: true })}
        localState
      />
    </Modal>
  );
}
