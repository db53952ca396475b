import { IconCheck, IconMapPin, IconUserX, IconVideo } from "@tabler/icons-react";
import { Fragment } from "react";
import type { DataOf } from "#core/call.ts";
import type { appointmentCalendar } from "../calendar/contract.ts";
import { localOf } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";
import { clockOf } from "../rules.ts";
import classes from "./AppointmentCalendar.module.css";
import { calendarTexts as texts } from "./calendarTexts.ts";

interface Props {
  days: readonly string[];
  zone: string;
  view: DataOf<typeof appointmentCalendar.view>;
  onOpen: (appointment: Appointment) => void;
  onMore: (day: string) => void;
}

/** How many of a day are listed before one goes to its list. */
const mostOfDay = 25;

const dayName = (day: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The week on a phone: its appointments by day. */
export function CalendarDays({ days, zone, view, onOpen, onMore }: Props) {
  const byDay = Map.groupBy(view.appointments, ({ datetime }) => localOf(datetime, zone).slice(0, 10));
  return days.map((day, index) => {
    const all = byDay.get(day) ?? [];
    return (
      <Fragment key={day}>
        {days.length > 1 ? (
          <h3 className={classes.day}>
            {dayName(day)}
            {view.hours[index] === null && ` · ${texts.closed}`}
          </h3>
        ) : (
          view.hours[index] === null && <p className={classes.notice}>{texts.closedDay}</p>
        )}
        {all.length === 0 && <p className={classes.notice}>{texts.none}</p>}
        <ul className={classes.rows}>
          {all.slice(0, mostOfDay).map((one) => (
            <li key={one.id}>
              <button type="button" className={classes.row} onClick={() => onOpen(one)}>
                <span className={classes.time}>{clockOf(one.datetime, zone)}</span>
                <TypeIcon one={one} />
                <span className={classes.what} data-status={one.status}>
                  <b dir="auto">{one.customer_name}</b> <span className={classes.title}>{one.title}</span>
                </span>
                <span className={classes.host}>{one.host_name || texts.unassigned}</span>
              </button>
            </li>
          ))}
          {all.length > mostOfDay && (
            <li>
              <button type="button" className={classes.row} onClick={() => onMore(day)}>
                {texts.all(all.length)}
              </button>
            </li>
          )}
        </ul>
      </Fragment>
    );
  });
}

/** In person or by video; what is over says how it went. */
function TypeIcon({ one: { status, type } }: { one: Appointment }) {
  const Icon = status === 1 ? IconCheck : status === 2 ? IconUserX : type === 1 ? IconVideo : IconMapPin;
  return (
    <Icon
      size={16}
      stroke={1.75}
      className={classes.icon}
      aria-label={texts.stateOf(status, false) || undefined}
      aria-hidden={status === 0}
    />
  );
}
