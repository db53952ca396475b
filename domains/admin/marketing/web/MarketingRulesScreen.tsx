import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/Table.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { ActionIcon, Alert, Button, Group, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { IconHandStop, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { marketingRules, type QuietHoursDraft, type QuietHoursRow } from "../contract.ts";
import { HealthTable } from "./HealthTable.tsx";
import { clockText, daysText, stateText } from "./hoursText.ts";
import { marketingRulesTexts, marketingRulesTexts as texts } from "./texts.ts";

const StopDialog = lazyDialog(() => import("./StopDialog.tsx"), "StopDialog");
const HoursDialog = lazyDialog(() => import("./HoursDialog.tsx"), "HoursDialog");

const newHours = (since: string): QuietHoursDraft => {
  return { state: "", weekdays: 127, from_minute: 480, to_minute: 1260, since, source: "" };
};

/** What holds for the marketing of all clients: the stop, and the hours by state. */
export function MarketingRulesScreen() {
  const time = useTime();
  const { data, error } = useCall(marketingRules.current);
  const resume = useSend(marketingRules.resume, { invalidates: [marketingRules.current] });
  const remove = useSend(marketingRules.removeHours, { invalidates: [marketingRules.current] });
  const [stopOpen, setStopOpen] = useState(false);
  const [hours, setHours] = useState<QuietHoursDraft>();
  const [hoursOpen, setHoursOpen] = useState(false);
  const today = () => new Date().toISOString().slice(0, 10);
  const openHours = (draft: QuietHoursDraft) => {
    setHours(draft);
    setHoursOpen(true);
  };

  async function confirmAndResume() {
    const { resumeTitle: title, resumeText: text, resume: action } = texts.stop;
    if (await confirm({ title, text, action })) resume.mutate({});
  }

  async function confirmAndRemove({ state, weekdays, since }: QuietHoursRow) {
    const title = texts.hours.removeTitle(stateText(state));
    const confirmed = await confirm({ title, text: texts.hours.removeText, action: texts.remove, danger: true });
    if (confirmed) remove.mutate({ body: { state, weekdays, since } });
  }

  return (
    <Screen
      title={texts.title}
      actions={
        data && !data.stop ? (
          <Button
            color="red"
            variant="light"
            leftSection={<IconHandStop size={18} aria-hidden />}
            onClick={() => setStopOpen(true)}
          >
            {texts.stop.open}
          </Button>
        ) : undefined
      }
    >
      <Stack>
        {error && !data && <Alert color="red" title={error.message} />}
        {!data && !error && <Skeleton h="24rem" aria-hidden />}
        {data?.stop && (
          <Alert color="red" title={texts.stop.on}>
            <Text size="sm">{texts.stop.since(time.dateTime(data.stop.since), data.stop.reason)}</Text>
            <Button mt="sm" size="xs" onClick={() => void confirmAndResume()}>
              {texts.stop.resume}
            </Button>
          </Alert>
        )}
        {data && (
          <>
            <Group justify="space-between">
              <div>
                <Title order={2} size="h4">
                  {texts.hours.title}
                </Title>
                <Text size="sm" c="dimmed">
                  {texts.hours.about}
                </Text>
              </div>
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => openHours(newHours(today()))}
              >
                {texts.add}
              </Button>
            </Group>
            <HoursTable
              rows={data.quiet_hours}
              onEdit={({ is_future, is_replaced: _, ...row }) =>
                openHours({ ...row, since: is_future ? row.since : today() })
              }
              onRemove={(row) => void confirmAndRemove(row)}
            />
            <HealthTable />
          </>
        )}
      </Stack>
      <StopDialog opened={stopOpen} onClose={() => setStopOpen(false)} />
      {hours && (
        <HoursDialog
          key={`${hours.state} ${hours.weekdays} ${hours.since}`}
          opened={hoursOpen}
          onClose={() => setHoursOpen(false)}
          initial={hours}
        />
      )}
    </Screen>
  );
}

const hoursTexts = marketingRulesTexts.hours;

interface Props {
  rows: readonly QuietHoursRow[];
  onEdit: (row: QuietHoursRow) => void;
  onRemove: (row: QuietHoursRow) => void;
}

/** The hours of every state, with what held before and what is to come. */
function HoursTable({ rows, onEdit, onRemove }: Props) {
  return (
    <Table aria-label={hoursTexts.title}>
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
              {statusOf(row) !== hoursTexts.current && (
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {statusOf(row)}, {sinceOf(row)}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">{sinceOf(row)}</Table.Td>
            <Table.Td visibleFrom="sm">{row.source || "—"}</Table.Td>
            <Table.Td visibleFrom="sm">{statusOf(row)}</Table.Td>
            <Table.Td>
              <ActionIcon
                variant="subtle"
                aria-label={hoursTexts.edit(stateText(row.state))}
                onClick={() => onEdit(row)}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
              {row.is_future && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={hoursTexts.remove(stateText(row.state))}
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
  { label: hoursTexts.state, isWide: false },
  { label: hoursTexts.days, isWide: false },
  { label: hoursTexts.time, isWide: false },
  { label: hoursTexts.since, isWide: true },
  { label: hoursTexts.source, isWide: true },
  { label: hoursTexts.status, isWide: true },
  { label: hoursTexts.actions, isWide: false },
];

const sinceOf = ({ since }: QuietHoursRow) => (since <= "2000-01-01" ? marketingRulesTexts.always : since);

function statusOf({ is_future, is_replaced }: QuietHoursRow): string {
  if (is_future) return hoursTexts.upcoming;
  return is_replaced ? hoursTexts.replaced : hoursTexts.current;
}
