import type { ReactNode } from "react";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import type { RowAction } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useMinute } from "#core/web/time/waits.ts";
import { leadBulk } from "../bulk/contract.ts";
import { type Lead, leads } from "../contract.ts";
import { ChosenLeads } from "./bulk/ChosenLeads.tsx";
import { CustomerCell, nameOfLead, SourceCell, VehicleCell, WaitingCell } from "./Cells.tsx";
import { NextStepCell, OwnerMenuCell, StageMenuCell } from "./EditedCells.tsx";
import { ageText, dollarsText } from "./leadWords.ts";
import { leadTexts as texts } from "./texts.ts";
import type { useLeadFilters } from "./useLeadFilters.tsx";

const { columns: labels } = texts;

interface Props {
  filters: ReturnType<typeof useLeadFilters>;
  actions: (lead: Lead) => RowAction[];
  onOpen: (lead: Lead) => void;
  /** Asks how a lead ended, for a stage that was chosen in its cell. */
  onEnd: (lead: Lead, stage_id: number) => void;
  empty: ReactNode;
  /** Chooses the layout, on a phone. */
  switcher: ReactNode;
}

/** The location's leads as a table. */
export function LeadsTable({ filters, actions, onOpen, onEnd, empty, switcher }: Props) {
  const canChoose = useCan(leadBulk.assign);
  const isOpenView = filters.body.show !== "closed" && filters.body.show !== "all";
  const columns: TableColumn<Lead>[] = [
    {
      key: "name",
      label: labels.customer,
      card: "title",
      isFixed: true,
      render: (row) => <CustomerCell lead={row} onOpen={() => onOpen(row)} />,
    },
    {
      key: "vehicle",
      label: labels.vehicle,
      card: "line",
      render: (row) => <VehicleCell lead={row} onOpen={() => onOpen(row)} />,
    },
    { key: "stage", label: labels.stage, card: "line", render: (row) => <StageMenuCell lead={row} onEnd={onEnd} /> },
    { key: "owner", label: labels.owner, card: "aside", render: (row) => <OwnerMenuCell lead={row} /> },
    { key: "source", label: labels.source, card: "more", render: SourceCell },
    {
      key: "waiting",
      label: labels.waiting,
      card: "status",
      sortable: true,
      render: (row) => <WaitingCell lead={row} />,
    },
    { key: "next_step", label: labels.nextStep, card: "more", render: (row) => <NextStepCell lead={row} /> },
    {
      key: "value",
      label: labels.value,
      align: "right",
      card: "more",
      render: ({ value }) => (value === null ? "" : dollarsText(value)),
    },
    {
      key: "received_at",
      label: labels.age,
      align: "right",
      card: "more",
      sortable: true,
      render: ({ received_at }) => <Age since={received_at} />,
    },
  ];
  return (
    <DataTable
      call={leads.table}
      label={texts.title}
      searchHint={texts.search}
      besideSearch={switcher}
      body={filters.body}
      filters={filters.chips}
      nameOf={nameOfLead}
      empty={filters.hasNone && empty}
      actions={actions}
      columns={columns}
      firstSort={isOpenView ? { key: "waiting", dir: "asc" } : { key: "received_at", dir: "desc" }}
      firstSize={25}
      columnsName="leads"
      selection={
        canChoose
          ? {
              takesAll: true,
              actions: (chosen, clear, all) => (
                <ChosenLeads chosen={chosen} clear={clear} all={all} view={filters.body} />
              ),
            }
          : undefined
      }
    />
  );
}

/** How long ago it came in: `8d`. */
function Age({ since }: { since: string }) {
  useMinute();
  const time = useTime();
  return <span title={time.dateTime(since)}>{ageText(since, new Date())}</span>;
}
