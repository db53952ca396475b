import { Modal } from "@mantine/core";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type BoardFigure, type BoardPeriod, type LeaderboardRow, leaderboard } from "../contract.ts";
import { boardDefinitions, boardPeriodLabels } from "../rules.ts";
import classes from "./FigureDialog.module.css";
import { type CountedKind, countedColumns } from "./public.tsx";
import { boardTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** No one in particular: the whole team. */
  member?: LeaderboardRow;
  figure: BoardFigure;
  period: BoardPeriod;
}

const kinds: Record<BoardFigure, CountedKind> = {
  all_appointments: "appointments",
  todays_appointments: "appointments",
  messages_answered: "answers",
};

/** The rows that one number of a member or of the team counts. */
export function FigureDialog({ opened, onClose, member, figure, period }: Props) {
  const zone = useTimeZone();
  const label = `${boardDefinitions[figure].label} of ${member?.name ?? boardTexts.everybody}`;
  const when = figure === "todays_appointments" ? "" : ` — ${boardPeriodLabels[period]}`;
  const table = {
    body: { figure, period },
    label,
    firstSort: { key: "at", dir: "desc" } as const,
    columns: countedColumns(kinds[figure], { zone, canOpen: true, showsMember: !member }),
    localState: true,
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`${label}${when}`} size="xl">
      <p className={classes.means}>{boardDefinitions[figure].sentence}</p>
      {member ? (
        <DataTable call={leaderboard.drillDown} params={{ member_id: member.id }} {...table} />
      ) : (
        <DataTable call={leaderboard.teamRows} {...table} />
      )}
    </Modal>
  );
}
