import { IconPencil, IconPhoneCheck, IconTrash } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { type Appointment, type AppointmentStatus, appointments } from "../contract.ts";
import { otherStatuses, statusNames } from "../rules.ts";
import { statusLooks } from "./Cells.tsx";
import { appointmentTexts as texts } from "./texts.ts";

const refreshes = [appointments.table, appointments.counts, appointmentCalendar.view];

/** What can be done with an appointment: the row's menu, and moving it to a status. */
export function useAppointmentActions(edit: (row: Appointment) => void) {
  const time = useTime();
  const update = useSend(appointments.update, { invalidates: refreshes });
  const markConfirmed = useSend(appointments.confirm, { invalidates: refreshes });
  const restore = useSend(appointments.restore, { invalidates: refreshes });
  const remove = useSend(appointments.remove, {
    invalidates: refreshes,
    quiet: "success",
    onSuccess: ({ message }, { params }) => toast.undo(message, () => restore.mutate({ params })),
  });
  const move = ({ id }: Appointment, status: AppointmentStatus) => update.mutate({ params: { id, status } });

  const askToDelete = async ({ id, title, customer_name, datetime }: Appointment) => {
    const text = texts.deleteText(title, customer_name, time.dateTime(datetime));
    const confirmed = await confirm({ title: texts.deleteTitle, text, action: "Delete", danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  const isUnconfirmed = ({ status, confirmed_at }: Appointment) => status === 0 && confirmed_at === null;
  const actionsFor = (row: Appointment) => [
    { needs: appointments.edit, label: "Edit", icon: IconPencil, onClick: () => edit(row) },
    ...otherStatuses(row.status).map((status) => ({
      needs: appointments.update,
      label: statusNames[status],
      icon: statusLooks[status].icon,
      onClick: () => move(row, status),
    })),
    ...(isUnconfirmed(row)
      ? [
          {
            needs: appointments.confirm,
            label: texts.customerConfirmed,
            icon: IconPhoneCheck,
            onClick: () => markConfirmed.mutate({ params: { id: row.id } }),
          },
        ]
      : []),
    { needs: appointments.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => askToDelete(row) },
  ];
  return { actionsFor, move };
}
