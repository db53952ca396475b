import {
  IconAddressBook,
  IconBan,
  IconCalendarCheck,
  IconChartBar,
  IconClockExclamation,
  IconMessage,
  IconMessageReply,
  IconPhoneCall,
  IconPhoneOutgoing,
  IconPhonePlus,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { PeriodChip, usePeriodFilter } from "#core/web/filter/PeriodChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { callLog, type LoggedCall, shownCalls } from "#domains/inbox/calls/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { SourceCards, SourceMark } from "#domains/tracking/sources/web/SourceCards.tsx";
import { SourceTabs, useSourceFilter } from "#domains/tracking/sources/web/SourceTabs.tsx";
import classes from "./CallLogScreen.module.css";
import { DateCell, durationOf, OutcomeCell, PhoneCell, RecordingCell, TimeCell, whoOf } from "./Cells.tsx";
import { callLogTexts as texts } from "./texts.ts";

/** The location's calls, with the outcome of them and their recordings. */
export function CallLogScreen() {
  const [period, setPeriod] = usePeriodFilter();
  const [show, setShow] = useQueryChoice("show", shownCalls, "all");
  const sourceFilter = useSourceFilter();
  const { source, sources } = sourceFilter;
  const [search] = useQueryFilter("q");
  const exportCommand = useExportCommand(callLog.export, { period, show, source, search });
  const navigate = useNavigate();
  const actionsFor = useCallActions();
  const { columns } = texts;

  return (
    <Screen
      title={texts.title}
      commands={{
        main: {
          label: texts.createNumber,
          icon: IconPhonePlus,
          needs: callSettings.request,
          onClick: () => navigate("/call-settings?create"),
        },
        others: [
          { label: texts.sources, icon: IconChartBar, onClick: () => navigate("/call-tracking/sources") },
          exportCommand,
        ],
      }}
    >
      <SourceCards sources={sources} />
      <DataTable
        call={callLog.table}
        label={texts.table}
        searchHint={texts.searchHint}
        lines={2}
        body={{ period, show, source }}
        firstSort={{ key: "started_at", dir: "desc" }}
        nameOf={whoOf}
        actions={actionsFor}
        filters={
          <>
            <SourceTabs label={texts.source} filter={sourceFilter} />
            <PeriodChip value={period} onChange={setPeriod} />
            <FilterChip
              label={texts.type}
              value={show}
              onChange={setShow}
              options={shownCalls.map((value) => ({ value, label: texts.shown[value] }))}
            />
          </>
        }
        empty={
          (show === "outgoing" || (show === "all" && source === "" && period === "month")) && (
            <EmptyState icon={IconPhoneCall}>{show === "outgoing" ? texts.noneOutgoing : texts.none}</EmptyState>
          )
        }
        columns={[
          { key: "started_at", label: columns.date, sortable: true, card: "line", width: "7rem", render: DateCell },
          { key: "time", label: columns.time, card: "line", width: "5.5rem", render: TimeCell },
          { key: "phone", label: columns.phone, card: "title", width: "12rem", render: PhoneCell },
          {
            key: "outcome",
            label: columns.type,
            info: texts.outcomeInfo,
            card: "status",
            width: "7.5rem",
            render: OutcomeCell,
          },
          {
            key: "source",
            label: columns.source,
            card: "more",
            width: "7.5rem",
            render: ({ source }) => (source === "" ? "–" : <SourceMark source={source} sources={sources} />),
          },
          {
            key: "recording",
            label: columns.recording,
            info: texts.recordingInfo,
            card: "more",
            width: "15rem",
            render: RecordingCell,
          },
          {
            key: "duration",
            label: columns.duration,
            info: texts.durationInfo,
            card: "aside",
            align: "right",
            width: "6rem",
            render: durationOf,
          },
          { key: "next", label: columns.next, info: texts.nextInfo, card: "more", width: "9rem", render: NextCell },
        ]}
      />
    </Screen>
  );
}

const looks = {
  appointment: { tone: "green", icon: IconCalendarCheck },
  called: { tone: "blue", icon: IconPhoneOutgoing },
  texted: { tone: "blue", icon: IconMessageReply },
  none: { tone: "amber", icon: IconClockExclamation },
} as const;

/** A call's outcome; if it needs no answer, whose conversation it is. */
function NextCell({ followed_by, outcome, spam, assigned_name }: LoggedCall) {
  const isOwed = spam === 0 && (outcome === "missed" || outcome === "voicemail");
  if (followed_by !== "none" || isOwed)
    return <StatusBadge {...looks[followed_by]}>{texts.followUps[followed_by]}</StatusBadge>;
  if (assigned_name === "") return "–";
  return (
    <span className={classes.who} title={assigned_name}>
      <Initials initials={initialsOfName(assigned_name)} seed={assigned_name} size={22} />
      {assigned_name.split(" ")[0]}
    </span>
  );
}

/** What can be done with a call: its conversation, its customer, and whether its phone is spam. */
function useCallActions() {
  const mark = useSend(callLog.markSpam, { invalidates: [callLog.table] });
  return ({ id, chat_id, customer_id, phone, direction, spam }: LoggedCall) => [
    ...(chat_id ? [{ label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${chat_id}` }] : []),
    ...(customer_id ? [{ label: texts.openCustomer, icon: IconAddressBook, to: `/customer/${customer_id}` }] : []),
    ...(phone && direction === "incoming"
      ? [
          {
            needs: callLog.markSpam,
            label: spam === 1 ? texts.unmarkSpam : texts.markSpam,
            icon: IconBan,
            onClick: () => mark.mutate({ params: { id }, body: { spam: spam === 1 ? 0 : 1 } }),
          },
        ]
      : []),
  ];
}
