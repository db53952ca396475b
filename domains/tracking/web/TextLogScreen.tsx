import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconMessage, IconMessage2 } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChip, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { SourceTabs, useSourceFilter } from "#domains/tracking/sources/web/SourceTabs.tsx";
import { type LoggedText, shownTexts, tracking } from "../contract.ts";
import { textLogTexts as texts } from "./texts.ts";

/** The location's texts in both directions. */
export function TextLogScreen() {
  const [period, setPeriod] = usePeriodFilter();
  const [show, setShow] = useQueryChoice("show", shownTexts, "all");
  const sourceFilter = useSourceFilter();
  const { source } = sourceFilter;
  const [search] = useQueryFilter("q");
  const exportCommand = useExportCommand(tracking.exportTexts, { period, show, source, search });
  const { columns } = texts;
  return (
    <Screen
      title={texts.title}
      commands={{
        others: [exportCommand],
      }}
    >
      <DataTable
        call={tracking.texts}
        label={texts.table}
        searchHint={texts.searchHint}
        lines={2}
        body={{ period, show, source }}
        firstSort={{ key: "sent_at", dir: "desc" }}
        nameOf={({ customer_name, type, by }) => `${customer_name}, ${texts.types[type](by)}`}
        actions={({ chat_id }: LoggedText) =>
          chat_id === null ? [] : [{ label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${chat_id}` }]
        }
        filters={
          <>
            <SourceTabs label={texts.source} filter={sourceFilter} />
            <PeriodChip value={period} onChange={setPeriod} />
            <FilterChip
              label={texts.type}
              value={show}
              onChange={setShow}
              options={shownTexts.map((value) => ({ value, label: texts.shown[value] }))}
            />
          </>
        }
        empty={
          show === "all" &&
          period === "month" && (
            <EmptyState icon={IconMessage2}>{source ? texts.noneOfSource(source) : texts.none}</EmptyState>
          )
        }
        columns={[
          { key: "sent_at", label: columns.date, sortable: true, card: "line", width: "8rem", render: DateCell },
          { key: "time", label: columns.time, card: "line", width: "6rem", render: TimeCell },
          { key: "from_number", label: columns.from, card: "more", render: FromCell },
          { key: "to_number", label: columns.to, card: "more", render: ToCell },
          { key: "type", label: columns.type, card: "title", render: TypeCell },
          { key: "state", label: columns.state, card: "status", width: "9rem", render: StateCell },
        ]}
      />
    </Screen>
  );
}

const shownNumber = (number: string) => (number === "" ? "–" : formatPhone(number));

function DateCell({ sent_at }: LoggedText) {
  return useTime().date(sent_at);
}

function TimeCell({ sent_at }: LoggedText) {
  return useTime().time(sent_at);
}

interface PartyProps {
  number: string;
  /** Empty for the business's main number. */
  name: string;
}

function Party({ number, name }: PartyProps) {
  return (
    <>
      {shownNumber(number)}
      {name && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </>
  );
}

function FromCell({ from_number, type, customer_name }: LoggedText) {
  return <Party number={from_number} name={type === "received" ? customer_name : ""} />;
}

function ToCell({ to_number, type, customer_name, source }: LoggedText) {
  const through = source === "" ? "" : texts.through(source);
  return <Party number={to_number} name={type === "received" ? through : customer_name} />;
}

/** What a text was; on a phone's card first the customer, whom the table names beside their number. */
function TypeCell({ type, by, customer_name, from_number, to_number }: LoggedText) {
  const customer = customer_name || shownNumber(type === "received" ? from_number : to_number);
  return (
    <>
      <Text span inherit hiddenFrom="sm">
        {customer} ·{" "}
      </Text>
      {texts.types[type](by)}
    </>
  );
}

const tones = {
  queued: { tone: "gray", icon: IconClock },
  sending: { tone: "gray", icon: IconClock },
  sent: { tone: "gray", icon: IconCheck },
  delivered: { tone: "green", icon: IconCheck },
  received: { tone: "green", icon: IconCheck },
  failed: { tone: "red", icon: IconAlertTriangle },
  unknown: { tone: "amber", icon: IconAlertTriangle },
} as const;

function StateCell({ state, error, segments }: LoggedText) {
  const title = error || (segments > 1 ? texts.segments(segments) : undefined);
  return (
    <StatusWord {...tones[state]} title={title}>
      {texts.states[state]}
    </StatusWord>
  );
}
