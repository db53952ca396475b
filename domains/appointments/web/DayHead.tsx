import type { TimeFormats } from "#core/web/time/useTime.ts";
import type { Appointment } from "../contract.ts";
import { dayAfter, dayOf } from "../rules.ts";
import classes from "./DayHead.module.css";
import { appointmentTexts as texts } from "./texts.ts";

interface Days {
  time: TimeFormats;
  now: Date;
  /** What is known about all of today's appointments. */
  today: { total: number; completed: number; due: number } | undefined;
}

/** Groups rows by the location's days: "Today", with what is known about it, then "Tomorrow", then their dates. */
export function dayHeads({ time, now, today }: Days) {
  const zone = time.zone ?? "UTC";
  const day = dayOf(now, zone);
  const names: Record<string, string> = {
    [day]: texts.today,
    [dayAfter(day)]: texts.tomorrow,
    [dayAfter(day, -1)]: texts.yesterday,
  };
  return ({ datetime }: Appointment) => {
    const key = dayOf(new Date(datetime), zone);
    const date = key.startsWith(day.slice(0, 4)) ? time.day(datetime) : time.date(datetime);
    const name = names[key];
    return {
      key,
      head: (
        <span className={classes.head}>
          {name && <strong>{name}</strong>}
          <span className={name ? classes.about : classes.date}>{date}</span>
          {key === day && today && (
            <span className={classes.about}>
              {" · "}
              {texts.daySummary(today.total, today.completed)}
              {today.due > 0 && (
                <>
                  {", "}
                  <strong className={classes.due}>{texts.needOutcome(today.due)}</strong>
                </>
              )}
            </span>
          )}
        </span>
      ),
    };
  };
}
