import { Button } from "@mantine/core";
import { IconBeach, IconCalendarPlus, IconClockHour4 } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { workingHours } from "#domains/team/workingHours/contract.ts";
import { SavedViews } from "#domains/views/web/public.tsx";
import { appointmentEvents, appointments } from "../contract.ts";
import { AppointmentFilters } from "./AppointmentFilters.tsx";
import { CreatorCell, CustomerCell, StatusCell, TitleCell, TypeCell } from "./Cells.tsx";
import { dayHeads } from "./dayHeads.tsx";
import { appointmentTexts as texts } from "./texts.ts";
import { useAppointmentActions } from "./useAppointmentActions.ts";
import { useAppointmentDialogs } from "./useAppointmentDialogs.tsx";
import { type AppointmentQuery, useAppointmentQuery } from "./useAppointmentQuery.ts";

const CreateAppointmentDialog = lazyDialog(() => import("./CreateAppointmentDialog.tsx"), "CreateAppointmentDialog");
const AppointmentCalendar = lazyNamed(() => import("./AppointmentCalendar.tsx"), "AppointmentCalendar");

/** The location's appointments. `?create` opens the dialog; `?create=<customer id>` preselects the customer. */
export function AppointmentsScreen() {
  const time = useTime();
  const [address, setAddress] = useSearchParams();
  const create = address.get("create");
  const query = useAppointmentQuery();
  const { counts, now } = useAppointmentCounts(query);
  const { open, openTimeOff, openHours, dialogs } = useAppointmentDialogs();
  const { actionsFor, move } = useAppointmentActions((row) => open("edit", row));

  const openCreate = () => setAddress((now) => new URLSearchParams([...now, ["create", "new"]]));
  const closeCreate = () => {
    const without = (now: URLSearchParams) =>
      new URLSearchParams([...now].filter(([name]) => !["create", "at", "with"].includes(name)));
    setAddress(without, { replace: true });
  };

  const isSortedByTime = /^-?datetime$/.test(address.get("sort") ?? "datetime");
  // The first page of today's list, as far as it is the whole of it: a filter or a search leaves out what comes next.
  const isComing = query.period === "coming" && address.get("sort") !== "-datetime" && query.isWhole;
  const { columns } = texts;
  return (
    <Screen
      title={texts.title}
      commands={{
        main: { label: texts.create, icon: IconCalendarPlus, needs: appointments.add, onClick: openCreate },
        others: [
          { label: texts.timeOff, icon: IconBeach, needs: timeOff.list, onClick: openTimeOff },
          { label: texts.workingHours, icon: IconClockHour4, needs: workingHours.list, onClick: openHours },
        ],
      }}
      actions={
        <>
          {!query.isCalendar && (
            <CountTabs
              label={texts.periods}
              value={query.period}
              onChange={query.setPeriod}
              choices={[
                { value: "coming", label: texts.today, count: counts?.today.total },
                { value: "upcoming", label: texts.upcoming, count: counts?.upcoming },
                { value: "past", label: texts.past, count: counts?.past },
              ]}
            />
          )}
          <CountTabs
            label={texts.view}
            value={query.isCalendar ? "calendar" : "list"}
            onChange={query.setView}
            choices={[
              { value: "list", label: texts.list },
              { value: "calendar", label: texts.calendar },
            ]}
          />
        </>
      }
    >
      <SavedViews screen="appointments" />
      {query.isCalendar && time.zone ? (
        <Suspense>
          <AppointmentCalendar
            query={query}
            zone={time.zone}
            now={now}
            onOpen={(row) => open("details", row)}
            onRefused={(row, refused) => open("move", row, refused)}
          />
        </Suspense>
      ) : (
        <DataTable
          call={appointments.table}
          label={texts.title}
          searchHint={texts.searchHint}
          body={{ period: query.period, status: query.status, type: query.type, user_id: query.person }}
          filters={<AppointmentFilters query={query} />}
          firstSort={{ key: "datetime", dir: query.period === "past" ? "desc" : "asc" }}
          // Most days fit: in the afternoon, ten rows are all of the morning.
          firstSize={25}
          groupOf={isSortedByTime ? dayHeads({ time, now, today: counts?.today, isComing }) : undefined}
          recordGroups={query.period === "coming" && counts ? texts.todayAndLater(counts.today.total) : undefined}
          nameOf={(row) => row.title}
          empty={query.isWhole && <NoAppointments onCreate={openCreate} />}
          actions={actionsFor}
          columns={[
            { key: "id", label: columns.id, sortable: true, width: "4rem", card: "more" },
            {
              key: "title",
              label: columns.title,
              sortable: true,
              card: "line",
              render: (row) => <TitleCell row={row} onOpen={() => open("details", row)} />,
            },
            {
              key: "datetime",
              label: columns.datetime,
              sortable: true,
              card: "line",
              render: (row) => (isSortedByTime ? time.time(row.datetime) : time.dateTime(row.datetime)),
            },
            { key: "customer_name", label: columns.customer, sortable: true, card: "title", render: CustomerCell },
            { key: "type", label: columns.type, sortable: true, card: "more", render: TypeCell },
            { key: "created_by", label: columns.createdBy, sortable: true, card: "more", render: CreatorCell },
            {
              key: "created",
              label: columns.created,
              sortable: true,
              card: "more",
              render: (row) => time.date(row.created),
            },
            {
              key: "status",
              label: columns.status,
              sortable: true,
              card: "status",
              render: (row) => <StatusCell row={row} now={now} onMove={move} />,
            },
          ]}
        />
      )}
      <CreateAppointmentDialog
        opened={create !== null}
        onClose={closeCreate}
        customer_id={Number(create) || null}
        at={address.get("at")}
        host={address.get("with")}
      />
      {dialogs}
    </Screen>
  );
}

/** In place of the appointments of a period that has none. */
function NoAppointments({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={IconCalendarPlus}
      action={
        <Can use={appointments.add}>
          <Button variant="default" onClick={onCreate}>
            {texts.create}
          </Button>
        </Can>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

const aMinute = 60_000;

/** Each period's count under the filters, refreshed with the table, and the time that decides what is due. */
function useAppointmentCounts({ status, type, person, search }: AppointmentQuery) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), aMinute);
    return () => clearInterval(timer);
  }, []);
  useFreshCalls([appointments.table, appointments.counts, appointmentCalendar.view], appointmentEvents.changed, {
    inBursts: true,
  });
  const body = { status, type, user_id: person, search_param: search };
  const { data, dataUpdatedAt } = useCall(appointments.counts, { body });
  // One that was made for now is due at once, not when the next minute begins.
  if (dataUpdatedAt > now.getTime()) setNow(new Date(dataUpdatedAt));
  return { counts: data, now };
}
