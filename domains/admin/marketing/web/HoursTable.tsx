import "@mantine/core/styles/Table.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { ActionIcon, Table, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { QuietHoursRow } from "../contract.ts";
import { clockText, daysText, stateText } from "./hoursText.ts";
import { marketingRulesTexts } from "./texts.ts";

const texts = marketingRulesTexts.hours;

interface Props {
  rows: readonly QuietHoursRow[];
  onEdit: (row: QuietHoursRow) => void;
  onRemove: (row: QuietHoursRow) => void;
}

/** The hours of every state, with what held before and what is to come. */
export function HoursTable({ rows, onEdit, onRemove }: Props) {
  return (
    <Table aria-label={texts.title}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, isWide }) => (
            <Table.Th key={label} visibleFrom={isWide ? "sm" : undefined}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.state} ${row.weekdays} ${row.since}`}>
            <Table.Td>{stateText(row.state)}</Table.Td>
            <Table.Td>{daysText(row.weekdays)}</Table.Td>
            <Table.Td>
              {`${clockText(row.from_minute)} – ${clockText(row.to_minute)}`}
              {statusOf(row) !== texts.current && (
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {statusOf(row)}, {sinceOf(row)}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">{sinceOf(row)}</Table.Td>
            <Table.Td visibleFrom="sm">{row.source || "—"}</Table.Td>
            <Table.Td visibleFrom="sm">{statusOf(row)}</Table.Td>
            <Table.Td>
              <ActionIcon variant="subtle" aria-label={texts.edit(stateText(row.state))} onClick={() => onEdit(row)}>
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
              {row.is_future && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={texts.remove(stateText(row.state))}
                  onClick={() => onRemove(row)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A phone has room for what a rule says, and names under it what is not in force. */
const columns = [
  { label: texts.state, isWide: false },
  { label: texts.days, isWide: false },
  { label: texts.time, isWide: false },
  { label: texts.since, isWide: true },
  { label: texts.source, isWide: true },
  { label: texts.status, isWide: true },
  { label: texts.actions, isWide: false },
];

const sinceOf = ({ since }: QuietHoursRow) => (since <= "2000-01-01" ? marketingRulesTexts.always : since);

function statusOf({ is_future, is_replaced }: QuietHoursRow): string {
  if (is_future) return texts.upcoming;
  return is_replaced ? texts.replaced : texts.current;
}
