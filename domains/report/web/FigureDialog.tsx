import { Modal, Text } from "@mantine/core";
import { useSession } from "#core/web/session/session.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { countedLeadColumns } from "#domains/dashboard/web/public.tsx";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { boardPeriodLabels } from "#domains/leaderboard/rules.ts";
import { type CountedKind, countedColumns } from "#domains/leaderboard/web/public.tsx";
import type { LeadReach } from "#domains/leads/fields.ts";
import { type ReportFigure, type ReportRow, report } from "../contract.ts";
import { reportDefinitions } from "../rules.ts";
import classes from "./FigureDialog.module.css";

interface Props {
  opened: boolean;
  onClose: () => void;
  row: ReportRow;
  figure: ReportFigure;
  period: BoardPeriod;
}

const kinds: Record<ReportFigure, CountedKind> = {
  assign_to: "chats",
  message_received: "messages",
  message_sent: "messages",
  messages_answered: "answers",
  appointments_set: "appointments",
};

/** The rows that one number of the report counts. */
export function FigureDialog({ opened, onClose, row, figure, period }: Props) {
  const areHere = useSession()?.location_id === row.location_id;
  const label = `${reportDefinitions[figure].label} of ${row.user_name} at ${row.location}`;
  const when = figure === "assign_to" ? "" : ` — ${boardPeriodLabels[period]}`;
  return (
    <Modal opened={opened} onClose={onClose} title={`${label}${when}`} size="xl">
      <p className={classes.means}>{reportDefinitions[figure].sentence}</p>
      {!areHere && (
        <Text size="sm" mb="sm">
          Switch to {row.location} in the header to open these.
        </Text>
      )}
      <DataTable
        call={report.drillDown}
        params={{ member_id: row.id }}
        body={{ figure, period, at_location_id: row.location_id }}
        label={label}
        firstSort={{ key: "at", dir: "desc" }}
        columns={countedColumns(kinds[figure], { zone: row.time_zone, canOpen: areHere })}
        localState
      />
    </Modal>
  );
}

interface LeadsProps extends Omit<Props, "figure"> {
  reached: LeadReach;
}

/** The leads that one number counts, of a location that isn't the acting one. */
export function LeadsDialog({ opened, onClose, row, reached, period }: LeadsProps) {
  const label = `Leads of ${row.user_name} at ${row.location}`;
  return (
    <Modal opened={opened} onClose={onClose} title={`${label} — ${boardPeriodLabels[period]}`} size="xl">
      <Text size="sm" mb="sm">
        Switch to {row.location} in the header to open these.
      </Text>
      <DataTable
        call={report.leadRows}
        params={{ member_id: row.id }}
        body={{ reached, period, at_location_id: row.location_id }}
        label={label}
        columns={countedLeadColumns(row.time_zone)}
        localState
      />
    </Modal>
  );
}
