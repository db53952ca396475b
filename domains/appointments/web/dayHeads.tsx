import type { TimeFormats } from "#core/web/time/useTime.ts";
import type { Appointment } from "../contract.ts";
import { dayAfter, dayOf, isNowBetween } from "../rules.ts";
import classes from "./DayHead.module.css";
import { appointmentTexts as texts } from "./texts.ts";

interface Days {
  time: TimeFormats;
  now: Date;
  /** What is known about all of today's appointments. */
  today: { total: number; completed: number; due: number } | undefined;
  /** The rows begin with today and continue with what comes next. */
  isComing: boolean;
}

/**
 * Groups rows by the location's days: "Today", with what is known about it, then "Tomorrow", then their dates. A line
 * shows the time between what is over today and what is still to come.
 */
export function dayHeads({ time, now, today, isComing }: Days) {
  const zone = time.zone ?? "UTC";
  const day = dayOf(now, zone);
  const names: Record<string, string> = {
    [day]: texts.today,
    [dayAfter(day)]: texts.tomorrow,
    [dayAfter(day, -1)]: texts.yesterday,
  };
  const dateOf = (datetime: string) =>
    dayOf(new Date(datetime), zone).startsWith(day.slice(0, 4)) ? time.day(datetime) : time.date(datetime);
  const isNothingToday = isComing && today?.total === 0;

  return (row: Appointment, previous: Appointment | undefined) => {
    const { datetime, customer_name } = row;
    const key = dayOf(new Date(datetime), zone);
    const name = names[key];
    const when = [name?.toLowerCase() ?? dateOf(datetime), time.time(datetime)].join(" at ");
    const isNext = isComing && isNowBetween(previous, row, now, zone);
    return {
      key,
      line: isNext && <NowLine time={time.time(now.toISOString())} />,
      head: (
        <>
          {isNothingToday && !previous && (
            <span className={classes.nothing}>
              <strong>{texts.today}</strong>
              <span className={classes.about}>
                {texts.nothingToday} {texts.next(customer_name, when)}
              </span>
            </span>
          )}
          <span className={classes.head}>
            {name && <strong>{name}</strong>}
            <span className={classes.about}>
              <span className={name ? undefined : classes.date}>{dateOf(datetime)}</span>
              {key === day && today && (
                <>
                  {/* In one text with the date, so that no line begins with the dot. */}
                  {"\u00a0· "}
                  {texts.daySummary(today.total, today.completed)}
                  {today.due > 0 && (
                    <>
                      {", "}
                      <strong className={classes.due}>{texts.needOutcome(today.due)}</strong>
                    </>
                  )}
                </>
              )}
            </span>
          </span>
        </>
      ),
    };
  };
}

/** The time on a red line. */
function NowLine({ time }: { time: string }) {
  return (
    <span className={classes.now}>
      <span className={classes.time} title={texts.now}>
        {time}
      </span>
    </span>
  );
}
