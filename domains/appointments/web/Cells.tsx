import { Anchor, Button } from "@mantine/core";
import {
  IconBuildingStore,
  IconCheck,
  IconClock,
  IconClockExclamation,
  IconUserX,
  IconVideo,
} from "@tabler/icons-react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { Can } from "#core/web/session/Can.tsx";
import { StatusBadge, type StatusTone } from "#core/web/status/StatusBadge.tsx";
import { type Appointment, type AppointmentStatus, appointments } from "../contract.ts";
import { needsOutcome, statusNames, typeNames } from "../rules.ts";
import classes from "./AppointmentCells.module.css";
import { appointmentTexts as texts } from "./texts.ts";

export const statusLooks = {
  0: { icon: IconClock, tone: "gray" },
  1: { icon: IconCheck, tone: "green" },
  2: { icon: IconUserX, tone: "red" },
} as const satisfies Record<AppointmentStatus, { tone: StatusTone; icon: unknown }>;

const typeIcons = { 0: IconBuildingStore, 1: IconVideo } as const;

/** What it is about, with the beginning of the notes; opens the details. */
export function TitleCell({ row, onOpen }: { row: Appointment; onOpen: (row: Appointment) => void }) {
  return (
    <span className={classes.title} title={row.title}>
      <button type="button" className={classes.open} onClick={() => onOpen(row)}>
        {row.title}
      </button>
      {row.notes && <span className={classes.notes}> · {row.notes}</span>}
    </span>
  );
}

/** Leads to the customer's page, unless they were deleted. */
export function CustomerCell({ customer_id, customer_name, customer_deleted }: Appointment) {
  const hasPage = useHasScreen("/customer/:id");
  if (customer_deleted || !hasPage) return customer_name;
  return (
    <Anchor component={Link} to={`/customer/${customer_id}`} className={classes.customer}>
      {customer_name}
    </Anchor>
  );
}

/** In person or virtual. */
export function TypeCell({ type }: Appointment) {
  const TypeIcon = typeIcons[type];
  return (
    <span className={classes.withIcon}>
      <TypeIcon size={16} stroke={1.75} aria-hidden />
      {typeNames[type]}
    </span>
  );
}

/** Who added it. */
export function CreatorCell({ created_by, user_id }: Appointment) {
  const initials = created_by
    .split(" ")
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  return (
    <span className={classes.withIcon}>
      <Initials initials={initials} seed={user_id} size={20} />
      {created_by}
    </span>
  );
}

interface StatusProps {
  row: Appointment;
  now: Date;
  onMove: (row: Appointment, status: AppointmentStatus) => void;
}

/** The status; once the time of a pending one has passed, with both answers to how it went. */
export function StatusCell({ row, now, onMove }: StatusProps) {
  const isDue = needsOutcome(row, now);
  const { icon, tone } = isDue ? ({ icon: IconClockExclamation, tone: "amber" } as const) : statusLooks[row.status];
  return (
    <span className={classes.status}>
      <StatusBadge tone={tone} icon={icon}>
        {statusNames[row.status]}
      </StatusBadge>
      {row.status === 0 && row.confirmed_at && !isDue && <span className={classes.confirmed}>{texts.confirmed}</span>}
      {row.status === 0 && row.change_asked_at && <span className={classes.confirmed}>{texts.changeAsked}</span>}
      {isDue && (
        <Can use={appointments.update}>
          <span className={classes.outcomes}>
            {([1, 2] as const).map((status) => (
              <Button
                key={status}
                size="compact-sm"
                variant="default"
                aria-label={`${statusNames[status]}: ${row.title}`}
                onClick={() => onMove(row, status)}
              >
                {statusNames[status]}
              </Button>
            ))}
          </span>
        </Can>
      )}
    </span>
  );
}
