import { Button, Skeleton, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useCsvExport } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { durationText } from "#domains/dashboard/rules.ts";
import { leadColumns, TeamGoals } from "#domains/dashboard/web/public.tsx";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import {
  boardTexts,
  comparedWith,
  daysOfBoardPeriod,
  FigureButton,
  PeriodFilter,
  useBoardPeriod,
  useBoardTab,
} from "#domains/leaderboard/web/public.tsx";
import type { LeadReach } from "#domains/leads/fields.ts";
import { leadsAddress } from "#domains/leads/rules.ts";
import { type ReportFigure, type ReportRow, type ReportTotals, report, reportFigures } from "../contract.ts";
import { reportDefinitions } from "../rules.ts";

const FigureDialog = lazyDialog(() => import("./FigureDialog.tsx"), "FigureDialog");
const LeadsDialog = lazyDialog(() => import("./FigureDialog.tsx"), "LeadsDialog");

/** After a number in a phone's card. */
const units: Partial<Record<ReportFigure, string>> = {
  message_received: boardTexts.received,
  message_sent: boardTexts.sent,
  messages_answered: boardTexts.answered,
};

/** Each member's activity at each of the user's locations. */
export function ReportScreen() {
  const mayExport = useCan(report.export);
  const [period, choosePeriod] = useBoardPeriod("month");
  const { tab, tabs } = useBoardTab();
  const here = useSession()?.location_id;
  const [areLeadsOpen, setLeadsOpen] = useState(false);
  const [chosenLeads, chooseLeads] = useState<{ row: ReportRow; reached: LeadReach }>();
  const { data: totals } = useCall(report.totals, { body: { period } }, { keepPrevious: true });
  const [isOpen, setOpen] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [chosen, choose] = useState<{ row: ReportRow; figure: ReportFigure }>();

  const column = (figure: ReportFigure): TableColumn<ReportRow> => {
    const { label, sentence } = reportDefinitions[figure];
    const open = (row: ReportRow) => {
      choose({ row, figure });
      setOpen(true);
    };
    const render = (row: ReportRow) => {
      const of = `${label} of ${row.user_name} at ${row.location}`;
      return <FigureButton value={row[figure]} of={of} unit={units[figure] ?? ""} onOpen={() => open(row)} />;
    };
    const card = units[figure] ? "line" : "more";
    return { key: figure, label, info: sentence, sortable: true, align: "right", card, render };
  };
  const figures = reportFigures.map(column);

  const activity: TableColumn<ReportRow>[] = [
    ...figures,
    {
      key: "median_first_response",
      label: reportDefinitions.median_first_response.label,
      info: reportDefinitions.median_first_response.sentence,
      sortable: true,
      align: "right",
      card: "aside",
      render: ({ median_first_response: wait }) => (wait === null ? "–" : durationText(wait)),
    },
  ];
  const leadFigures = leadColumns<ReportRow>({
    nameOf: ({ user_name, location }) => `${user_name} at ${location}`,
    wayTo: (row, reached) =>
      row.location_id === here
        ? leadsAddress({ reached, owner_id: row.id, ...daysOfBoardPeriod(period, row.time_zone) })
        : () => {
            chooseLeads({ row, reached });
            setLeadsOpen(true);
          },
  });

  return (
    <Screen title="Report" beside={tabs} actions={mayExport && tab !== "goals" && <ExportButton period={period} />}>
      {tab === "goals" ? (
        <TeamGoals />
      ) : (
        <>
          {tab === "activity" && <ReportTiles totals={totals} />}
          <DataTable
            key={tab}
            call={report.table}
            body={{ period }}
            label={tab === "leads" ? boardTexts.leads : "Report"}
            rowKey={({ id, location_id }) => `${id} ${location_id}`}
            filters={<PeriodFilter value={period} onChange={choosePeriod} />}
            nameOf={({ user_name }) => user_name}
            columns={[
              { key: "user_name", label: "User Name", sortable: true, card: "title", render: Person },
              { key: "location", label: "Location", sortable: true, card: tab === "leads" ? "line" : "status" },
              ...(tab === "leads" ? leadFigures : activity),
            ]}
          />
        </>
      )}
      {chosen && <FigureDialog opened={isOpen} onClose={() => setOpen(false)} period={period} {...chosen} />}
      {chosenLeads && (
        <LeadsDialog opened={areLeadsOpen} onClose={() => setLeadsOpen(false)} period={period} {...chosenLeads} />
      )}
    </Screen>
  );
}

function Person({ user_name, is_here }: ReportRow) {
  return (
    <>
      {user_name}
      {is_here === 0 && (
        <Text size="xs" c="dimmed">
          No longer here
        </Text>
      )}
    </>
  );
}

/** Saves all pages of the filtered table as a CSV file. */
function ExportButton({ period }: { period: BoardPeriod }) {
  const [query] = useSearchParams();
  const save = useCsvExport(report.export);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate({ body: { period, search: query.get("q") ?? "" } })}
    >
      Export
    </Button>
  );
}

const shown = ["message_received", "message_sent", "messages_answered", "appointments_set"] as const;

interface Props {
  totals: { readonly figures: ReportTotals; readonly previous: ReportTotals | null } | undefined;
}

/** The team's totals, with the change since the period before. */
function ReportTiles({ totals }: Props) {
  if (!totals) return <Skeleton height={100} mb="md" role="status" aria-label="Loading" />;
  const { figures, previous } = totals;
  return (
    <TileList label={boardTexts.team} isFramed>
      {shown.map((key) => (
        <Tile
          key={key}
          label={reportDefinitions[key].label}
          info={reportDefinitions[key].sentence}
          figure={countText(figures[key])}
          {...comparedWith(figures[key], previous?.[key] ?? null)}
        />
      ))}
    </TileList>
  );
}
