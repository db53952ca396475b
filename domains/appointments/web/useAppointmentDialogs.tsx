import { type ReactNode, useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { WorkingHoursDialog } from "#domains/team/workingHours/web/public.tsx";
import type { Appointment } from "../contract.ts";
import type { RefusedMove } from "./MoveDialog.tsx";

const AppointmentDetails = lazyDialog(() => import("./AppointmentDetails.tsx"), "AppointmentDetails");
const EditAppointmentDialog = lazyDialog(() => import("./EditAppointmentDialog.tsx"), "EditAppointmentDialog");
const MoveDialog = lazyDialog(() => import("./MoveDialog.tsx"), "MoveDialog");

const TimeOffDialog = lazyDialog(() => import("./timeOff/TimeOffDialog.tsx"), "TimeOffDialog");

type DialogKind = "details" | "edit" | "move";

interface DialogOptions {
  /** Edits it otherwise than in the dialog of appointments. */
  readonly onEdit?: (row: Appointment) => void;
  /** What else can be done with it, in its details. */
  readonly more?: (row: Appointment) => ReactNode;
}

/** The dialogs about one appointment, `open("edit", row)`, and those about the team's time. */
export function useAppointmentDialogs({ onEdit, more }: DialogOptions = {}) {
  const zone = useTimeZone() ?? "UTC";
  const [dialog, setDialog] = useState<DialogKind>();
  // Kept while the dialog closes, so that its content doesn't change during the transition.
  const [appointment, setAppointment] = useState<Appointment>();
  const [refused, setRefused] = useState<RefusedMove>();
  const open = (kind: DialogKind, row: Appointment, why?: RefusedMove) => {
    setAppointment(row);
    setRefused(why);
    setDialog(kind);
  };
  const [isTimeOff, setTimeOff] = useState(false);
  const [isHours, setHours] = useState(false);
  const onClose = () => setDialog(undefined);
  const about = appointment && (
    <>
      <AppointmentDetails
        opened={dialog === "details"}
        onClose={onClose}
        appointment={appointment}
        onEdit={(row) => {
          if (!onEdit) return open("edit", row);
          onClose();
          onEdit(row);
        }}
        onMove={(row) => open("move", row)}
      >
        {more?.(appointment)}
      </AppointmentDetails>
      <EditAppointmentDialog opened={dialog === "edit"} onClose={onClose} appointment={appointment} />
      <MoveDialog
        opened={dialog === "move"}
        onClose={onClose}
        appointment={appointment}
        zone={zone}
        refused={refused}
      />
    </>
  );
  const dialogs = (
    <>
      {about}
      <TimeOffDialog opened={isTimeOff} onClose={() => setTimeOff(false)} />
      <WorkingHoursDialog opened={isHours} onClose={() => setHours(false)} />
    </>
  );
  return { open, close: onClose, openTimeOff: () => setTimeOff(true), openHours: () => setHours(true), dialogs };
}
