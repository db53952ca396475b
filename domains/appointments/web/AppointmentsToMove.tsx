import { Alert, Button } from "@mantine/core";
import * as z from "zod/mini";
import type { CallError } from "#core/client.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { Appointment } from "../contract.ts";
import { AppointmentsInTimeOff } from "../timeOff/contract.ts";
import classes from "./TimeOff.module.css";
import { timeOffTexts as texts } from "./timeOffTexts.ts";

interface Props {
  failure: CallError;
  /** Those that were moved since. */
  moved: readonly number[];
  onMove: (appointment: Appointment) => void;
}

/** Why somebody can't be off: their appointments then. One that was moved leaves the list. */
export function AppointmentsToMove({ failure, moved, onMove }: Props) {
  const time = useTime();
  const refusal = z.safeParse(AppointmentsInTimeOff, failure.data);
  if (!refusal.success) return null;
  const { appointments } = refusal.data;
  const left = appointments.filter(({ id }) => !moved.includes(id));
  const areMoved = appointments.length > 0 && left.length === 0;
  return (
    <Alert role="alert" color={areMoved ? "green" : "yellow"}>
      {areMoved ? texts.allMoved : failure.message}
      <ul className={classes.entries}>
        {left.map((one) => (
          <li key={one.id} className={classes.entry}>
            <span className={classes.what}>
              <b>{one.title}</b>
              <span>{one.customer_name}</span>
              <span>{time.dateTime(one.datetime)}</span>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.move(one.title, one.customer_name)}
              onClick={() => onMove(one)}
            >
              {texts.moveButton}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
