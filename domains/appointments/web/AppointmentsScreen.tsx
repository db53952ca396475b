import { Badge, Button, Text } from "@mantine/core";
import { IconCalendarPlus, IconCheck, IconClock, IconPhoneCheck, IconTrash, IconUserOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { type Appointment, type AppointmentStatus, appointmentEvents, appointments } from "../contract.ts";
import { otherStatuses, statusNames, typeNames } from "../rules.ts";

const CreateAppointmentDialog = lazyDialog(() => import("./CreateAppointmentDialog.tsx"), "CreateAppointmentDialog");

const statusBadges = {
  0: { icon: IconClock, color: "yellow" },
  1: { icon: IconCheck, color: "green" },
  2: { icon: IconUserOff, color: "gray" },
} as const satisfies Record<AppointmentStatus, object>;

/** The location's appointments. `?create` opens the dialog; `?create=<customer id>` preselects the customer. */
export function AppointmentsScreen() {
  const time = useTime();
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => void cache.invalidateQueries({ queryKey: [appointments.table.name] }));
  useRealtimeEvent(appointmentEvents.changed, refresh);
  useOnReconnect(refresh);
  const [query, setQuery] = useSearchParams();
  const create = query.get("create");
  const move = useSend(appointments.update, { invalidates: [appointments.table] });
  const markConfirmed = useSend(appointments.confirm, { invalidates: [appointments.table] });
  const remove = useSend(appointments.remove, { invalidates: [appointments.table] });

  const open = () => setQuery((now) => new URLSearchParams([...now, ["create", "new"]]));
  const close = () => {
    const without = (now: URLSearchParams) => new URLSearchParams([...now].filter(([name]) => name !== "create"));
    setQuery(without, { replace: true });
  };

  const askToDelete = async ({ id, title, customer_name, datetime }: Appointment) => {
    const text = `“${title}” with ${customer_name} on ${time.dateTime(datetime)} will be gone for good.`;
    const confirmed = await confirm({ title: "Delete appointment", text, action: "Delete", danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  const isUnconfirmed = ({ status, confirmed_at }: Appointment) => status === 0 && confirmed_at === null;
  const actionsFor = (row: Appointment) => [
    ...otherStatuses(row.status).map((status) => ({
      needs: appointments.update,
      label: statusNames[status],
      icon: statusBadges[status].icon,
      onClick: () => move.mutate({ params: { id: row.id, status } }),
    })),
    ...(isUnconfirmed(row)
      ? [
          {
            needs: appointments.confirm,
            label: "Customer confirmed",
            icon: IconPhoneCheck,
            onClick: () => markConfirmed.mutate({ params: { id: row.id } }),
          },
        ]
      : []),
    { needs: appointments.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => askToDelete(row) },
  ];

  return (
    <Screen
      title="Appointments"
      actions={
        <Can use={appointments.add}>
          <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={open}>
            Create appointment
          </Button>
        </Can>
      }
    >
      <DataTable
        call={appointments.table}
        label="Appointments"
        firstSort={{ key: "datetime", dir: "desc" }}
        nameOf={(row) => row.title}
        actions={actionsFor}
        columns={[
          { key: "id", label: "ID", sortable: true, width: "5rem" },
          { key: "title", label: "Appt Title", sortable: true, render: TitleAndNotes },
          {
            key: "datetime",
            label: "Appt Date & Time",
            sortable: true,
            width: "12.5rem",
            render: (row) => time.dateTime(row.datetime),
          },
          { key: "customer_name", label: "Customer Name", sortable: true },
          { key: "type", label: "Appointment Type", sortable: true, render: (row) => typeNames[row.type] },
          { key: "created_by", label: "Creation By", sortable: true },
          { key: "created", label: "Creation Date", sortable: true, render: (row) => time.date(row.created) },
          {
            key: "status",
            label: "Status",
            sortable: true,
            render: Status,
          },
        ]}
      />
      <CreateAppointmentDialog opened={create !== null} onClose={close} customer_id={Number(create) || null} />
    </Screen>
  );
}

function Status({ status, confirmed_at }: Appointment) {
  return (
    <>
      <Badge miw="max-content" color={statusBadges[status].color}>
        {statusNames[status]}
      </Badge>
      {status === 0 && confirmed_at && (
        <Text size="xs" c="dimmed">
          Confirmed
        </Text>
      )}
    </>
  );
}

function TitleAndNotes({ title, notes }: Appointment) {
  return (
    <>
      {title}
      {notes && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {notes}
        </Text>
      )}
    </>
  );
}
