import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { countText, nounFor } from "#core/count.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { changeOf, type FigureChange } from "#core/web/figure/change.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { PeriodChoice } from "#core/web/filter/PeriodChip.tsx";
import type { TableColumn } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import { statusNames } from "#domains/appointments/rules.ts";
import { durationText } from "#domains/dashboard/rules.ts";
import { type BoardPeriod, boardPeriods, type CountedRow } from "../contract.ts";
import { boardPeriodLabels, boardRange } from "../rules.ts";
import classes from "./public.module.css";
import { boardTexts } from "./texts.ts";

interface Props {
  value: number;
  /** What it counts, and whose: "All Appointments of Ann Lee". */
  of: string;
  /** After the number in a phone's card, which has no head: "today", or for one and for more "appointment" and "appointments". */
  unit?: string | readonly [one: string, many: string];
  onOpen: () => void;
}

/** A number that opens its rows; a zero is plain text. */
export function FigureButton({ value, of, unit, onOpen }: Props) {
  const shown = countText(value);
  return (
    <>
      {value === 0 ? (
        "0"
      ) : (
        <Anchor component="button" type="button" inherit aria-label={`${shown}: ${of}`} onClick={onOpen}>
          {shown}
        </Anchor>
      )}
      {unit && <span className={classes.unit}> {typeof unit === "string" ? unit : nounFor(value, ...unit)}</span>}
    </>
  );
}

/** The period in the URL's query; `first` is the default. */
export const useBoardPeriod = (first: BoardPeriod) => useQueryChoice("period", boardPeriods, first);

const { all, lastMonth } = boardPeriodLabels;

interface PeriodFilterProps {
  value: BoardPeriod;
  onChange: (period: BoardPeriod) => void;
}

export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  return <PeriodChoice value={value} onChange={onChange} extra={{ all, lastMonth }} />;
}

/** A tile's figure beside that of the period before; null when there is none. */
export function comparedWith(now: number, before: number | null): { change?: FigureChange; comparison?: string } {
  if (before === null) return {};
  const change = changeOf(now, before, "up");
  return change
    ? { change, comparison: boardTexts.from(countText(before)) }
    : { comparison: boardTexts.sameAs(countText(before)) };
}

/** The kind of rows that a number counts. */
export type CountedKind = "appointments" | "answers" | "messages" | "chats";

const labels: Record<CountedKind, { at: string; what: string }> = {
  appointments: { at: "Appt Date & Time", what: "Appt Title" },
  answers: { at: "Answered", what: "Answer" },
  messages: { at: "Date & Time", what: "Message" },
  chats: { at: "Last Activity", what: "Last Message" },
};

interface ColumnOptions {
  /** The time zone of the rows' location. */
  zone: string | undefined;
  /** Whether the rows belong to the acting location; rows of other locations have no links. */
  canOpen: boolean;
  /** Whose rows they are is shown, too. */
  showsMember?: boolean;
}

/** The table columns for a kind of counted rows. */
export function countedColumns(
  kind: CountedKind,
  { zone, canOpen, showsMember }: ColumnOptions,
): TableColumn<CountedRow>[] {
  const { at, what } = labels[kind];
  const seconds: TableColumn<CountedRow> = {
    key: "seconds",
    label: "Customer Waited",
    sortable: true,
    render: (row) => durationText(row.seconds),
  };
  const status: TableColumn<CountedRow> = {
    key: "status",
    label: "Status",
    sortable: true,
    render: (row) => (row.status === null ? "" : statusNames[row.status]),
  };
  return [
    {
      key: "at",
      label: at,
      sortable: true,
      width: "12.5rem",
      render: (row) => formatInstant(row.at, "dateTime", zone),
    },
    {
      key: "customer_name",
      label: "Customer Name",
      sortable: true,
      render: (row) => (canOpen ? <CustomerLink row={row} /> : row.customer_name),
    },
    { key: "what", label: what, sortable: true, render: (row) => <Text lineClamp={2}>{row.what}</Text> },
    ...(showsMember ? [{ key: "who", label: boardTexts.teamMember, sortable: true }] : []),
    ...(kind === "answers" ? [seconds] : []),
    ...(kind === "appointments" ? [status] : []),
  ];
}

/** Links to the conversation, else to the customer. */
function CustomerLink({ row: { chat_id, customer_id, customer_name } }: { row: CountedRow }) {
  if (customer_id === null) return `${customer_name} (deleted)`;
  const to = chat_id === null ? `/customer/${customer_id}` : `/inbox/all/${chat_id}`;
  return (
    <Anchor component={Link} to={to} inherit>
      {customer_name}
    </Anchor>
  );
}

/** What the leaderboard and the report show, in the address. */
const boardTabs = ["activity", "leads", "goals"] as const;

export function useBoardTab() {
  const [tab, choose] = useQueryChoice("show", boardTabs, "activity");
  const tabs = (
    <CountTabs
      label={boardTexts.tabs}
      value={tab}
      onChange={choose}
      choices={boardTabs.map((value) => ({ value, label: boardTexts.tab[value] }))}
    />
  );
  return { tab, tabs };
}

/** The first and the last day of a period in a zone; the first is empty for all time. */
export function daysOfBoardPeriod(period: BoardPeriod, zone: string): { from: string; to: string } {
  const { from, to } = boardRange(period, new Date(), zone);
  const dayOf = (at: Date) => wallTimeAt(at, zone).date;
  return { from: period === "all" ? "" : dayOf(from), to: dayOf(new Date(to.getTime() - 1)) };
}

export { boardTexts } from "./texts.ts";
